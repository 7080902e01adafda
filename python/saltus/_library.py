"""libsaltus.so: where it is, and its functions with their types.

The library is that of the variable ``SALTUS_LIBRARY``, else it is looked for beside this file (a wheel has it there),
in the build folder of a checkout, in the prefix that the module is installed in, and where the system looks. ctypes
releases the interpreter lock during each call.
"""

from __future__ import annotations

import ctypes
import os
from ctypes import (CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_int, c_size_t, c_uint,
                    c_ulonglong, c_void_p)
from pathlib import Path
from typing import Any, Iterable, Sequence

SONAME = "libsaltus.so.0"
NONE = ctypes.c_size_t(-1).value
DONE, FAILED, TIMEOUT, STOPPED, PAUSED = 0, 1, 3, 4, 5
ROWS = {"grid": 0, "peaks": 1, "steps": 2, "ends": 3}

Progress = CFUNCTYPE(c_bool, c_void_p)
Texts = POINTER(c_char_p)
Doubles = POINTER(c_double)
Sizes = POINTER(c_size_t)


class Samples(Structure):
    _fields_ = [("name", c_char_p), ("time", Doubles), ("value", Doubles), ("count", c_size_t),
                ("method", c_char_p), ("beyond", c_char_p)]


class Source(Structure):
    _fields_ = [("path", c_char_p), ("text", c_char_p), ("class_name", c_char_p), ("component", c_char_p),
                ("given", Texts), ("given_count", c_size_t), ("inputs", Texts), ("input_count", c_size_t),
                ("samples", POINTER(Samples)), ("sample_count", c_size_t), ("varied", Texts),
                ("varied_count", c_size_t)]


class Bound(Structure):
    _fields_ = [("name", c_char_p), ("low", c_double), ("high", c_double)]


class Along(Structure):
    _fields_ = [("name", c_char_p), ("from", c_double), ("step", c_double), ("to", c_double)]


class Points(Structure):
    _fields_ = [("names", Texts), ("name_count", c_size_t), ("points", Doubles), ("point_count", c_size_t),
                ("measures", Texts), ("measure_count", c_size_t), ("threads", c_size_t)]


class SoFar(Structure):
    _fields_ = [("runs", c_ulonglong), ("best", c_double)]


class Aim(Structure):
    _fields_ = [("model", Source), ("cost", c_char_p), ("maximise", c_bool), ("vary", Texts),
                ("vary_count", c_size_t), ("subject", Texts),
                ("subject_count", c_size_t), ("method", c_char_p), ("solver", c_char_p), ("starts", c_uint),
                ("threads", c_uint), ("evaluations", c_uint), ("xtol", c_double), ("ftol", c_double),
                ("start", c_double), ("stop", c_double), ("tolerance", c_double), ("seed", c_ulonglong),
                ("progress", Progress), ("context", c_void_p), ("so_far", POINTER(SoFar)), ("journal", c_char_p)]


class FitRequest(Structure):
    _fields_ = [("model", Source), ("data", Texts), ("data_count", c_size_t),
                ("vary", Texts), ("vary_count", c_size_t), ("bounds", POINTER(Bound)), ("bound_count", c_size_t),
                ("maps", Texts), ("map_count", c_size_t), ("sigmas", Texts), ("sigma_count", c_size_t),
                ("loss", c_char_p), ("loss_scale", c_double), ("starts", c_size_t), ("seed", c_ulonglong),
                ("confidence", c_double), ("tolerance", c_double), ("solver", c_char_p),
                ("start", Doubles), ("progress", Progress), ("context", c_void_p), ("so_far", POINTER(SoFar)),
                ("journal", c_char_p)]


class Event(Structure):
    _fields_ = [("time", c_double), ("what", c_int), ("name", c_char_p), ("was", c_double), ("now", c_double),
                ("line", c_int), ("text", c_char_p)]


SinkBegin = CFUNCTYPE(c_bool, c_void_p, Texts, c_size_t)
SinkRow = CFUNCTYPE(c_bool, c_void_p, c_double, Doubles, c_size_t)
SinkEvent = CFUNCTYPE(c_bool, c_void_p, POINTER(Event))


class Sink(Structure):
    _fields_ = [("context", c_void_p), ("begin", SinkBegin), ("row", SinkRow), ("event", SinkEvent), ("only", c_bool)]


def texts(words: Iterable[str]) -> Any:
    """An array of C strings."""
    list_ = [w.encode() for w in words]
    return (c_char_p * len(list_))(*list_)


def sizes(numbers: Sequence[int]) -> Any:
    return (c_size_t * len(numbers))(*numbers)


# name: result, arguments. One letter each: p pointer, s text, d double, D doubles, n size, N sizes, b bool, c char,
# i status, T texts, - nothing.
FUNCTIONS = """
version s | load_from p p | failed b p | messages_json s p | free - p
count n p | name s pn | unit s pn | description s pn | type c pn | is_parameter b pn | is_input b pn | is_output b pn
model_name s p | find n ps
new_run p p | free_run - p | set b psd | set_text b pss | set_at b pnd | set_samples b pp
set_start - pd | set_stop - pd | set_interval - pd | set_tolerance - pd | set_solver b ps | set_timeout - pd
set_seed - pn | set_rest - pb | set_slide - pb | set_rows - pi | set_recorded b pTn | set_progress - pFp
set_sink - pp
simulate i p | begin i p | advance i pd | advance_to_event i pd | end i p | now d p
message_count n p | run_messages_json s pn
get_at - pNnD | change b psd | change_at b pnd | step_at i pNDndNDn | simulate_at i pNDnNDn | is_state b pn
derivatives b pTnTnD | sensitivities b pTnTnDnDD
linearise p pTnTn | linearise_clocked p pTnTn | linear_period d p
linear_count n pc | linear_name s pcn | linear_at D pc | linear_poles n pDD | linear_zeros n pDD
linear_response b pnndDD | linear_text s p | linear_sample b pdb | linear_write b ps | linear_draw b ps
linear_messages s p | free_linear - p
trim i pTnTnpn | continue p ppTnTnpn | branch_count n pc | branch_name s pn | branch_at D pc | branch_kind c pn
branch_text s p | free_branch - p
set_measures b pTn | measured d pn | measure_note s pn
sweep i ppD | point_message s pn | points_done n p
optimise p p | optimum_found b p | optimum_cost d p | optimum_count n p | optimum_name s pn | optimum_value d ps
optimum_margin d pn | optimum_runs n p | optimum_text s p | optimum_messages s p | optimum_messages_json s p
optimum_write b ps | free_optimum - p
find_fit p p | fit_found b p | fit_messages s p | fit_messages_json s p | fit_text s p | fit_value d ps
fit_covariance d pss | fit_interval b psDD | fit_chi2 d pD | fit_write b ps | free_fit - p
save b ps | restore i ps | copy p p
take_result p p | result_rows n p | result_columns n p | column_name s pn | column_unit s pn | find_column n ps
column D pnN | column_time D p | result_measure b ppTnD | result_svg s pTns | result_write b ps
result_messages_json s p | free_result - p
new_chart p sn | chart_panel - psssbb | chart_curve - pDDns | chart_points - pDDns | chart_cells - pnnDDDs
chart_svg s p | chart_write b ps | chart_messages_json s p | free_chart - p
"""
TYPES: dict[str, Any] = {"p": c_void_p, "s": c_char_p, "d": c_double, "D": Doubles, "n": c_size_t, "N": Sizes,
                         "b": c_bool, "c": c_char, "i": c_int, "T": Texts, "F": Progress, "-": None}


def candidates() -> list[str]:
    here = Path(__file__).resolve().parent
    chosen = os.environ.get("SALTUS_LIBRARY")
    if chosen:
        return [chosen]
    lib = here.parents[2]           # PREFIX/lib/python3/dist-packages/saltus
    found = [here / SONAME, here.parents[1] / "build" / SONAME, lib / SONAME, *lib.glob(f"*-linux-gnu*/{SONAME}")]
    return [str(p) for p in found if p.exists()] + [SONAME]


def load_library() -> ctypes.CDLL:
    problems = []
    for path in candidates():
        try:
            return ctypes.CDLL(path)
        except OSError as problem:
            problems.append(str(problem))
    raise ImportError("the library of Saltus cannot be loaded: " + "; ".join(problems)
                      + "\nhelp: build it with `make`, or name it by the variable SALTUS_LIBRARY")


class Library:
    """The functions of saltus.h by their names without ``saltus_``."""

    def __init__(self) -> None:
        self.handle = load_library()
        for entry in FUNCTIONS.replace("\n", "|").split("|"):
            words = entry.split()
            if not words:
                continue
            try:
                function = getattr(self.handle, "saltus_" + words[0])
            except AttributeError:
                raise ImportError(f"{self.handle._name} has no function saltus_{words[0]}: it is of another version "
                                  "than this module") from None
            function.restype = TYPES[words[1]]
            function.argtypes = [TYPES[c] for c in (words[2] if len(words) > 2 else "")]
            setattr(self, words[0], function)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


lib = Library()
