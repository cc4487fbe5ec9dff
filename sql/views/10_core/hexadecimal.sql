-- core.hexadecimal
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  core.hit_text
-- Source:  Python's float.hex
create or replace macro core.hexadecimal(number) as
    -- The bits are one of sign, eleven of exponent and fifty-two of fraction. With a one above it, the fraction always
    -- has fourteen digits; the first of them is left out again.
    case
        when number = 0 and number::double::bit::ubigint = 0 then '0x0.0p+0'
        when number = 0 then '-0x0.0p+0'
        when number is not null
            then
                concat(
                    case when number < 0 then '-0x' else '0x' end,
                    case when abs(number) < 2.2250738585072014e-308 then '0.' else '1.' end,
                    lower(substr(hex(4503599627370496 + (number::double::bit::ubigint % 4503599627370496)::bigint), 2)),
                    case when abs(number) < 1.0e0 then 'p' else 'p+' end,
                    greatest(((number::double::bit::ubigint >> 52) % 2048)::integer - 1023, -1022)
                )
    end;

comment on macro core.hexadecimal is 'A finite double as hexadecimal text that says every bit of it, as in the identity of a list; NULL of NULL.';
