"""Models: loading them, what is in them, and what can be done with them."""

from __future__ import annotations

import ctypes
import fnmatch
import inspect
import itertools
import os
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from ._curve import of_function
from ._error import Error, LoadError, Message, read_messages
from ._library import NONE, Samples, Source, lib, texts
from ._result import Branch, Handle, Linear, Result, Sweep
from ._run import Run, Value, sampled
from ._search import Fit, Look, Optimum, Sensitivities
from ._search import fit as _fit
from ._search import optimise as _optimise

T = TypeVar("T")
_SETTINGS = list(inspect.signature(Run.settings).parameters)[1:]


@dataclass(frozen=True)
class Variable:
    """A scalar variable of a model. ``kind``: "parameter", "input", "output" or ""; ``type``: "Real", ..."""

    name: str
    unit: str
    description: str
    kind: str
    type: str


_TYPES = {b"r": "Real", b"i": "Integer", b"b": "Boolean", b"e": "enumeration", b"s": "String"}


class Model:
    """A model that was translated: :func:`saltus.load` and :func:`saltus.load_text` make it.

    It never changes; any number of its runs may go on in any threads. It can be pickled: the other process translates
    it again. After a fork the child does so too, when it first uses the model.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, class_name: str | None = None, *,
                 text: str | None = None, parameters: Mapping[str, Value] | None = None,
                 inputs: Mapping[str, str] | None = None, component: str | None = None, varied: Iterable[str] = (),
                 _samples: tuple[tuple[Any, ...], ...] = ()) -> None:
        if (path is None) == (text is None):
            raise TypeError("a model has either a path or a text")
        if text is not None and not isinstance(text, str):
            raise TypeError(f"the text of a model is a str, and not of the type {type(text).__name__}")
        self._source: dict[str, Any] = {"path": None if path is None else os.fspath(path), "class_name": class_name,
                                        "text": text, "parameters": dict(parameters or {}),
                                        "inputs": dict(inputs or {}), "component": component, "varied": tuple(varied),
                                        "_samples": _samples}
        self._loading = threading.Lock()
        self._handle: Handle | None = None
        self._driven: dict[Any, Model] = {}
        self.messages: list[Message] = []
        address = self._program()
        self.name: str = lib.model_name(address).decode()
        self._variables: dict[str, Variable] | None = None
        self._found: dict[str, int] = {}
        self.stop = float("nan")

    def _load(self) -> Handle:
        s = self._source
        given = texts(f"{k}={_written(v)}" for k, v in s["parameters"].items())
        inputs = texts(f"{k}={v}" for k, v in s["inputs"].items())
        varied = texts(s["varied"])
        rows = [sampled(*given) for given in s["_samples"]]
        samples = (Samples * len(rows))(*rows)
        source = Source(None if s["path"] is None else os.fsencode(s["path"]),
                        None if s["text"] is None else s["text"].encode(),
                        (s["class_name"] or "").encode(), s["component"].encode() if s["component"] else None,
                        given, len(given), inputs, len(inputs), samples, len(samples), varied, len(varied))
        handle = Handle(lib.load_from(ctypes.byref(source)), lib.free)
        self.messages = read_messages(lib.messages_json(handle.address))
        if lib.failed(handle.address):
            raise LoadError(self.messages)
        return handle

    def _program(self) -> int:
        """The program of this process."""
        with self._loading:
            if self._handle is None or self._handle.process != os.getpid():
                self._handle = self._load()
            return self._handle.address

    def __reduce__(self) -> Any:
        return _load_again, (self._source,)

    # ------------------------------------------------------------------------------------------------ what is in it

    @property
    def variables(self) -> dict[str, Variable]:
        """All scalars by name, in their order."""
        if self._variables is None:
            p = self._program()
            self._variables = {}
            for i in range(lib.count(p)):
                kind = ("parameter" if lib.is_parameter(p, i) else "input" if lib.is_input(p, i)
                        else "output" if lib.is_output(p, i) else "")
                v = Variable(lib.name(p, i).decode(), lib.unit(p, i).decode(), lib.description(p, i).decode(), kind,
                             _TYPES.get(lib.type(p, i), ""))
                self._variables[v.name] = v
        return self._variables

    def _of_kind(self, kind: str) -> list[str]:
        return [v.name for v in self.variables.values() if v.kind == kind]

    parameters = property(lambda self: self._of_kind("parameter"), doc="Names of the parameters.")
    inputs = property(lambda self: self._of_kind("input"), doc="Names of the inputs that nothing is connected to.")
    outputs = property(lambda self: self._of_kind("output"), doc="Names of the outputs.")

    def has(self, name: str) -> bool:
        return name in self._found or lib.find(self._program(), name.encode()) != NONE

    def find(self, name: str) -> int:
        """The number of a variable, for handles."""
        if name not in self._found:
            number = lib.find(self._program(), name.encode())
            if number == NONE:
                import difflib
                near = difflib.get_close_matches(name, self.variables, 1)
                raise Error([Message("error", "U0101", f"there is nothing called '{name}' in {self.name}",
                                     help=(f"did you mean '{near[0]}'?",) if near else ())])
            self._found[name] = number
        return self._found[name]

    def _check_patterns(self, words: Sequence[str]) -> None:
        """What is to be recorded is there."""
        for word in words:
            name = word[4:-1] if word.startswith("der(") and word.endswith(")") else word
            if set(name) & set("*?["):
                if not fnmatch.filter(self.variables, name.replace("[", "[[]")):
                    raise Error(f"nothing in {self.name} is called like '{word}'")
            else:
                self.find(name)

    # --------------------------------------------------------------------------------------------------------- runs

    def run(self, parameters: Mapping[str, Value] | None = None, **settings: Any) -> Run:
        """A run of it, with parameters, and with settings as of :meth:`Run.settings`."""
        unknown = [name for name in settings if name not in _SETTINGS]
        if unknown:
            hint = f"; parameters are given as {{{unknown[0]!r}: ...}}" if self.has(unknown[0]) else ""
            raise TypeError(f"there is no setting '{unknown[0]}'{hint}; settings are {', '.join(_SETTINGS)}")
        run = Run(self)
        if settings:
            run.settings(**settings)
        if parameters:
            run.set(parameters)
        return run

    def simulate(self, parameters: Mapping[str, Value] | None = None, *, inputs: Mapping[str, Any] | None = None,
                 control: Callable[[float, Run], Mapping[str, float] | None] | None = None,
                 every: float | None = None, **settings: Any) -> Result:
        """One simulation.

        ``inputs`` drive inputs of the model: an expression as "sin(time)", a number, samples (times, values) or
        (times, values, method), or a function of time, which is followed to the tolerance by cubics between its jumps,
        or with ``every`` by straight lines between samples. ``control`` is called with the time and the paused run in
        intervals of ``every``; the inputs that it returns are held until its next call.
        """
        if inputs and control is not None:
            raise Error("inputs and control cannot be given at once: let control return all inputs")
        run = self._driven_run(parameters, inputs, every, settings)
        if control is None:
            return run.simulate()
        if every is None or not every > 0:
            raise Error("control needs the time between its calls: every=0.01")
        run.begin()
        try:
            start = run.time
            for k in itertools.count(1):
                run.change(control(run.time, run) or {})
                if not run.advance(start + k * every):
                    break
        except BaseException:
            run.close()
            raise
        return run.end()

    def _driven_run(self, parameters: Any, inputs: Mapping[str, Any] | None, every: float | None,
                    settings: dict[str, Any]) -> Run:
        if not inputs:
            return self.run(parameters, **settings)
        written, curves = _parted(inputs)
        run = self._with_inputs(written, tuple(curves)).run(parameters, **settings)
        for name, given in curves.items():
            run.samples(name, *_samples(name, given, every, settings))
        return run

    def _with_inputs(self, written: dict[str, str], sampled: tuple[str, ...]) -> Model:
        """This model with inputs that expressions or samples give; it is translated once, and runs have samples."""
        key = (tuple(sorted(written.items())), tuple(sorted(sampled)))
        zeros = tuple((n, [0.0, 1.0], [0.0, 0.0]) for n in sorted(sampled))
        return self._variant(key, inputs={**self._source["inputs"], **written}, _samples=zeros)

    def _variant(self, key: Any, **changes: Any) -> Model:
        if key not in self._driven:
            self._driven[key] = _load_again({**self._source, **changes})
        return self._driven[key]

    def measure(self, *measures: str, parameters: Mapping[str, Value] | None = None,
                inputs: Mapping[str, Any] | None = None, every: float | None = None, **settings: Any) -> Any:
        """Simulates, and gives values of measures, as "max(x)", right to the tolerance. ``inputs`` are as of
        :meth:`simulate`."""
        return self._driven_run(parameters, inputs, every, settings).measure(*measures)

    def sweep(self, over: Mapping[str, Iterable[float] | float], measures: str | Sequence[str], *, grid: bool = True,
              parameters: Mapping[str, Value] | None = None, inputs: Mapping[str, Any] | None = None,
              every: float | None = None, threads: int = 0, progress: bool = False, **settings: Any) -> Sweep:
        """Measures at many points, on all cores: a grid of all combinations, or point by point (grid=False).

        Names are parameters, and start values as "x.start". ``inputs`` are as of :meth:`simulate`. A point that fails
        is NaN, with its message.
        """
        axes = {n: np.atleast_1d(np.asarray(v if isinstance(v, (int, float, np.ndarray)) else list(v), dtype=float))
                for n, v in over.items()}
        list_ = [measures] if isinstance(measures, str) else list(measures)
        lengths = {n: a.size for n, a in axes.items()}
        if not grid and len(set(lengths.values())) > 1:
            told = ", ".join(f"{n} has {k}" for n, k in lengths.items())
            raise Error("without a grid all have as many values: " + told)
        if not axes or not list_ or not all(lengths.values()):
            raise Error("a sweep needs values of something, and a measure: model.sweep({'k': [1, 2]}, 'max(x)')")
        columns = np.meshgrid(*axes.values(), indexing="ij") if grid else list(axes.values())
        points = np.ascontiguousarray(np.stack([c.ravel() for c in columns], axis=1))
        written, curves = _parted(inputs or {})
        samples = tuple((n, *_samples(n, v, every, settings)) for n, v in curves.items())
        model = _load_again({**self._source, "inputs": {**self._source["inputs"], **written},
                             "_samples": self._source["_samples"] + samples}) if inputs else self
        run = model.run(parameters, **settings)
        values, messages = run._sweep(list(axes), points, list_, threads, progress)
        return Sweep(self, axes, points, tuple(lengths.values()) if grid else (len(points),), list_, values, messages)

    def map(self, function: Callable[[Run, T], Any], items: Iterable[T], threads: int | None = None) -> list[Any]:
        """``function(run, item)`` for all items, in threads with a run each; results in the order of the items."""
        local = threading.local()

        def work(item: T) -> Any:
            if not hasattr(local, "run"):
                local.run = self.run()
            return function(local.run, item)

        with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
            return list(pool.map(work, items))

    # ----------------------------------------------------------------------------------------------------- searches

    def _given(self, parameters: Mapping[str, Value] | None, inputs: Mapping[str, Any] | None
               ) -> tuple[list[str], list[str]]:
        """Values and inputs of a search, as -p and --input have them."""
        s = self._source
        if s["component"]:
            raise Error(f"'{s['component']}' of this model is opened: load the model without that")
        values, driven = {**s["parameters"], **(parameters or {})}, {**s["inputs"], **(inputs or {})}
        return [f"{k}={_written(v)}" for k, v in values.items()], [f"{k}={_written(v)}" for k, v in driven.items()]

    def optimise(self, minimise: str | None = None, vary: Mapping[str, Any] | Iterable[str] = (), *,
                 maximise: str | None = None, subject: str | Sequence[str] = (),
                 parameters: Mapping[str, Value] | None = None, inputs: Mapping[str, Any] | None = None,
                 method: str | None = None, starts: int = 0, evaluations: int = 0, xtol: float | None = None,
                 ftol: float | None = None, threads: int = 0, start: float | None = None, stop: float | None = None,
                 tolerance: float | None = None, solver: str | None = None, seed: int = 0,
                 progress: Look = False, journal: str | os.PathLike[str] | None = None) -> Optimum:
        """Values of parameters at which a measure is least (``minimise``) or greatest (``maximise``).

        ``vary``: {name: (low, high)}, or (low, high, start), with "log" at the end if its logarithm is to be searched;
        names are parameters, arrays of them, and start values "x.start". ``subject``: comparisons of measures, as
        "max(u) <= 3" or "final(x) == 1". ``method``, ``starts``, ``evaluations``, ``xtol`` and ``ftol`` are as
        docs/optimise.md tells; ``inputs`` are as of :meth:`simulate`. ``progress``: True, or a function of the number
        of runs and the best cost so far; if it returns False, the search ends with what was found. ``journal``: a file
        that keeps the runs; the same call goes on from there after a kill, or where the search was ended. Raises Error
        if no point fulfils all constraints.
        """
        cost = minimise if maximise is None else maximise
        if cost is None or (minimise is not None and maximise is not None):
            raise TypeError("one of minimise and maximise is needed: model.optimise('max(x)', {'k': (0, 5)})")
        written, curves = _parted(inputs or {})
        times = {"start": start, "tolerance": tolerance, **({} if stop is None else {"stop": stop})}
        samples = {n: _samples(n, v, None, times) for n, v in curves.items()}
        given, driven = self._given(parameters, written)
        subjects = [subject] if isinstance(subject, str) else list(subject)
        return _optimise(self, cost, maximise is not None, vary, subjects, given, driven, samples,
                         {"method": method, "starts": starts, "evaluations": evaluations, "xtol": xtol, "ftol": ftol,
                          "threads": threads, "start": start, "stop": stop, "tolerance": tolerance, "solver": solver,
                          "seed": seed, "progress": progress, "journal": journal})

    def fit(self, data: Any, vary: Iterable[str] | Mapping[str, Any], *, sigma: float | Mapping[str, Any] | None = None,
            columns: Mapping[str, str] | None = None, parameters: Mapping[str, Value] | None = None,
            inputs: Mapping[str, Any] | None = None, loss: str = "linear", loss_scale: float | None = None,
            starts: int = 1, confidence: float = 0.95, start: float | None = None, tolerance: float | None = None,
            solver: str | None = None, seed: int = 0, progress: Look = False,
            journal: str | os.PathLike[str] | None = None) -> Fit:
        """Parameters, and start values "x.start", with which the model comes nearest to measured curves.

        ``data``: a file, columns {"time": t, "x": x} (NaN: missing; a column of an input drives it), a pandas frame, or
        a list of such; (data, {"T0": 280}) has values of its own. ``vary``: names, or {name: (low, high)}, where None
        is no limit. ``sigma``: the standard deviation of all values, or by column, where a text names the column that
        has it. ``columns``: what a column is, if it is not the variable of its name: {"thermometer": "T - 273.15"}.
        ``loss``: "linear", "huber", "cauchy" or "soft". ``progress`` and ``journal`` are as of :meth:`optimise`, with
        the least sum of squares. docs/fit.md tells the rest.
        """
        if not 0 < confidence < 1:
            raise Error(f"the confidence cannot be {confidence}: it lies between 0 and 1")
        written, curves = _parted(inputs or {})
        for name, value in curves.items():
            if callable(value):
                raise Error(f"the input '{name}' is a function of time: a fit takes an expression, a file "
                            "\"data.csv:column\", or samples (times, values)")
        given, driven = self._given(parameters, written)
        return _fit(self, data, vary, given, driven, curves,
                    {"sigma": sigma, "columns": columns, "loss": loss, "loss_scale": loss_scale, "starts": starts,
                     "confidence": confidence, "start": start, "tolerance": tolerance, "solver": solver, "seed": seed,
                     "progress": progress, "journal": journal})

    def sensitivities(self, of: Sequence[str], by: Sequence[str], times: Any, *,
                      parameters: Mapping[str, Value] | None = None, inputs: Mapping[str, Any] | None = None,
                      every: float | None = None, **settings: Any) -> Sensitivities:
        """Derivatives of variables by parameters and start values, "x.start", along a run, at these times. ``inputs``
        are as of :meth:`simulate`."""
        starts = tuple(n for n in ([by] if isinstance(by, str) else by) if n.endswith(".start"))
        new = tuple(n for n in starts if n not in self._source["varied"])
        model = self._variant(("varied", new), varied=self._source["varied"] + new) if new else self
        with model._driven_run(parameters, inputs, every, settings) as run:
            return run.sensitivities(of, by, times)

    # ---------------------------------------------------------------------------------------------- where it stands

    def _standing(self, at: float | None, parameters: Any, settings: dict[str, Any]) -> Run:
        if at is not None and "stop" not in settings:
            settings = {**settings, "stop": at + 1}
        run = self.run(parameters, **settings).begin()
        if at is not None and at > run.time and not run.advance(at):
            raise Error(f"the run ends at {run.time:g}, and does not come to at={at:g}")
        return run

    def linearise(self, inputs: Sequence[str] = (), outputs: Sequence[str] = (), *, at: float | None = None,
                  parameters: Mapping[str, Value] | None = None, clocked: bool = False, **settings: Any) -> Linear:
        """The linear system at a time, of all inputs and outputs of the model or of these. ``clocked``: the sampled
        system over one period of all clocks."""
        run = self._standing(at, parameters, settings)
        try:
            return run.linearise(inputs, outputs, clocked=clocked)
        finally:
            run.close()

    def trim(self, free: Sequence[str] = (), zero: Sequence[str] = (),
             bounds: Mapping[str, tuple[float, float]] | None = None, *, at: float | None = None,
             parameters: Mapping[str, Value] | None = None, **settings: Any) -> dict[str, float]:
        """Values of what is free (all states) at which all conditions (all rates) are zero."""
        return self._standing(at, parameters, settings).trim(free, zero, bounds)

    def follow(self, name: str, start: float, stop: float, step: float | None = None, *, free: Sequence[str] = (),
               zero: Sequence[str] = (), bounds: Mapping[str, tuple[float, float]] | None = None,
               parameters: Mapping[str, Value] | None = None, **settings: Any) -> Branch:
        """Equilibria along a parameter, with folds and Hopf points."""
        return self._standing(None, parameters, settings).follow(name, start, stop, step, free, zero, bounds)

    def __repr__(self) -> str:
        return f"<Model {self.name}>"

    def _repr_html_(self) -> str:
        import html
        rows = [v for v in self.variables.values() if v.kind]
        body = "".join(f"<tr><td>{html.escape(v.name)}</td><td>{v.kind}</td><td>{html.escape(v.unit)}</td>"
                       f"<td>{html.escape(v.description)}</td></tr>" for v in rows[:50])
        more = f"<p>and {len(rows) - 50} more</p>" if len(rows) > 50 else ""
        return f"<b>{html.escape(self.name)}</b>: {len(self.variables)} variables<table>{body}</table>{more}"


def _load_again(source: dict[str, Any]) -> Model:
    return Model(**source)


def _written(value: Any) -> str:
    """As -p has it."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    return "{" + ", ".join(_written(v) for v in value) + "}"


def _parted(inputs: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, Any]]:
    """Inputs that are written as text, and those that samples or functions give."""
    written = {n: _written(v) for n, v in inputs.items() if isinstance(v, (str, int, float, np.number, np.bool_))}
    return written, {n: v for n, v in inputs.items() if n not in written}


def _samples(name: str, given: Any, every: float | None, settings: dict[str, Any]) -> tuple[Any, ...]:
    """Times, values and what else Run.samples takes."""
    if not callable(given):
        return tuple(given)
    if "stop" not in settings:
        raise Error(f"the input '{name}' is a function of time, and how long the run lasts is not said: give stop=")
    start, stop = float(settings.get("start") or 0), float(settings["stop"])
    if every is None:
        return of_function(name, given, start, stop, 0.1 * float(settings.get("tolerance") or 1e-6))
    step = every
    times = start + step * np.arange(int(np.ceil((stop - start) / step - 1e-9)) + 1)
    return times, np.array([float(given(float(t))) for t in times])


def load(path: str | os.PathLike[str], class_name: str | None = None, **options: Any) -> Model:
    """A model from a file (.mo, .cosy). Options are ``parameters`` that decide its structure, ``inputs`` (expressions,
    "data.csv:column"), a ``component`` that is opened for linearisation, and start values, "x.start", that become
    parameters (``varied``)."""
    return Model(path, class_name, **options)


def load_text(text: str, class_name: str | None = None, **options: Any) -> Model:
    """The same from a text in Modelica."""
    return Model(None, class_name, text=text, **options)
