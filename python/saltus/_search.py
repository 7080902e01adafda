"""Searches: optima of measures, parameters from measured curves, and derivatives along a run."""

from __future__ import annotations

import csv
import ctypes
import html
import operator
import os
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from ._error import Error, Message, in_python, read_messages
from ._library import Aim, Bound, FitRequest, Samples, SoFar, Source, lib, texts
from ._result import Handle, Picture
from ._run import ModelWarning, Watch, number, sampled

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._model import Model

    Array = npt.NDArray[np.float64]

Look = Union[bool, Callable[[int, float], object]]     # of progress: the number of runs, and the best so far


def count(value: Any, name: str) -> int:
    """A number that is counted: C would make a very large one of -1."""
    try:
        n = operator.index(value)
    except TypeError:
        raise TypeError(f"'{name}' is to be {value!r}: a whole number is needed") from None
    if not 0 <= n < 2**31:
        raise Error(f"'{name}' cannot be {n}: it is a number from 0 on")
    return n


def optional(value: float | None, name: str) -> float:
    return float("nan") if value is None else number(value, name)


def positive(value: float | None, name: str) -> float:
    """0: not given."""
    if value is None:
        return 0.0
    if not 0 < number(value, name) < float("inf"):
        raise Error(f"'{name}' cannot be {value}: it is more than 0")
    return float(value)


@contextmanager
def watched(model: Model, progress: Look) -> Iterator[tuple[Watch, SoFar]]:
    """What the library asks during a search. Afterwards it raises what came up meanwhile."""
    watch, so_far = Watch(), SoFar(0, float("nan"))
    if callable(progress):
        watch.tell = lambda: progress(int(so_far.runs), float(so_far.best))
    elif progress:
        watch.tell = lambda: print(f"\r{model.name}: {so_far.runs} runs, best {so_far.best:.6g}   ", end="",
                                   file=sys.stderr, flush=True)
    yield watch, so_far
    if progress is True:
        print(file=sys.stderr)
    watch.raise_problem()


def warn(messages: Iterable[Message]) -> None:
    for m in messages:
        if m.severity == "warning":
            warnings.warn(str(m), ModelWarning, stacklevel=4)


class Found:
    """What a search has found: ``values`` by name, and the picture and text of it."""

    _kind = ""
    values: dict[str, float]
    messages: list[Message]

    def __init__(self, handle: Handle, model: str) -> None:
        self._handle, self.model, self._folder, self._settings = handle, model, "", ""

    def __getitem__(self, name: str) -> float:
        if name not in self.values:
            raise KeyError(f"'{name}' was not varied: {', '.join(self.values)} were")
        return self.values[name]

    def _call(self, what: str) -> Any:
        return getattr(lib, f"{self._kind}_{what}")

    def save(self, path: str | os.PathLike[str]) -> None:
        """As a table (.csv) or a picture (.svg, .png)."""
        if not self._call("write")(self._handle.address, os.fsencode(path)):
            said = self._call("messages")(self._handle.address).decode().strip()
            raise Error(said or f"'{os.fspath(path)}' cannot be written: .csv, .svg and .png can be")

    def plot(self) -> Picture:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "found.svg")
            self.save(path)
            with open(path, encoding="utf-8") as file:
                return Picture(self._shown(file.read()))

    def _shown(self, text: str) -> str:
        """Data that were given as arrays have a name without a folder."""
        return text.replace(self._folder, "") if self._folder else text

    def __str__(self) -> str:
        lines = self._shown(self._call("text")(self._handle.address).decode()).splitlines()
        values = ", ".join(f"{name!r}: {value!r}" for name, value in self.values.items())
        return "\n".join(f"model.simulate({{{values}}}{self._settings})" if line.startswith(("saltus run ", "-p "))
                         else in_python(line)
                         for line in lines) + "\n"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


# ---------------------------------------------------------------------------------------------------- optimisation


class Optimum(Found):
    """Where a cost is least or greatest: ``optimum["k"]``, ``values`` by name, ``cost``, ``margins`` by constraint (how
    far it is from being violated), and the number of ``runs``. ``print(optimum)`` tells the rest."""

    _kind = "optimum"

    def __init__(self, handle: Handle, model: str, subject: Sequence[str]) -> None:
        super().__init__(handle, model)
        o = handle.address
        names = [lib.optimum_name(o, i) for i in range(lib.optimum_count(o))]
        self.values = {n.decode(): float(lib.optimum_value(o, n)) for n in names}
        self.cost: float = lib.optimum_cost(o)
        self.margins: dict[str, float] = {s: lib.optimum_margin(o, i) for i, s in enumerate(subject)}
        self.runs: int = lib.optimum_runs(o)
        self.messages = read_messages(lib.optimum_messages_json(o))

    def __repr__(self) -> str:
        return f"<Optimum of {self.model}: {self.cost:.6g} at {told(self.values)}>"


def told(values: Mapping[str, float]) -> str:
    return ", ".join(f"{n} = {v:.6g}" for n, v in values.items())


def written_bounds(name: str, given: Any) -> str:
    """(low, high), with a start and "log" behind: as --vary has it."""
    if isinstance(given, str) or not isinstance(given, Sequence) or not 2 <= len(given) <= 4:
        raise Error(f"'{name}' is varied within {given!r}: (low, high) is needed, or (low, high, start), and 'log' at "
                    "the end if its logarithm is to be searched")
    rest = list(given[2:])
    log = " log" if rest and isinstance(rest[-1], str) and rest.pop() == "log" else ""
    low, high = (number(v, name) for v in given[:2])
    if rest and isinstance(rest[0], (Sequence, np.ndarray)) and not isinstance(rest[0], str):
        begin = " = {" + ", ".join(repr(number(v, name)) for v in rest[0]) + "}"
    else:
        begin = f" = {number(rest[0], name)!r}" if rest else ""
    return f"{name} in [{low!r}, {high!r}]{begin}{log}"


def optimise(model: Model, cost: str, maximise: bool, vary: Mapping[str, Any] | Iterable[str], subject: Sequence[str],
             given: Sequence[str], inputs: Sequence[str], samples: Mapping[str, Any], settings: Mapping[str, Any]
             ) -> Optimum:
    s, source = settings, model._source
    list_ = [written_bounds(n, v) for n, v in vary.items()] if isinstance(vary, Mapping) else list(vary)
    varied, subjects, values, sources = texts(list_), texts(subject), texts(given), texts(inputs)
    start, stop = optional(s["start"], "start"), optional(s["stop"], "stop")
    with watched(model, s["progress"]) as (watch, so_far):
        rows = [sampled(n, *v) for n, v in samples.items()]
        arrays = (Samples * len(rows))(*rows)
        aim = Aim(model=written_source(source, values, sources, arrays), cost=cost.encode(), maximise=maximise,
                  vary=varied, vary_count=len(varied), subject=subjects, subject_count=len(subjects),
                  method=s["method"].encode() if s["method"] else None,
                  solver=s["solver"].encode() if s["solver"] else None, starts=count(s["starts"], "starts"),
                  threads=count(s["threads"], "threads"), evaluations=count(s["evaluations"], "evaluations"),
                  xtol=positive(s["xtol"], "xtol"), ftol=positive(s["ftol"], "ftol"), start=start, stop=stop,
                  tolerance=positive(s["tolerance"], "tolerance"), seed=count(s["seed"], "seed"),
                  progress=watch.callback, so_far=ctypes.pointer(so_far), journal=path_of(s["journal"]))
        handle = Handle(lib.optimise(ctypes.byref(aim)), lib.free_optimum)
    if not lib.optimum_found(handle.address):
        raise Error(read_messages(lib.optimum_messages_json(handle.address)))
    found = Optimum(handle, model.name, subject)
    found._settings = "".join(f", {n}={s[n]!r}" for n in ("start", "stop", "tolerance", "solver") if s[n] is not None)
    found._settings += ", inputs=..." if inputs or samples else ""
    warn(found.messages)
    return found


def path_of(given: str | os.PathLike[str] | None) -> bytes | None:
    return None if given is None else os.fsencode(given)


def written_source(source: Mapping[str, Any], given: Any, inputs: Any, samples: Any = ()) -> Source:
    """The model of a study, with these values and inputs."""
    return Source(path=None if source["path"] is None else os.fsencode(source["path"]),
                  text=None if source["text"] is None else source["text"].encode(),
                  class_name=(source["class_name"] or "").encode(), given=given, given_count=len(given), inputs=inputs,
                  input_count=len(inputs), samples=samples or None, sample_count=len(samples))


# ------------------------------------------------------------------------------------------------------------- fits


class Fit(Found):
    """Parameters that were estimated from data: ``fit["k"]``, ``values``, ``errors`` (standard errors) and
    ``intervals`` by name; ``covariance`` and ``correlation`` as arrays in the order of ``names``; ``chi2``, the sum of
    squares, and its ``freedom``. What the data do not determine is NaN. ``save("residuals.csv")`` writes residuals."""

    _kind = "fit"

    def __init__(self, handle: Handle, model: str, names: Sequence[str], messages: list[Message], folder: str) -> None:
        super().__init__(handle, model)
        f, freedom = handle.address, ctypes.c_double()
        self._folder, self.names, self.messages = folder, list(names), messages
        self.values = {n: float(lib.fit_value(f, n.encode())) for n in names}
        self.covariance: Array = np.array([[lib.fit_covariance(f, a.encode(), b.encode()) for b in names]
                                           for a in names])
        deviations = np.sqrt(np.diag(self.covariance))
        self.errors: dict[str, float] = dict(zip(names, map(float, deviations)))
        with np.errstate(divide="ignore", invalid="ignore"):         # NaN of what is exact, or not determined
            self.correlation: Array = self.covariance / np.outer(deviations, deviations)
        self.intervals: dict[str, tuple[float, float]] = {n: self._interval(n) for n in names}
        self.chi2: float = lib.fit_chi2(f, ctypes.byref(freedom))
        self.freedom = freedom.value

    def _interval(self, name: str) -> tuple[float, float]:
        low, high = ctypes.c_double(), ctypes.c_double()
        lib.fit_interval(self._handle.address, name.encode(), ctypes.byref(low), ctypes.byref(high))
        return low.value, high.value

    def __repr__(self) -> str:
        return f"<Fit of {self.model}: {told(self.values)}>"


def columns_of(data: Any) -> dict[str, Array]:
    """The columns of a mapping or a frame, with the time first."""
    columns = {str(n): np.asarray(data[n], dtype=float) for n in data}
    if "time" not in columns:
        if not hasattr(data, "index") or callable(data.index):
            raise Error("data need a column 'time': {'time': t, 'x': x}")
        columns["time"] = np.asarray(data.index, dtype=float)
    shapes = {n: c.shape for n, c in columns.items()}
    if len(set(shapes.values())) > 1 or columns["time"].ndim != 1:
        raise Error("columns of data are lists of one length: " + ", ".join(f"{n} has {s}" for n, s in shapes.items()))
    for n, c in columns.items():
        if np.isinf(c).any():
            raise Error(f"the column '{n}' has a value that is infinite; a missing value is NaN")
    return {"time": columns.pop("time"), **columns}


def write_columns(path: str, columns: Mapping[str, Array]) -> None:
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        rows = zip(*(c.tolist() for c in columns.values()))
        writer.writerows(["" if v != v else repr(v) for v in row] for row in rows)


def written_data(data: Any, folder: str, model: Model, driven: Iterable[str]) -> list[str]:
    """As --data has it. Arrays go to files; those of inputs drive them."""
    from ._model import _written
    out = []
    for i, one in enumerate(data if isinstance(data, list) else [data]):
        one, own = one if isinstance(one, tuple) else (one, {})
        if isinstance(one, (str, os.PathLike)):
            text = os.fspath(one)
        elif isinstance(one, Mapping) or hasattr(one, "columns"):
            columns = columns_of(one)
            text = path = f"{folder}data{i + 1}.csv"
            write_columns(path, columns)
            text += "".join(f"; input {n} = {path}:{n}" for n in model.inputs if n in columns and n not in driven)
        else:
            raise TypeError("data are a file, columns {'time': t, 'x': x}, a frame, or a list of such, and not of the "
                            f"type {type(one).__name__}")
        out.append(text + "".join(f"; {n} = {_written(v)}" for n, v in own.items()))
    return out


def bounds_of(vary: Any) -> Any:
    list_ = []
    for name, given in (vary.items() if isinstance(vary, Mapping) else ()):
        if given is None:
            continue
        try:
            low, high = given
        except (TypeError, ValueError):
            raise Error(f"'{name}' is varied within {given!r}: (low, high) is needed; None is no limit") from None
        low = -np.inf if low is None else number(low, name)
        high = np.inf if high is None else number(high, name)
        if not low < high:
            raise Error(f"the bounds of '{name}' exclude each other: {low:g} and {high:g}")
        list_.append(Bound(name.encode(), low, high))
    return (Bound * len(list_))(*list_)


def fit(model: Model, data: Any, vary: Iterable[str] | Mapping[str, Any], given: Sequence[str], inputs: Sequence[str],
        samples: Mapping[str, Any], settings: Mapping[str, Any]) -> Fit:
    s, source, sigma = settings, model._source, settings["sigma"]
    names = [vary] if isinstance(vary, str) else list(vary)
    varied, bounds, values, sources = texts(names), bounds_of(vary), texts(given), texts(inputs)
    maps = texts(f"{n}={e}" for n, e in (s["columns"] or {}).items())
    sigmas = texts([] if sigma is None else [f"{n}={v if isinstance(v, str) else repr(number(v, n))}"
                                             for n, v in sigma.items()]
                   if isinstance(sigma, Mapping) else [repr(number(sigma, "sigma"))])
    start = None if s["start"] is None else ctypes.pointer(ctypes.c_double(number(s["start"], "start")))
    with tempfile.TemporaryDirectory() as folder, watched(model, s["progress"]) as (watch, so_far):
        folder += os.sep
        files = texts(written_data(data, folder, model, [*samples, *(i.split("=")[0].strip() for i in inputs)]))
        rows = [sampled(n, *v) for n, v in samples.items()]
        arrays = (Samples * len(rows))(*rows)
        request = FitRequest(
            model=written_source(source, values, sources, arrays), data=files, data_count=len(files), vary=varied,
            vary_count=len(varied), bounds=bounds, bound_count=len(bounds),
            maps=maps, map_count=len(maps), sigmas=sigmas, sigma_count=len(sigmas), loss=s["loss"].encode(),
            loss_scale=positive(s["loss_scale"], "loss_scale"), starts=count(s["starts"], "starts"),
            seed=count(s["seed"], "seed"), confidence=s["confidence"], tolerance=positive(s["tolerance"], "tolerance"),
            solver=s["solver"].encode() if s["solver"] else None, start=start, progress=watch.callback,
            so_far=ctypes.pointer(so_far), journal=path_of(s["journal"]))
        address = lib.find_fit(ctypes.byref(request))
        if not address:
            raise MemoryError("there is no memory for a fit")
        handle = Handle(address, lib.free_fit)
        messages = read_messages(lib.fit_messages_json(address).replace(folder.encode(), b""))
    if not lib.fit_found(address):
        raise Error(messages)
    warn(messages)
    return Fit(handle, model.name, names, messages, folder)


# --------------------------------------------------------------------------------------------------- sensitivities


@dataclass(frozen=True)
class Sensitivities:
    """Derivatives along a run: ``s["x", "k"]`` is that of x by k at ``times``, ``s["x"]`` the values of x.

    ``matrix`` has them all, by time, by what they are of, and by what they are by; ``values`` by time and name. NaN:
    the run ends before.
    """

    of: list[str]
    by: list[str]
    times: Array
    matrix: Array = field(repr=False)
    values: Array = field(repr=False)
    messages: list[Message] = field(repr=False, default_factory=list)

    def __getitem__(self, key: str | tuple[str, str]) -> Array:
        of, by = key if isinstance(key, tuple) else (key, None)
        if of not in self.of or (by is not None and by not in self.by):
            raise KeyError(f"there are derivatives of {', '.join(self.of)} by {', '.join(self.by)}, and not "
                           + (f"of '{of}'" if of not in self.of else f"by '{by}'"))
        i = self.of.index(of)
        return self.values[:, i] if by is None else self.matrix[:, i, self.by.index(by)]
