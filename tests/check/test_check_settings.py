"""What a project may tune about its checks, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from groundkit.check.rules import RULES, SEVERITIES, CheckSettings, settings_from
from groundkit.errors import UsageError


def test_every_rule_says_what_it_demands_and_why() -> None:
    for name, rule in RULES.items():
        assert name == rule.name
        assert rule.severity in SEVERITIES
        assert rule.severity != "off"
        assert rule.demands.endswith(".")
        assert rule.reason.endswith(".")


def test_an_empty_table_is_the_default() -> None:
    assert settings_from({}, "p") == CheckSettings()


def test_limits_and_severities_can_be_tuned() -> None:
    settings = settings_from(
        {
            "max_query_overlap": 1,
            "min_documents": 3,
            "categories": ["normal"],
            "rules": {"quote-long": "off", "quote-folded": "error"},
        },
        "p",
    )
    assert settings.max_query_overlap == 1.0
    assert settings.min_documents == 3
    assert settings.categories == ("normal",)
    assert settings.severity_of("quote-long") == "off"
    assert settings.severity_of("quote-folded") == "error"
    assert settings.severity_of("quote-missing") == RULES["quote-missing"].severity


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (
            {"max_quote_shar": 0.2},
            'p unknown key "max_quote_shar"; did you mean "max_quote_share"?',
        ),
        ({"severity": {}}, 'p unknown key "severity"'),
        ({"max_quote_share": 1.5}, "p max_quote_share must be a number from 0 to 1, not 1.5"),
        ({"max_quote_share": True}, "p max_quote_share must be a number from 0 to 1, not True"),
        ({"max_quote_share": "1"}, "p max_quote_share must be a number from 0 to 1, not '1'"),
        ({"min_documents": 1.0}, "p min_documents must be a whole number of at least 0, not 1.0"),
        ({"min_documents": -1}, "p min_documents must be a whole number of at least 0, not -1"),
        ({"categories": "normal"}, "p categories must be a list of strings, not 'normal'"),
        ({"rules": {"quote-lng": "off"}}, 'p unknown rule "quote-lng"; did you mean "quote-long"?'),
        ({"rules": {"quote-long": "of"}}, 'p rules.quote-long: unknown severity "of"'),
        ({"rules": ["quote-long"]}, "p rules must be a table"),
    ],
)
def test_what_cannot_be_used_is_refused(table: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        settings_from(table, "p")
    assert str(caught.value).startswith(message)
