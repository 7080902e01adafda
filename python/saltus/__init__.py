"""Saltus: models with events, simulated.

    import saltus
    ball = saltus.load("examples/bouncing_ball.mo")
    result = ball.simulate({"e": 0.8}, stop=4)
    result["h"]                 # a NumPy array over result.time; Jupyter draws `result` itself
    ball.sweep({"e": [0.5, 0.6, 0.7]}, "max(h, from = 2)", stop=4)

A mistake in a model, a name that is not there, or a run that fails raises :class:`saltus.Error`, with code, place and
help in its ``messages``. docs/python.md is the guide.
"""

from ._error import Error, LoadError, Message, RunError, TimeoutError
from ._library import lib as _lib
from ._model import Model, Variable, load, load_text
from ._result import Branch, Chart, Linear, Picture, Result, Sweep
from ._run import ModelWarning, Run
from ._search import Fit, Optimum, Sensitivities
from ._stream import Event, Row

__version__: str = _lib.version().decode()
__all__ = ["Branch", "Chart", "Error", "Event", "Fit", "Linear", "LoadError", "Message", "Model", "ModelWarning",
           "Optimum", "Picture", "Result", "Row", "Run", "RunError", "Sensitivities", "Sweep", "TimeoutError",
           "Variable",
           "load", "load_text"]
