#!/usr/bin/env python3
"""SPICE: several values of parameters, noise, poles and zeros, sensitivities, against closed forms.

    tests/spice_studies.py --saltus build/saltus [--part NAME]
"""
import json
import math
import os

from checks import check, folder, near, run_parts, saltus, write
from raw_file import read_raw

count = 0


def run(*cards, words=()):
    global count
    count += 1
    path = write("net%d.cir" % count, "\n".join(("title",) + cards) + "\n.end\n")
    done = saltus("run", path, "--json", *words)
    try:
        return json.loads(done.stdout)
    except ValueError:
        check(False, "a netlist runs", "\n".join(cards) + done.stdout[-500:] + done.stderr[-1500:])
        return {"measures": {}, "messages": [], "analyses": [], "steps": [], "status": ""}


def last(told, kind):
    found = [a["last"] for a in told["analyses"] if a["kind"] == kind]
    check(found, f"there is an analysis {kind}", str(told)[:800])
    return found[0] if found else {}


# ------------------------------------------------------------------------------------------------------- .step

RC = ("v1 1 0 pulse(0 1 0 1p 1p 1 2)", "r1 1 2 {r}", "c1 2 0 1u", ".tran 10u 20m",
      ".meas tran t50 when v(2)=0.5 rise=1")


def scales():
    """.step: list, lin, dec, oct, with and without param; the parameter needs no card of its own."""
    forms = {".step param r list 500 1k 2k": (500, 1e3, 2e3), ".step param r 1k 2k 0.5k": (1e3, 1.5e3, 2e3),
             ".step dec param r 100 10k 1": (100, 1e3, 1e4), ".step oct param r 1k 4k 1": (1e3, 2e3, 4e3),
             ".step lin r 2k 1k 500": (2e3, 1.5e3, 1e3)}
    for form, wanted in forms.items():
        for own in ((".param r=7",), ()) if "param" in form else ((".param r=7",),):
            told = run(*RC, form, *own)["steps"]
            values = [s["step"]["r"] for s in told]
            check(len(values) == len(wanted) and all(near(a, b, 1e-9) for a, b in zip(values, wanted)), form,
                  str(values))
            for s in told:      # the time constant is r*1u
                check(abs(s["measures"]["t50"]/(math.log(2)*s["step"]["r"]*1e-6) - 1) < 1e-4, form, str(s["measures"]))


def two_steps():
    """Temperature and a source; the first goes fastest. V = I*R*(1 + 1m*(T - 27))."""
    told = run("i1 0 1 dc 1", "r1 1 0 10 tc=1m", ".step i1 1 3 1", ".step temp list -73 127", ".op")["steps"]
    got = [(s["step"]["i1"], s["step"]["temp"], last(s, "op")["v(1)"]) for s in told]
    wanted = [(i, t, i*10*(1 + 1e-3*(t - 27))) for t in (-73, 127) for i in (1, 2, 3)]
    check(len(got) == 6 and all(near(x, y, 1e-9) for a, b in zip(got, wanted) for x, y in zip(a, b)), "two steps",
          str(got))
    many = run("i1 0 1 dc 1", "r1 1 0 {r}", ".step param r 1 200 1", ".step i1 1 200 1", ".op")
    check("U0697" in str(many["messages"]), "too many", str(many)[:300])


def files_of_steps():
    """A raw file has the plots of all; other files get numbers."""
    out = os.path.join(folder, "steps")
    run(*RC, ".step param r list 1k 2k", ".op", words=("-o", out + ".raw", "-o", out + ".csv"))
    names = [p[0] for p in read_raw(out + ".raw")]
    check(names == ["Transient Analysis, r = 1000", "Operating Point, r = 1000", "Transient Analysis, r = 2000",
                    "Operating Point, r = 2000"], "plots", str(names))
    for name in ("steps.1.csv", "steps.2.csv", "steps.2.op.csv"):
        check(os.path.exists(os.path.join(folder, name)), name)


if __name__ == "__main__":
    run_parts([scales, two_steps, files_of_steps])
