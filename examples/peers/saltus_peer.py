"""Peers in Python: parts of a coupled system that simulate themselves (docs/cosimulation.md).

    import saltus_peer

    class Spring(saltus_peer.Peer):
        inputs = ["x [m]"]                      # "NAME", "NAME [UNIT]", "NAME: Boolean"
        outputs = ["F [N]"]
        direct = [("F", "x")]                   # F depends on x at the same time
        k = 100.0                               # parameters are attributes

        def look(self, u):                      # outputs, with these inputs, where it stands
            return [-self.k * u[0]]

        def step(self, u, t, to):               # u[i](s): input i at s seconds after t; returns nothing
            pass

    saltus_peer.serve(Spring)

`start(time, stop)` begins from the start. A class with `state_names`, the attributes that are its state, can be saved
and restored, so that a master can repeat steps."""
import copy
import os
import re
import sys
import traceback


class Peer:
    inputs, outputs, direct = [], [], []

    def start(self, time, stop):
        pass

    def look(self, u):
        return []

    def step(self, u, t, to):
        pass


def _port(text):
    name, unit, kind = re.match(r"([^\s:\[]+(?:\[[\d,]+\])?)\s*(?:\[([^\]]*)\])?\s*(?::\s*(\w+))?$", text).groups()
    return name, unit or "", kind or "Real"


def _curve(c):
    return lambda s: c[0] + s * (c[1] + s * c[2])


def _numbers(row):
    return "".join(f" {float(x)!r}" for x in row)


def _answer(peer, word, rest, slots):
    if word == "open":
        lines = [f"input {n} {k} 0 {int(k != 'Real')} {u}" for n, u, k in map(_port, peer.inputs)]
        lines += [f"output {n} {k} 0 {int(k != 'Real')} {u}" for n, u, k in map(_port, peer.outputs)]
        lines += [f"direct {o} {i}" for o, i in peer.direct] + ["restores"] * hasattr(peer, "state_names")
        return "\n".join(lines + ["ok"])
    if word == "set":
        name, _, text = rest.partition(" ")
        if not hasattr(peer, name):
            raise KeyError(f"there is no parameter '{name}'")
        setattr(peer, name, type(getattr(peer, name))(text))
    elif word == "start":
        peer.start(*map(float, rest.split()))
    elif word == "look":
        return "values" + _numbers(peer.look([float(x) for x in rest.split()]))
    elif word == "step":
        t, to, *c = map(float, rest.split())
        curves = [_curve(c[i:i + 3]) for i in range(0, len(c), 3)]
        peer.step(curves, t, to)
        return "values" + _numbers(peer.look([u(to - t) for u in curves]))
    elif word == "save":
        slots[rest] = copy.deepcopy([getattr(peer, n) for n in peer.state_names])
    elif word == "restore":
        for name, value in zip(peer.state_names, copy.deepcopy(slots[rest])):
            setattr(peer, name, value)
    return "ok"


def serve(kind):
    """Answers requests until there are no more."""
    requests, answers = os.fdopen(3), os.fdopen(4, "w")
    peer, slots = kind(), {}
    for line in requests:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "end":
            break
        try:
            answer = _answer(peer, word, rest, slots)
        except Exception as e:                  # whatever it is, the master is told
            traceback.print_exc(file=sys.stderr)
            answer = "failed " + f"{type(e).__name__}: {e}".replace("\n", " ")
        print(answer, file=answers, flush=True)
