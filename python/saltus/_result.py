"""What runs give: columns, pictures, frames."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._error import Error, Message, read_messages
from ._library import lib, texts

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._model import Model

    Array = npt.NDArray[np.float64]


class Handle:
    """Something of the library's that is freed once, and only by the process that has made it.

    A program is freed after its runs: Python may drop objects that know each other in any order.
    """

    def __init__(self, address: int, free: Any, owner: Handle | None = None) -> None:
        self.address = address
        self.process = os.getpid()
        self._memory, self._free, self._owner, self._users = address, free, owner, 0
        if owner:
            owner._users += 1

    def free(self) -> None:
        self.address = 0
        self._free_memory()

    def _free_memory(self) -> None:
        if self.address or self._users or not self._memory:
            return
        memory, self._memory = self._memory, 0
        if self.process == os.getpid():
            self._free(memory)
        owner, self._owner = self._owner, None
        if owner:
            owner._users -= 1
            owner._free_memory()

    def __del__(self) -> None:
        self.free()


class _View:
    """Memory of the library as NumPy sees it; the array keeps it, and it keeps the owner of the memory."""

    def __init__(self, owner: object, address: int, shape: tuple[int, ...], strides: tuple[int, ...]) -> None:
        self.owner = owner
        self.__array_interface__ = {"version": 3, "typestr": "<f8", "data": (address, True), "shape": shape,
                                    "strides": strides}


def view(owner: object, pointer: Any, shape: tuple[int, ...], strides: tuple[int, ...] | None = None) -> Array:
    """An array over memory that belongs to ``owner``. It is not copied, and cannot be written to."""
    size = int(np.prod(shape))
    address = ctypes.cast(pointer, ctypes.c_void_p).value
    if not size or not address:
        return np.zeros(shape)
    if strides is None:
        strides = tuple(8 * int(np.prod(shape[i + 1:])) for i in range(len(shape)))
    return np.asarray(_View(owner, address, shape, strides))


def doubles(array: Any) -> Any:
    """The pointer to an array of doubles; the array must live as long."""
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_double))


class Picture:
    """An SVG picture; Jupyter shows it."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | os.PathLike[str]) -> None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


class Chart:
    """A chart of panels with curves, points and heat maps, drawn as Saltus draws."""

    def __init__(self, title: str = "", columns: int = 1) -> None:
        self._chart = Handle(lib.new_chart(title.encode(), columns), lib.free_chart)

    def panel(self, x: str = "", y: str = "", title: str = "", *, log_x: bool = False, log_y: bool = False) -> Chart:
        lib.chart_panel(self._chart.address, title.encode(), x.encode(), y.encode(), log_x, log_y)
        return self

    def _series(self, add: Any, x: Any, y: Any, legend: str) -> Chart:
        a, b = np.ascontiguousarray(x, dtype=float).ravel(), np.ascontiguousarray(y, dtype=float).ravel()
        if a.size != b.size:
            raise Error(f"x has {a.size} values, and y has {b.size}")
        add(self._chart.address, doubles(a), doubles(b), a.size, legend.encode())
        return self

    def curve(self, x: Any, y: Any, legend: str = "") -> Chart:
        return self._series(lib.chart_curve, x, y, legend)

    def points(self, x: Any, y: Any, legend: str = "") -> Chart:
        return self._series(lib.chart_points, x, y, legend)

    def cells(self, x: Any, y: Any, values: Any, label: str = "") -> Chart:
        """A heat map: values[i, k] at x[k], y[i], which rise."""
        v = np.ascontiguousarray(values, dtype=float)
        a, b = _edges(np.asarray(x, dtype=float)), _edges(np.asarray(y, dtype=float))
        if v.shape != (b.size - 1, a.size - 1):
            raise Error(f"the values have the shape {v.shape}, and {(b.size - 1, a.size - 1)} belongs to x and y")
        lib.chart_cells(self._chart.address, a.size - 1, b.size - 1, doubles(a), doubles(b), doubles(v), label.encode())
        return self

    def picture(self) -> Picture:
        return Picture(lib.chart_svg(self._chart.address).decode())

    def save(self, path: str | os.PathLike[str]) -> None:
        """As .svg or .png."""
        if not lib.chart_write(self._chart.address, os.fsencode(path)):
            raise Error(read_messages(lib.chart_messages_json(self._chart.address)))

    def _repr_svg_(self) -> str:
        return self.picture().svg


def _edges(x: Array) -> Array:
    """Between the values, and as far beyond the outermost."""
    if x.size == 1:
        return np.array([x[0] - 0.5, x[0] + 0.5])
    middle = (x[1:] + x[:-1]) / 2
    return np.concatenate([[x[0] - (middle[0] - x[0])], middle, [x[-1] + (x[-1] - middle[-1])]])


class Result(Mapping[str, "Array"]):
    """What a run has recorded: ``result["x"]`` is an array over ``result.time``.

    At an event there are two rows of one time, the values before and after. Arrays are views of the memory of the
    result, which lives as long as one of them.
    """

    def __init__(self, address: int, model: Model, messages: list[Message]) -> None:
        self._result = Handle(address, lib.free_result)
        self.model = model
        self.messages = messages
        n = lib.result_columns(address)
        self.names: list[str] = [lib.column_name(address, i).decode() for i in range(n)]
        self._columns: dict[str, int] = {name: i for i, name in enumerate(self.names)}
        self._rows: int = lib.result_rows(address)
        self.time: Array = view(self._result, lib.column_time(address), (self._rows,))

    def __getitem__(self, name: str) -> Array:
        if name == "time" and name not in self._columns:
            return self.time
        if name not in self._columns:
            raise KeyError(_no_name(name, self.names))
        stride = ctypes.c_size_t()
        pointer = lib.column(self._result.address, self._columns[name], ctypes.byref(stride))
        if not pointer:
            raise MemoryError(f"there is no memory for the column '{name}'")
        return view(self._result, pointer, (self._rows,), (8 * stride.value,))

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def final(self, name: str) -> float:
        """The last value."""
        return float(self[name][-1])

    def unit(self, name: str) -> str:
        if name not in self._columns:
            raise KeyError(_no_name(name, self.names))
        return str(lib.column_unit(self._result.address, self._columns[name]).decode())

    def at(self, name: str, time: Any) -> Any:
        """Values at other times, on straight lines between rows; at an event the one after it."""
        return np.interp(np.asarray(time) + 0.0, self.time, self[name])

    def measure(self, *measures: str) -> Any:
        """Values of measures, as ``"max(x)"``, from straight lines between rows: one number, or an array.

        Model.measure simulates so that they are right to the tolerance.
        """
        out = np.empty(len(measures))
        if not lib.result_measure(self._result.address, self.model._program(), texts(measures), len(measures),
                                  doubles(out)):
            raise Error(read_messages(lib.result_messages_json(self._result.address)))
        return float(out[0]) if len(measures) == 1 else out

    def plot(self, *names: str, title: str = "") -> Picture:
        """A picture of these, or of what one most likely wants to see."""
        svg = lib.result_svg(self._result.address, texts(names), len(names), title.encode())
        if not svg:
            raise Error(read_messages(lib.result_messages_json(self._result.address)))
        return Picture(svg.decode())

    def save(self, path: str | os.PathLike[str]) -> None:
        """As .csv, .mat, .svg or .png."""
        if not lib.result_write(self._result.address, os.fsencode(path)):
            raise Error(read_messages(lib.result_messages_json(self._result.address)))

    def frame(self, *names: str) -> Any:
        """A pandas.DataFrame over time, of these columns or of all."""
        return _pandas().DataFrame({n: self[n] for n in names or self.names},
                                   index=_pandas().Index(self.time, name="time"))

    def _repr_svg_(self) -> str:
        return self.plot().svg

    def __repr__(self) -> str:
        end = f" to {self.time[-1]:g} s" if self._rows else ""
        return f"<Result of {self.model.name}{end}: {self._rows} rows, {len(self.names)} columns>"

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__


def _pandas() -> Any:
    try:
        import pandas  # type: ignore[import]
    except ImportError:
        raise ImportError("frame() needs pandas (on Debian: python3-pandas); result[name] are NumPy arrays") from None
    return pandas


def _no_name(name: str, names: Sequence[str]) -> str:
    import difflib
    near = difflib.get_close_matches(str(name), names, 1)
    return f"there is no column '{name}'" + (f"; did you mean '{near[0]}'?" if near else "")


class Sweep:
    """Measures of many points. ``sweep["max(x)"]`` is an array: of the shape of the grid, or by point."""

    def __init__(self, model: Model, axes: dict[str, Array], points: Array, shape: tuple[int, ...],
                 measures: Sequence[str], values: Array, messages: list[str]) -> None:
        self.model, self.axes, self.points, self.shape = model, axes, points, shape
        self.names, self.measures = list(axes), list(measures)
        self.values, self.messages = values, messages

    def __getitem__(self, name: str) -> Array:
        if name in self.measures:
            return self.values[:, self.measures.index(name)].reshape(self.shape)
        if name in self.names:
            return self.points[:, self.names.index(name)].reshape(self.shape)
        raise KeyError(_no_name(name, self.measures + self.names).replace("column", "measure or parameter"))

    def __len__(self) -> int:
        return len(self.points)

    @property
    def failed(self) -> list[int]:
        """Numbers of the points without values; ``messages`` says why."""
        return [i for i, m in enumerate(self.messages) if m and np.isnan(self.values[i]).any()]

    def least(self, measure: str) -> dict[str, float]:
        """The point at which the measure is least, with all of its measures."""
        column = self.values[:, self.measures.index(measure)]
        if np.isnan(column).all():
            raise Error(f"no point has a value of {measure}")
        i = int(np.nanargmin(column))
        return dict(zip(self.names + self.measures, [*map(float, self.points[i]), *map(float, self.values[i])]))

    def frame(self) -> Any:
        """A pandas.DataFrame with a row for each point."""
        return _pandas().DataFrame(np.hstack([self.points, self.values]), columns=self.names + self.measures)

    def plot(self, measure: str | None = None) -> Picture:
        """A heat map over a grid of two parameters, else the measure over each parameter."""
        chosen = [measure] if measure else self.measures
        chart = Chart(self.model.name, 1 if len(self.shape) == 2 else len(self.names))
        for m in chosen:
            if len(self.shape) == 2:
                x, y = (self.axes[n] for n in self.names)
                chart.panel(*self.names).cells(x, y, self[m].T, m)
                continue
            for n in self.names:
                chart.panel(n, m).points(self[n].ravel(), self[m].ravel())
        return chart.picture()

    def _repr_svg_(self) -> str:
        return self.plot().svg

    def __repr__(self) -> str:
        failed = f", {len(self.failed)} failed" if self.failed else ""
        return f"<Sweep of {self.model.name} over {', '.join(self.names)}: {len(self)} points{failed}>"


class Linear:
    """A linear system x' = A x + B u, y = C x + D u around a point, with names."""

    def __init__(self, address: int) -> None:
        self._linear = Handle(address, lib.free_linear)
        self._read()

    def _read(self) -> None:
        l, at = self._linear.address, lib.linear_at
        n = {of: lib.linear_count(l, of.encode()) for of in "xuy"}
        self.states, self.inputs, self.outputs = (
            [lib.linear_name(l, of.encode(), i).decode() for i in range(n[of])] for of in "xuy")
        self.A, self.B, self.C, self.D = (
            view(self._linear, at(l, of), (n[rows], n[columns]))
            for of, rows, columns in ((b"A", "x", "x"), (b"B", "x", "u"), (b"C", "y", "x"), (b"D", "y", "u")))
        self.x, self.rates = (view(self._linear, at(l, k), (n["x"],)) for k in (b"x", b"r"))
        self.u, self.y = view(self._linear, at(l, b"u"), (n["u"],)), view(self._linear, at(l, b"y"), (n["y"],))

    def _complex(self, function: Any) -> npt.NDArray[np.complex128]:
        real, imaginary = np.empty(len(self.states) + 1), np.empty(len(self.states) + 1)
        n = function(self._linear.address, doubles(real), doubles(imaginary))
        return real[:n] + 1j * imaginary[:n]

    def poles(self) -> npt.NDArray[np.complex128]:
        return self._complex(lib.linear_poles)

    def zeros(self) -> npt.NDArray[np.complex128]:
        return self._complex(lib.linear_zeros)

    def response(self, omega: Any, output: int | str = 0, input: int | str = 0) -> npt.NDArray[np.complex128]:
        """The frequency response of one channel; NaN at a pole."""
        o = self.outputs.index(output) if isinstance(output, str) else output
        i = self.inputs.index(input) if isinstance(input, str) else input
        if not (0 <= o < len(self.outputs) and 0 <= i < len(self.inputs)):
            raise Error(f"there is no channel from input {input} to output {output}: there are {len(self.inputs)} "
                        f"inputs and {len(self.outputs)} outputs")
        w = np.atleast_1d(np.asarray(omega, dtype=float))
        out = np.full(w.shape, complex(np.nan, np.nan))
        real, imaginary = ctypes.c_double(), ctypes.c_double()
        for k, one in enumerate(w.ravel()):
            if lib.linear_response(self._linear.address, o, i, one, ctypes.byref(real), ctypes.byref(imaginary)):
                out.ravel()[k] = complex(real.value, imaginary.value)
        return out

    @property
    def period(self) -> float:
        """Of a sampled system; otherwise 0."""
        return lib.linear_period(self._linear.address)

    def sample(self, period: float, hold: bool = True) -> Linear:
        """Becomes the sampled system, by a zero-order hold or by Tustin's rule."""
        if not lib.linear_sample(self._linear.address, period, hold):
            raise Error("the system cannot be sampled: it is sampled already, or its matrices would not be finite")
        self._read()
        return self

    def save(self, path: str | os.PathLike[str]) -> None:
        """As .mat, .json or .mo."""
        if not lib.linear_write(self._linear.address, os.fsencode(path)):
            raise Error(lib.linear_messages(self._linear.address).decode().strip())

    def plot(self, kind: str = "bode") -> Picture:
        """bode, nyquist, nichols, rlocus, pzmap or step."""
        import tempfile
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "linear.svg")
            if not lib.linear_draw(self._linear.address, f"{kind}={path}".encode()):
                raise Error(lib.linear_messages(self._linear.address).decode().strip())
            with open(path, encoding="utf-8") as file:
                return Picture(file.read())

    def __str__(self) -> str:
        return str(lib.linear_text(self._linear.address).decode())

    def __repr__(self) -> str:
        return f"<Linear: {len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs>"

    def _repr_html_(self) -> str:
        import html
        return f"<pre>{html.escape(str(self))}</pre>"


class Branch:
    """Equilibria along a parameter. ``branch["x"]`` are the values of x over ``branch.parameter``; ``kinds`` has an
    "F" at a fold, an "H" at a Hopf point, a "B" where another branch crosses, else " "."""

    def __init__(self, address: int, name: str, model: str) -> None:
        handle = Handle(address, lib.free_branch)
        n, m = lib.branch_count(address, b"p"), lib.branch_count(address, b"x")
        self.name, self.model = name, model
        self.names = [lib.branch_name(address, i).decode() for i in range(m)]
        self.parameter = view(handle, lib.branch_at(address, b"p"), (n,))
        self.values = view(handle, lib.branch_at(address, b"x"), (n, m))
        self.eigenvalues = (view(handle, lib.branch_at(address, b"r"), (n,))
                            + 1j * view(handle, lib.branch_at(address, b"i"), (n,)))
        self.kinds = "".join(lib.branch_kind(address, i).decode() for i in range(n))
        self._text: str = lib.branch_text(address).decode()

    def __getitem__(self, name: str) -> Array:
        if name not in self.names:
            raise KeyError(_no_name(name, self.names))
        return self.values[:, self.names.index(name)]

    def __str__(self) -> str:
        return self._text

    def plot(self, *names: str) -> Picture:
        chart = Chart(self.model)
        for n in names or self.names:
            special = np.array([k != " " for k in self.kinds])
            chart.panel(self.name, n).curve(self.parameter, self[n])
            chart.points(self.parameter[special], self[n][special])
        return chart.picture()

    def _repr_svg_(self) -> str:
        return self.plot().svg
