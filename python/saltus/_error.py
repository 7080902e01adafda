"""Messages of Saltus as exceptions."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Message:
    """One message: what happened, where, and what to do about it."""

    severity: str
    code: str
    text: str
    file: str = ""
    line: int = 0
    column: int = 0
    notes: tuple[str, ...] = ()
    help: tuple[str, ...] = ()
    also: tuple[dict[str, Any], ...] = field(default=(), repr=False)

    def __str__(self) -> str:
        head = f"{self.severity}[{self.code}]: {self.text}" if self.code else f"{self.severity}: {self.text}"
        lines = [head]
        if self.line:
            lines.append(f"  at {self.file}:{self.line}:{self.column}")
        lines += [f"  note: {note}" for note in self.notes]
        lines += [f"  help: {text}" for text in self.help]
        return "\n".join(lines)


# Help speaks of options of the program; here they are arguments.
_ARGUMENTS = {"on-zeno rest": "rest=True", "on-chatter slide": "slide=True", "stop": "stop=", "start": "start=",
              "tol": "tolerance=", "step": "interval=", "vars": "record=", "solver": "solver=", "timeout": "timeout=",
              "seed": "seed=", "inputs": "inputs=", "outputs": "outputs=", "component": "component=",
              "bounds": "bounds=", "record": "rows=", "data": "data=", "vary": "vary=", "sigma": "sigma=",
              "map": "columns=", "starts": "starts=", "subject": "subject=", "evaluations": "evaluations=",
              "method": "method=", "loss": "loss=", "xtol": "xtol=", "ftol": "ftol="}
_OPTION = re.compile("--(" + "|".join(_ARGUMENTS) + r")\b(?: (?=[-\d]|[A-Z]\b))?")


def _words(value: Any) -> tuple[str, ...]:
    if not value:
        return ()
    texts = (value,) if isinstance(value, str) else tuple(str(v) for v in value)
    return tuple(in_python(text) for text in texts)


def in_python(text: str) -> str:
    """A text of the program, with its options as arguments."""
    return _OPTION.sub(lambda m: _ARGUMENTS[m.group(1)], text)


def read_messages(text: bytes | None) -> list[Message]:
    """The messages in the JSON that the library gives."""
    return [Message(m["severity"], m["code"], m["text"], m.get("file") or "", m.get("line") or 0,
                    m.get("column") or 0, _words(m.get("notes")), _words(m.get("help")), tuple(m.get("also") or ()))
            for m in json.loads(text or b"[]")]


class Error(Exception):
    """Saltus could not do what it was asked for.

    ``messages`` has all that it says about that, errors first; ``code``, ``file``, ``line`` and ``column`` are those of
    the first one.
    """

    def __init__(self, messages: list[Message] | str) -> None:
        if isinstance(messages, str):
            messages = [Message("error", "", messages)]
        self.messages = sorted(messages, key=lambda m: m.severity != "error")
        super().__init__("\n".join(str(m) for m in self.messages) or "it failed, and nothing was said about that")

    @property
    def first(self) -> Message:
        return self.messages[0] if self.messages else Message("error", "", "")

    code = property(lambda self: self.first.code)
    file = property(lambda self: self.first.file)
    line = property(lambda self: self.first.line)
    column = property(lambda self: self.first.column)

    def __reduce__(self) -> Any:
        return type(self), (self.messages,)


class LoadError(Error):
    """The model has a mistake."""


class RunError(Error):
    """A run failed. ``result`` is what it had recorded until then, or None."""

    result: Any = None


class TimeoutError(RunError):  # noqa: A001 - it is saltus.TimeoutError
    """The wall time that was allowed for a run has passed."""
