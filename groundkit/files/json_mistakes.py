"""Says in plain words what an editor broke in a line of JSON.

The standard decoder names what it expected and where it gave up, which is often far from the
slip. Here the usual slips of editing by hand are looked for: a comma too many or too few, a
bracket that is missing, typographic or single quotes, a raw tab, a value of another language.
"""

from __future__ import annotations

import json
import re

from groundkit.text.quotes import shown

_TYPOGRAPHIC = "“”„‟«»"
_NEAR_STRUCTURE = re.compile(
    rf"(?:[\[{{,:]\s*)([{_TYPOGRAPHIC}])|([{_TYPOGRAPHIC}])(?=\s*[:,\]}}])"
)
_WORDS = {"True": "true", "False": "false", "None": "null", "undefined": "null", "NULL": "null"}
_CONTROLS = {
    "\t": ("a tab", "\\t"),
    "\r": ("a carriage return", "\\r"),
    "\n": ("a line feed", "\\n"),
}

Explanation = tuple[str, str | None]
"""What is wrong, with its column from 1; and what to do about it, None when that is plain."""


def explain(text: str, error: json.JSONDecodeError) -> Explanation:
    """Return what is wrong with a line that the decoder refused, and what to do about it."""
    at = error.pos
    return (
        _no_object(text)
        or _control_character(text, at, error)
        or _typographic_quote(text)
        or _trailing_comma(text, at)
        or _unfinished(text, at, error)
        or _wrong_bracket(text, at)
        or _extra(at, error)
        or _foreign_value(text, at)
        or _missing_comma(text, at, error)
        or (f"{error.msg.removesuffix(' at')} at column {at + 1}", None)
    )


def _no_object(text: str) -> Explanation | None:
    begin = text.lstrip()
    mark = re.match(r"<{7}|={7}|>{7}|\|{7}", begin)
    if mark:
        return (
            f"{mark.group()} is left from a git merge",
            "keep the lines that are right, remove the marks, and run `groundkit-wh judgments fix`",
        )
    if begin.startswith(("#", "//", "/*")):
        return (
            "a comment, which JSON does not have",
            "remove the line; notes is a field for remarks",
        )
    if begin.startswith("\ufeff"):
        return "a byte order mark", "remove it; `groundkit-wh judgments fix` does"
    if begin and begin[0] not in "{[" and _typographic_quote(text) is None:
        return (
            f'the line begins with "{shown(begin, 12)}", not with {{',
            "a judgment is one line; add the {, or join the lines if one was broken",
        )
    odd = re.search(r"[{,:]\s*([\u00a0\u2007\u202f\u3000\u200b])", text)
    if odd and not _is_inside_string(text, odd.start(1)):
        return (
            f"a space that JSON does not know ({shown(odd[1])}) at column {odd.start(1) + 1}",
            "write a plain space",
        )
    return None


def _control_character(text: str, at: int, error: json.JSONDecodeError) -> Explanation | None:
    if not error.msg.startswith("Invalid control character"):
        return None
    name, escape = _CONTROLS.get(text[at], ("a control character", shown(text[at])))
    return f"{name} inside a string at column {at + 1}", f"write it as {escape}"


def _typographic_quote(text: str) -> Explanation | None:
    found = _NEAR_STRUCTURE.search(text)
    if found is None or _is_inside_string(text, at := found.start(found.lastindex or 0)):
        return None
    return (
        f"a typographic quotation mark {text[at]} at column {at + 1}",
        'use plain double quotes (") around keys and texts',
    )


def _trailing_comma(text: str, at: int) -> Explanation | None:
    before = text[: at + 1 if text[at : at + 1] == "," else at].rstrip()
    after = text[len(before) :].lstrip()
    if not before.endswith(",") or after[:1] not in ("}", "]"):
        return None
    return f"a comma before {after[0]} at column {len(before)}", "remove the comma"


def _unfinished(text: str, at: int, error: json.JSONDecodeError) -> Explanation | None:
    if error.msg.startswith("Unterminated string"):
        return (
            f"the text that starts at column {at + 1} has no closing double quote",
            'add the "; a text goes on one line, with \\n for a line break',
        )
    if at < len(text.rstrip()):
        return None
    closing = "".join({"{": "}", "[": "]"}[bracket] for bracket in reversed(_open(text)))
    if not closing:
        return None
    return (
        f"the line ends before its object does: {closing} is missing",
        "a judgment is one line; join the lines if it was spread over several",
    )


def _wrong_bracket(text: str, at: int) -> Explanation | None:
    opened = _open(text[:at])
    if not opened or text[at : at + 1] not in ("}", "]"):
        return None
    wanted = {"{": "}", "[": "]"}[opened[-1]]
    if text[at] == wanted:
        return None
    return f"{wanted} is missing before the {text[at]} at column {at + 1}", f"add the {wanted}"


def _extra(at: int, error: json.JSONDecodeError) -> Explanation | None:
    if error.msg != "Extra data":
        return None
    return (
        f"more text after the object, at column {at + 1}",
        "write one judgment a line, without a comma between the lines",
    )


def _foreign_value(text: str, at: int) -> Explanation | None:
    if text[at : at + 1] == "'":
        return f"a single quote at column {at + 1}", 'use plain double quotes (")'
    if text[at - 1 : at] == "\\" or text[at : at + 1] == "\\":
        return f"a backslash at column {at + 1} that begins no escape", "write it twice"
    word = re.match(r"\w*", text[at:])
    name = word.group() if word else ""
    if name in _WORDS:
        return f"{name} at column {at + 1} is not JSON", f"write {_WORDS[name]}"
    return None


def _missing_comma(text: str, at: int, error: json.JSONDecodeError) -> Explanation | None:
    if not error.msg.startswith("Expecting ',' delimiter"):
        return None
    return (
        f'expected a comma at column {at + 1}, found "{shown(text[at:], 12)}"',
        'add the comma, or the closing double quote before it; a double quote inside a text is \\"',
    )


def _open(text: str) -> list[str]:
    """Return the brackets that are still open at the end of a text, outermost first."""
    opened: list[str] = []
    for token in re.findall(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', text):
        if token in ("{", "["):
            opened.append(token)
        elif token in ("}", "]") and opened:
            opened.pop()
    return opened


def _is_inside_string(text: str, at: int) -> bool:
    """Return whether ``at`` lies inside a string with plain quotes."""
    return any(
        match.start() < at < match.end() for match in re.finditer(r'"(?:[^"\\]|\\.)*"', text)
    )
