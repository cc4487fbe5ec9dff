"""Hypothesis strategies for the values that a table may hold."""

from __future__ import annotations

from hypothesis import strategies as st

AWKWARD = (
    '\x00\t\n\r\x1b\x7f\x85\x9b\xad|\\"`,-_ \u0301\u115f\u1161\u200b\u2028\u202e\u2066か\u3099🦆'
)

_awkward_text = st.text(st.sampled_from(AWKWARD + "ab"), max_size=8)

any_text = _awkward_text | st.text(st.characters())
"""Any text that Python can hold, lone surrogates included."""

utf8_text = _awkward_text | st.text(st.characters(codec="utf-8"))
"""Any text that UTF-8 can hold."""

plain_scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), utf8_text)
"""What JSON has words for, with NaN and the infinities."""

plain_values = st.recursive(
    plain_scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(utf8_text, inner, max_size=3)
    ),
    max_leaves=8,
)

any_scalars = st.one_of(
    plain_scalars,
    any_text,
    st.datetimes(),
    st.datetimes(timezones=st.timezones()),
    st.dates(),
    st.times(),
    st.timedeltas(),
    st.decimals(),
    st.uuids(),
    st.binary(),
)

any_values = st.one_of(
    any_scalars,
    st.lists(any_scalars, max_size=3),
    st.dictionaries(st.one_of(any_text, st.integers(), st.dates()), any_scalars, max_size=3),
)
"""Every kind of value, nested or not."""
