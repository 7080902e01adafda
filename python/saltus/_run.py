"""Runs: parameters, simulation, steps."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from ._error import Error, Message, RunError, TimeoutError, read_messages
from ._library import (DONE, FAILED, PAUSED, ROWS, STOPPED, TIMEOUT, Along, Bound, Points, Progress, Samples, lib,
                       sizes, texts)
from ._result import Branch, Handle, Linear, Result, doubles
from ._stream import Event, Listener, Row

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._model import Model
    from ._search import Sensitivities

Value = Any     # a number, True, the name of a literal, a text


class ModelWarning(UserWarning):
    """A run ended well, and Saltus has something to say about it."""


class Watch:
    """What the library asks about ten times a second while it computes.

    The callback is the method `send` of a generator that waits inside a `try`. A function could not do this: Python
    handles signals as soon as a function is entered, so a KeyboardInterrupt would come up before its first `try`.
    After a problem the answer stays no, until it was raised. A search also ends where `tell` returns False.
    """

    def __init__(self) -> None:
        self.problem: BaseException | None = None
        self.tell: Callable[[], object] | None = None
        generator = self._answers()
        next(generator)
        self.callback = Progress(generator.send)

    def _answers(self) -> Generator[bool, Any, None]:
        answer = True
        while True:
            try:
                yield answer
                answer = self.problem is None
                if answer and self.tell:
                    answer = self.tell() is not False
            except GeneratorExit:
                return
            except BaseException as problem:
                self.problem = problem
                answer = False

    def raise_problem(self) -> None:
        problem, self.problem = self.problem, None
        if problem:
            raise problem


def show_progress(what: str, part: float) -> None:
    """A line that is written over itself: in a terminal, and in Jupyter."""
    bar = "█" * int(24 * part) + "░" * (24 - int(24 * part))
    print(f"\r{what} {bar} {100 * part:3.0f} %", end="", file=sys.stderr, flush=True)


def number(value: Any, name: str) -> float:
    if isinstance(value, (bool, np.bool_, int, float, np.integer, np.floating)):
        return float(value)
    raise TypeError(f"'{name}' is to be {value!r}: a number is needed, and this is of the type "
                    f"{type(value).__name__}")


def sampled(name: str, time: Any, value: Any, method: str = "", beyond: str = "") -> Samples:
    """Samples for an input, as the library has them; the arrays live as long."""
    t, v = np.ascontiguousarray(time, dtype=float), np.ascontiguousarray(value, dtype=float)
    if t.shape != v.shape or t.ndim != 1:
        raise Error(f"the input '{name}' has times of the shape {t.shape} and values of the shape {v.shape}: two "
                    "lists of one length are needed")
    samples = Samples(name.encode(), doubles(t), doubles(v), t.size, method.encode(), beyond.encode())
    samples.arrays = t, v
    return samples


class Run:
    """A run of a model: made by :meth:`Model.run`, and used by one thread at a time.

    >>> run = model.run(stop=10)
    >>> run.set(k=3)
    >>> result = run.simulate()

    or step by step, while the caller looks and changes:

    >>> with run.begun():
    ...     while run.advance(run.time + 0.01):
    ...         run.change(u=-3*run["x"])
    """

    def __init__(self, model: Model, address: int | None = None) -> None:
        self.model = model
        program = model._program()
        self._handle = Handle(address or lib.new_run(program), lib.free_run, model._handle)
        if not self._handle.address:
            raise MemoryError("there is no memory for a run")
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._watch = Watch()
        self._listener: Listener | None = None
        self._stop = model.stop
        self._progress: bool | Callable[[float], object] = False
        lib.set_progress(self._handle.address, self._watch.callback, None)

    # ------------------------------------------------------------------------------------------------- the handle

    def close(self) -> None:
        """Frees it. Results stay."""
        with self._used():
            self._handle.free()

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        if self._handle.address:
            self.close()

    @contextmanager
    def _used(self) -> Generator[int, None, None]:
        if not self._lock.acquire(blocking=False):
            raise Error("this run is in use: a run belongs to one thread at a time; make one for each thread, with "
                        "model.run()")
        try:
            if not self._handle.address:
                raise Error("this run was closed")
            if self._process != os.getpid():
                raise Error(f"this run belongs to the process {self._process}: after a fork, make another one with "
                            "model.run()")
            yield self._handle.address
        finally:
            self._lock.release()

    def _said(self, since: int = 0) -> list[Message]:
        return read_messages(lib.run_messages_json(self._handle.address, since))

    def _need(self, good: object, since: int) -> None:
        if not good:
            self._watch.raise_problem()
            raise Error(self._said(since))

    def _check(self, status: int, messages: list[Message] | None = None) -> None:
        """Raises what a call that computes came back with."""
        listener = self._listener
        if listener and (listener.problem or (status == STOPPED and not self._watch.problem)):
            # a function of the caller's that was interrupted before it began has nobody to tell
            problem, listener.problem = listener.problem or KeyboardInterrupt(), None
            self._watch.problem = None
            raise problem
        self._watch.raise_problem()
        said = self._said() if messages is None else messages
        if status in (FAILED, TIMEOUT, STOPPED):
            raise (TimeoutError if status == TIMEOUT else RunError)(said)
        if status == DONE:
            for m in said:
                if m.severity == "warning":
                    warnings.warn(str(m), ModelWarning, stacklevel=4)

    # --------------------------------------------------------------------------------------------------- settings

    def settings(self, *, start: float | None = None, stop: float | None = None, interval: float | None = None,
                 tolerance: float | None = None, solver: str | None = None, timeout: float | None = None,
                 seed: int | None = None, rest: bool | None = None, slide: bool | None = None,
                 rows: str | None = None, record: Iterable[str] | None = None,
                 progress: bool | Callable[[float], object] | None = None) -> Run:
        """Settings of the simulations to come; what is not given stays as it is.

        ``rows``: "grid", "peaks", "steps" or "ends". ``record``: names or patterns. ``timeout``: seconds of wall time.
        ``progress``: True, or a function that gets the time a few times a second; what it raises ends the run.
        """
        if interval is not None and not number(interval, "interval") > 0:
            raise Error(f"the interval between rows cannot be {interval}: it is more than 0")
        with self._used() as r:
            for name, value in (("start", start), ("stop", stop), ("interval", interval), ("tolerance", tolerance),
                                ("timeout", timeout)):
                if value is not None:
                    getattr(lib, "set_" + name)(r, number(value, name))
            if stop is not None:
                self._stop = float(stop)
            since = lib.message_count(r)
            if solver is not None:
                self._need(lib.set_solver(r, solver.encode()), since)
            if seed is not None:
                lib.set_seed(r, seed)
            if rest is not None:
                lib.set_rest(r, rest)
            if slide is not None:
                lib.set_slide(r, slide)
            if rows is not None:
                if rows not in ROWS:
                    raise Error(f"rows can be {', '.join(ROWS)}, and not '{rows}'")
                lib.set_rows(r, ROWS[rows])
            if record is not None:
                words = [record] if isinstance(record, str) else list(record)
                self.model._check_patterns(words)
                self._need(lib.set_recorded(r, texts(words), len(words)), since)
            if progress is not None:
                self._progress = progress
                self._watch.tell = self._tell if progress else None
        return self

    def _tell(self) -> None:
        time = lib.now(self._handle.address)
        if callable(self._progress):
            self._progress(time)
        elif np.isfinite(self._stop) and self._stop > 0:
            show_progress(self.model.name, min(max(time / self._stop, 0), 1))

    def set(self, values: Mapping[str, Value] | None = None, /, **named: Value) -> Run:
        """Parameters of the simulations to come: ``run.set(k=3)``, ``run.set({"body.m": 2})``."""
        with self._used() as r:
            for name, value in {**(values or {}), **named}.items():
                since = lib.message_count(r)
                if isinstance(value, str):
                    self._need(lib.set_text(r, name.encode(), value.encode()), since)
                else:
                    self._need(lib.set(r, name.encode(), number(value, name)), since)
        return self

    def samples(self, name: str, time: Any, value: Any, method: str = "", beyond: str = "") -> Run:
        """Samples for an input of a model that was loaded with samples for it."""
        given = sampled(name, time, value, method, beyond)
        with self._used() as r:
            since = lib.message_count(r)
            self._need(lib.set_samples(r, ctypes.byref(given)), since)
        return self

    # ------------------------------------------------------------------------------------------------- simulation

    def simulate(self) -> Result:
        """From the start to the end. Raises RunError, whose ``result`` is what was recorded until then."""
        with self._used() as r:
            status = lib.simulate(r)
            return self._ended(r, status)

    def _ended(self, r: int, status: int) -> Result:
        if self._progress is True:
            print(file=sys.stderr)
        messages = self._said()
        address = lib.take_result(r)
        result = Result(address, self.model, messages) if address else None
        try:
            self._check(status, messages)
        except RunError as problem:
            problem.result = result
            raise
        if result is None:
            raise RunError(self._said())
        return result

    def measure(self, *measures: str) -> Any:
        """Simulates, and gives values of measures, as "max(x)", right to the tolerance: one number, or an array."""
        with self._used() as r:
            since = lib.message_count(r)
            self._need(lib.set_measures(r, texts(measures), len(measures)), since)
            try:
                self._check(lib.simulate(r))
                out = np.array([lib.measured(r, i) for i in range(len(measures))])
                for i, text in enumerate(measures):
                    if np.isnan(out[i]):
                        note = lib.measure_note(r, i).decode()
                        warnings.warn(f"{text} has no value: {note}", ModelWarning, stacklevel=3)
            finally:
                lib.set_measures(r, texts([]), 0)
        return float(out[0]) if len(measures) == 1 else out

    def function(self, set: Sequence[str] = (), get: Sequence[str] = ()) -> Callable[..., tuple[float, ...]]:
        """A function that sets these parameters, simulates, and returns final values of the others.

        One call of it is one call of the library: made for optimisers that need a million of them. Nothing is recorded
        between the ends.
        """
        names = [*set, *get]
        found = [self.model.find(n) for n in names]
        wanted, read = sizes(found[:len(set)]), sizes(found[len(set):])
        values, out = (ctypes.c_double * len(set))(), (ctypes.c_double * len(get))()
        n, m, call, lock, handle = len(set), len(get), lib.simulate_at, self._lock, self._handle
        self.settings(rows="ends")

        def run(*arguments: float) -> tuple[float, ...]:
            if len(arguments) != n:
                raise TypeError(f"{n} values are needed, for {', '.join(set)}, and {len(arguments)} were given")
            if not handle.address or self._process != os.getpid() or not lock.acquire(False):
                with self._used():          # which says what is wrong
                    raise Error("this run is in use by another thread")
            try:
                values[:] = arguments  # type: ignore[call-overload]
                status = call(handle.address, wanted, values, n, read, out, m)
                if status != DONE or self._watch.problem:
                    self._check(status)
                return tuple(out)
            finally:
                lock.release()

        return run

    # ---------------------------------------------------------------------------------------- rows and events

    def _listen(self, listener: Listener | None) -> None:
        with self._used() as r:
            lib.set_sink(r, ctypes.byref(listener.sink) if listener else None)
            self._listener = listener

    def sink(self, row: Callable[[Row], object] | None = None, event: Callable[[Event], object] | None = None,
             keep: bool = True) -> Run:
        """Functions that are called for each row and each event of the simulations to come; none: nobody is called.

        What one of them raises ends the run. With ``keep=False`` the run keeps no rows, so that a run of any length
        needs no more memory than a short one. They must not use the run."""
        self._listen(Listener(row, event, keep) if row or event or not keep else None)
        return self

    def stream(self, rows: bool = True, events: bool = True) -> Generator[Row | Event, None, None]:
        """Simulates, and gives rows and events one after another, in the order of time; the run keeps none.

        Between them the run is paused: it can be looked at, changed and left (``break``) at any time. It may be ahead
        of what the loop sees by some hundred rows."""
        made: list[Row | Event] = []
        before = self._listener
        listener = Listener(made.append if rows else None, made.append if events else None, False)
        self._listen(listener)
        under_way = True
        try:
            self.begin()
            ahead, more = (self._stop - self.time) / 1000, True
            ahead = ahead if np.isfinite(ahead) and ahead > 0 else 1.0
            while more:
                more = self.advance(self.time + ahead)
                ahead *= 2 if len(made) < 100 else 0.5 if len(made) > 1000 else 1
                yield from made
                made.clear()
            under_way = False
            with self._used() as r:
                status = lib.end(r)
            yield from made
            self._check(status)
        finally:
            if self._handle.address:
                if under_way:
                    lib.end(self._handle.address)
                self._listen(before)

    # ------------------------------------------------------------------------------------------------ step by step

    @contextmanager
    def begun(self) -> Generator[Run, None, None]:
        """Begins the run, and ends it in any case."""
        self.begin()
        try:
            yield self
        except BaseException:
            if self._handle.address:
                lib.end(self._handle.address)
            raise
        self.end()

    def begin(self) -> Run:
        """Pauses at the start."""
        with self._used() as r:
            status = lib.begin(r)
            if status != PAUSED:
                messages = self._said()
                lib.end(r)
                self._watch.raise_problem()
                raise RunError(messages)
        return self

    def advance(self, time: float, to_event: bool = False) -> bool:
        """On to a time, or to the next event before it. False: the run is at its end."""
        time = number(time, "time")
        with self._used() as r:
            now = float(lib.now(r))
            if now - time > 1e-9 * max(1.0, abs(now)):
                raise Error(f"the run is at time {now:g}, and does not go back to {time:g}: restore() what was "
                            f"saved there")
            status = (lib.advance_to_event if to_event else lib.advance)(r, time)
            self._check(status)
            return bool(status == PAUSED)

    def end(self) -> Result:
        """Ends a paused run; what it has recorded."""
        with self._used() as r:
            return self._ended(r, lib.end(r))

    @property
    def time(self) -> float:
        with self._used() as r:
            return float(lib.now(r))

    def __getitem__(self, name: str) -> float:
        return self.look(name)[0]

    def look(self, *names: str) -> tuple[float, ...]:
        """Values of a run that is paused, or has ended."""
        found = [self.model.find(n) for n in names]
        out = (ctypes.c_double * len(names))()
        with self._used() as r:
            lib.get_at(r, sizes(found), len(names), out)
        return tuple(out)

    def change(self, values: Mapping[str, float] | None = None, /, **named: float) -> Run:
        """Changes parameters, states and inputs of a paused run, all together in one event at this time."""
        with self._used() as r:
            for name, value in {**(values or {}), **named}.items():
                since = lib.message_count(r)
                self._need(lib.change(r, name.encode(), number(value, name)), since)
        return self

    def __setitem__(self, name: str, value: float) -> None:
        self.change({name: value})

    def stepper(self, change: Sequence[str] = (), look: Sequence[str] = ()
                ) -> Callable[[Sequence[float], float], tuple[float, ...]]:
        """A function ``step(values, time)`` of a paused run: changes these, advances to the time, and returns what is
        looked at. One call of it is one call of the library. At its end the run stays there."""
        wanted, read = sizes([self.model.find(n) for n in change]), sizes([self.model.find(n) for n in look])
        values, out = (ctypes.c_double * len(change))(), (ctypes.c_double * len(look))()
        n, m = len(change), len(look)

        def step(given: Sequence[float], time: float) -> tuple[float, ...]:
            if len(given) != n:
                raise TypeError(f"{n} values are needed, for {', '.join(change)}, and {len(given)} were given")
            with self._used() as r:
                values[:] = given  # type: ignore[call-overload]
                status = lib.step_at(r, wanted, values, n, time, read, out, m)
                if status not in (PAUSED, DONE):
                    self._check(status)
                return tuple(out)

        return step

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a paused run to a file."""
        with self._used() as r:
            since = lib.message_count(r)
            self._need(lib.save(r, os.fsencode(path)), since)

    def restore(self, path: str | os.PathLike[str]) -> Run:
        """Reads a run of this model that was saved: it is paused then."""
        with self._used() as r:
            self._need(lib.restore(r, os.fsencode(path)) == PAUSED, 0)
        return self

    def copy(self) -> Run:
        """Another run, paused at the same time."""
        with self._used() as r:
            since = lib.message_count(r)
            address = lib.copy(r)
            self._need(address, since)
            other = Run(self.model, address)
            other._stop = self._stop
            return other

    # --------------------------------------------------------------------------------------------- where it stands

    def derivatives(self, of: Sequence[str], by: Sequence[str]) -> npt.NDArray[np.float64]:
        """Of rates, "der(x)", and of variables, by states, parameters and inputs, at the present time."""
        out = np.empty((len(of), len(by)))
        with self._used() as r:
            since = lib.message_count(r)
            self._need(lib.derivatives(r, texts(of), len(of), texts(by), len(by), doubles(out)), since)
        return out

    def sensitivities(self, of: Sequence[str], by: Sequence[str], times: Any) -> Sensitivities:
        """Derivatives of variables, or of rates "der(x)", by parameters along a whole run, at times that rise.

        A start value, "x.start", is a parameter of a model that was loaded with ``varied=["x.start"]``;
        :meth:`Model.sensitivities` does so itself. The run must not be under way, and stays as it is.
        """
        from ._search import Sensitivities
        of, by = ([names] if isinstance(names, str) else list(names) for names in (of, by))
        at = np.array(times, dtype=float, ndmin=1)
        if at.ndim != 1:
            raise Error(f"times are a list of numbers, and not of the shape {at.shape}")
        matrix, values = np.empty((at.size, len(of), len(by))), np.empty((at.size, len(of)))
        with self._used() as r:
            good = lib.sensitivities(r, texts(of), len(of), texts(by), len(by), doubles(at), at.size, doubles(matrix),
                                     doubles(values))
            self._check(DONE if good else FAILED)
            return Sensitivities(of, by, at, matrix, values, self._said())

    def linearise(self, inputs: Sequence[str] = (), outputs: Sequence[str] = (), *, clocked: bool = False) -> Linear:
        """The linear system of a paused run where it stands. ``clocked``: the sampled system over one period of all
        clocks, for which the run is advanced to a tick."""
        with self._used() as r:
            since = lib.message_count(r)
            make = lib.linearise_clocked if clocked else lib.linearise
            address = make(r, texts(inputs), len(inputs), texts(outputs), len(outputs))
            self._need(address, since)
            return Linear(address)

    def trim(self, free: Sequence[str] = (), zero: Sequence[str] = (),
             bounds: Mapping[str, tuple[float, float]] | None = None) -> dict[str, float]:
        """Moves a paused run to where all conditions are zero; values of what was free."""
        limits = _bounds(bounds)
        with self._used() as r:
            since = lib.message_count(r)
            status = lib.trim(r, texts(free), len(free), texts(zero), len(zero), limits, len(limits))
            self._need(status == DONE, since)
        names = [n for n in free if self.model.has(n)] or [n for n in self.model.variables if self.is_state(n)]
        return dict(zip(names, self.look(*names)))

    def follow(self, name: str, start: float, stop: float, step: float | None = None, free: Sequence[str] = (),
               zero: Sequence[str] = (), bounds: Mapping[str, tuple[float, float]] | None = None) -> Branch:
        """Equilibria along a parameter, from where a paused run stands, around folds."""
        limits = _bounds(bounds)
        along = Along(name.encode(), start, (stop - start) / 100 if step is None else step, stop)
        with self._used() as r:
            since = lib.message_count(r)
            address = getattr(lib, "continue")(r, ctypes.byref(along), texts(free), len(free), texts(zero), len(zero),
                                               limits, len(limits))
            self._need(address, since)
            return Branch(address, name, self.model.name)

    def is_state(self, name: str) -> bool:
        """In the present mode of a paused run."""
        with self._used() as r:
            return bool(lib.is_state(r, self.model.find(name)))

    def _sweep(self, names: Sequence[str], points: Any, measures: Sequence[str], threads: int, progress: bool
               ) -> tuple[Any, list[str]]:
        """Measures by point, and what was said of each."""
        n = len(points)
        values = np.empty((n, len(measures)))
        asked = Points(texts(names), len(names), doubles(points), n, texts(measures), len(measures), threads)
        with self._used() as r:
            if progress:
                self._watch.tell = lambda: show_progress(self.model.name, lib.points_done(r) / max(n, 1))
            status = lib.sweep(r, ctypes.byref(asked), doubles(values))
            self._watch.tell = None
            if progress:
                print(file=sys.stderr)
            self._check(status)
            return values, [lib.point_message(r, i).decode() for i in range(n)]

    def __repr__(self) -> str:
        return f"<Run of {self.model.name}>" if self._handle.address else f"<Run of {self.model.name}, closed>"


def _bounds(bounds: Mapping[str, tuple[float, float]] | None) -> Any:
    list_ = [Bound(name.encode(), low, high) for name, (low, high) in (bounds or {}).items()]
    return (Bound * len(list_))(*list_)


