"""Rows and events of a run, while they are produced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ._library import SinkBegin, SinkEvent, SinkRow, Sink

if TYPE_CHECKING:
    import numpy.typing as npt

KINDS = ("turns", "ticks", "acts", "goes on", "mode", "entered", "exited", "becomes", "jumps", "tells")


class Row:
    """Values at a time, by name: ``row["x"]``. ``values`` are those of ``row.names``, in this order."""

    __slots__ = ("time", "values", "_places")

    def __init__(self, time: float, values: npt.NDArray[np.float64], places: dict[str, int]) -> None:
        self.time, self.values, self._places = time, values, places

    @property
    def names(self) -> list[str]:
        return list(self._places)

    def __getitem__(self, name: str) -> float:
        return float(self.values[self._places[name]])

    def __repr__(self) -> str:
        return f"<Row at {self.time:.12g}, {len(self.values)} values>"


@dataclass(frozen=True)
class Event:
    """Something that happens at an event: first its causes, then its effects.

    ``what`` is "turns" (the condition ``name`` becomes ``now``), "ticks", "acts" (an event of the model), "goes on" (a
    process), "mode" (number ``now``), "entered", "exited" (a state of a state machine), "becomes" (a discrete
    variable),
    "jumps" (a Real variable, from ``was`` to ``now``), or "tells".
    """

    time: float
    what: str
    name: str
    was: float
    now: float
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.time:.12g}: {self.text}"


class Listener:
    """Functions of the caller as a sink of the library. What one of them raises ends the run, and is raised then."""

    def __init__(self, row: Callable[[Row], object] | None, event: Callable[[Event], object] | None,
                 keep: bool) -> None:
        self.row, self.event = row, event
        self.problem: BaseException | None = None
        self._places: dict[str, int] = {}
        self._calls = SinkBegin(self._begin), SinkRow(self._row), SinkEvent(self._event)
        self.sink = Sink(None, self._calls[0], self._calls[1] if row else SinkRow(),
                         self._calls[2] if event else SinkEvent(), not keep)

    def _begin(self, _: Any, names: Any, count: int) -> bool:
        self._places = {names[i].decode(): i for i in range(count)}
        return True

    def _row(self, _: Any, time: float, values: Any, count: int) -> bool:
        try:
            if self.row:
                own = np.ctypeslib.as_array(values, (count,)).copy() if count else np.empty(0)
                self.row(Row(time, own, self._places))
            return True
        except BaseException as problem:
            self.problem = problem
            return False

    def _event(self, _: Any, event: Any) -> bool:
        try:
            if self.event:
                e = event.contents
                self.event(Event(e.time, KINDS[e.what], e.name.decode(), e.was, e.now, e.line,
                                 e.text.decode(errors="replace")))
            return True
        except BaseException as problem:
            self.problem = problem
            return False
