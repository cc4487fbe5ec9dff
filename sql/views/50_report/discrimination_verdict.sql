-- report.discrimination_verdict
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  report.discrimination
create or replace macro report.discrimination_verdict(
    num_answerable, num_open, num_weak, num_below
) as
    case
        when num_answerable > 0 and num_open + num_weak = 0 then null
        when num_open = 0 then 'useless by construction'
        when num_open < num_weak or num_below = 0 then 'weak'
        else 'discriminates'
    end;

comment on macro report.discrimination_verdict is 'Whether a collection can show an improvement. num_open queries are not settled by words, num_weak ones are (undisputed, or decided by one word), num_below ones BM25 has not at rank 1. useless by construction: words settle every query, so whoever matches words finds its document. weak: words settle more than half, or BM25 has every gold at rank 1 already, so that nothing is left to gain. discriminates: otherwise. NULL: there are queries, but the words of none are known.';
