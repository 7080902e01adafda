#!/usr/bin/env python3
"""SPICE: netlists and models in the forms in which people publish them, against closed forms.

    tests/spice_forms.py --saltus build/saltus [--part NAME]
"""
import json
import math
import os

from checks import check, folder, near, run_parts, saltus

count = 0


def run(*cards, files=None, words=()):
    """Measures and the last points of analyses; also all that was told."""
    global count
    count += 1
    place = os.path.join(folder, "net%d" % count)
    os.makedirs(place)
    for name, text in (files or {}).items():
        with open(os.path.join(place, name), "w") as f:
            f.write(text)
    path = os.path.join(place, "circuit.cir")
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(("title",) + cards) + "\n.end\n")
    done = saltus("run", path, "--json", *words)
    try:
        return json.loads(done.stdout)
    except ValueError:
        check(False, "a netlist runs", "\n".join(cards) + done.stdout[-500:] + done.stderr[-1500:])
        return {"measures": {}, "messages": [], "analyses": [], "steps": 0, "status": ""}


def point(told, name):
    last = {}
    for a in told["analyses"]:
        last.update(a["last"])
    check(name in last, "there is a value of " + name, str(told)[:1000])
    return last.get(name, math.nan)


def codes(told):
    return {m["code"] for m in told["messages"]}


def copies():
    """m of a call is so many calls in parallel, nested ones too; half a copy is possible."""
    sub = (".subckt part a b", "r1 a c 1k", "d1 c b dx", "x9 a b inner m={2*1}", ".ends",
           ".subckt inner a b", "r1 a b 10k", "c1 a b 10n", ".ends", ".model dx d(is=1e-12)", "r9 2 0 300")
    drive = ("v1 1 0 pulse(0 2 0 1u 1u 50u 100u)", ".tran 1u 80u", ".meas tran late find v(2) at=70u",
             ".meas tran high find v(2) at=30u")
    one = run(*drive, *sub, "x1 1 2 part m=3")["measures"]
    three = run(*drive, *sub, "x1 1 2 part", "x2 1 2 part", "x3 1 2 part")["measures"]
    for name in ("late", "high"):
        check(near(one.get(name), three.get(name, 0), 1e-6), "three copies: " + name, f"{one} {three}")
    half = run("v1 1 0 3", "x1 1 2 p m=0.5", "r2 2 0 1k", ".subckt p a b", "r1 a b 500", ".ends", ".op")
    check(near(point(half, "v(2)"), 1.5, 1e-12), "half a copy", str(half)[:300])


def points_of_files():
    """PWL FILE: beside the netlist, with comments, commas and units; the same as the points on the card."""
    text = "* time, value\n0, 0\n1m 2V\n\n3m,-1\n"
    cards = ("r1 1 0 1k", ".tran 10u 5m", ".meas tran a avg v(1)", ".meas tran b find v(1) at=2m")
    for form in ('v1 1 0 pwl file="wave.txt"', "v1 1 0 PWL FILE wave.txt", "v1 1 0 pwl file='wave.txt' td=0"):
        m = run(form, *cards, files={"wave.txt": text})["measures"]
        # 1 + 1 up to 3 ms, then -1 for 2 ms: (1 + (2 - 1)/2*2 - 2)/5 mV s
        check(near(m.get("a"), 0, 1e-9) and near(m.get("b"), 0.5, 1e-9), form, str(m))


def remarks():
    """What others write into models for their own programs is passed over, and told."""
    told = run("v1 1 0 1", "d1 1 0 D1", ".model D1 D(Is=1e-14 Iave=200m Vpk=75 mfg=OnSemi type=silicon)",
               "j1 1 0 0 J1", ".model J1 NJF(Beta=1m Vto=-2 Alpha=311u Vk=243 Isr=1p Nr=2)", ".op")
    check(told["status"] == "done" and codes(told) == {"L0210"}, "remarks", str(told["messages"])[:500])
    # 1000 ohm and 1 uF: t50 = ln 2 ms; the micro sign, and the Greek letter
    for micro in "\u00b5\u03bc":
        told = run("v1 1 0 pulse(0 1 0 1p 1p 1 2)", "r1 1 2 1k", "c1 2 0 1" + micro, ".tran 10u 5m",
                   ".meas tran t50 when v(2)=0.5 rise=1")
        check(abs(told["measures"].get("t50", 0) - math.log(2)*1e-3) < 1e-7, "micro", str(told["measures"]))


def straight_diodes():
    """LTspice's diode of RON, ROFF, VFWD and VREV: its lines, and continuous where they meet."""
    card = ".model dm d(ron=0.1 roff=1meg vfwd=0.4 vrev=20 rrev=0.2)"
    for v in (-30.0, -19.0, -1.0, 0.3, 0.5, 10.0):
        i = -point(run(f"v1 1 0 {v}", "d1 1 0 dm", card, ".op"), "i(v1)")
        wanted = (v - 0.4)/0.1 if v > 0.4 else (v + 20)/0.2 if v < -20 else v/1e6
        check(near(i/wanted, 1, 1e-9), f"at {v} V", f"{i} {wanted}")
    knee = 0.4/(1 - 0.1/1e6)
    a, b = (-point(run(f"v1 1 0 {v:.17g}", "d1 1 0 dm 2", card, ".op"), "i(v1)")
            for v in (knee*(1 - 1e-12), knee*(1 + 1e-12)))
    check(abs(a - b) < 1e-9 and near(a/(2*knee/1e6), 1, 1e-6), "continuous at the knee, area 2", f"{a} {b}")


def more_of_models():
    """Parameters of PSpice's models that power transistors and Zener diodes come with."""
    # M off: its gate charges through RG; drain and source see RDS only. C = CGSO*W, tau = RG*C
    mos = ".model mm nmos(level=%d vto=3 rg=10 rds=50k cgso=1u cgdo=0 tox=100n)"
    for level in (1, 3):
        told = run("v1 1 0 pulse(0 1 0 1p 1p 1 2)", "m1 3 1 0 0 mm w=1m l=1u", "v3 3 0 5", mos % level,
                   ".tran 1n 50n", ".meas tran i find i(v1) at=10n", ".meas tran d find i(v3) at=40n")
        c = 1e-6*1e-3 + 1e-4*3*3.9*8.854214871e-12/100e-9*1e-9
        wanted = -0.1*math.exp(-10e-9/(10*c))
        check(near(told["measures"].get("i", 0)/wanted, 1, 1e-3), "gate resistance", f"{told['measures']} {wanted}")
        check(near(told["measures"].get("d", 0)/-1e-4, 1, 1e-4), "shunt resistance", str(told["measures"]))
    # bulk junction: emission coefficient
    a, b = (-point(run("m1 0 0 0 1 mm", f"v1 1 0 {v}", ".model mm nmos(is=1e-14 n=2)", ".op"), "i(v1)") - 2e-12*v
            for v in (0.5, 0.6))
    vt = 1.38064852e-23*300.15/1.6021766208e-19
    check(near(b/a, (math.exp(0.6/(2*vt)) - 1)/(math.exp(0.5/(2*vt)) - 1), 1e-5), "emission of the bulk", f"{b/a}")
    # the low-level breakdown: IBVL*exp(-(v + BV)/(NBVL*vt)), here where the other one is far below
    zener = ".model dz d(is=1e-30 bv=5 ibv=1e-9 nbv=1 ibvl=1m nbvl=20 tbv1=1e-3)"
    for t in (27, 77):
        vt = 1.38064852e-23*(t + 273.15)/1.6021766208e-19
        bv = 5*(1 + 1e-3*(t - 27))
        i = point(run("d1 1 0 dz", "v1 1 0 -4", zener, ".op", f".temp {t}"), "i(v1)")
        check(near((i - 4e-12)/(1e-3*math.exp((4 - bv)/(20*vt))), 1, 1e-6), f"low-level breakdown at {t}", str(i))
    # grading of a JFET's gate: capacitance at -3 V, from the response of RC
    f, r = 1e6, 1e5
    told = run("v1 1 0 -3 ac 1", f"r1 1 2 {r}", "j1 0 2 0 jm",
               ".model jm njf(vto=-2 cgs=2p cgd=1p pb=0.8 m=0.36 is=1e-20)", f".ac lin 1 {f} {f}")
    h = 1/(1 + 2j*math.pi*f*r*3e-12*(1 + 3/0.8)**-0.36)
    got = complex(point(told, "re(v(2))"), point(told, "im(v(2))"))
    check(abs(got - h) < 1e-6, "grading of a JFET", f"{got} {h}")


def coupled_coils():
    """Factors of coupled coils count as those of single ones: m, scale, temperature, models."""
    # at 50 degrees: L1 = 1m/2*(1 + 1m*23), L2 = 2*4m*(1 + 2m*33); open secondary: v2 = k sqrt(L2/L1) v1
    cards = ("v1 1 0 ac 1", "r1 1 2 10", "l1 2 0 1m m=2 tc=1m", "l2 3 0 lm 4m dtemp=10 scale=2", ".model lm l(tc1=2m)",
             "k1 l1 l2 0.9", "r2 3 0 1g", ".temp 50", ".ac lin 1 1k 1k")
    l1, l2 = 1e-3/2*(1 + 1e-3*23), 8e-3*(1 + 2e-3*33)
    told = run(*cards)
    z = 2j*math.pi*1e3*l1
    for name, wanted in (("v(2)", z/(10 + z)), ("v(3)", z/(10 + z)*0.9*math.sqrt(l2/l1))):
        got = complex(point(told, f"re({name})"), point(told, f"im({name})"))
        check(abs(got - wanted) < 1e-6, name, f"{got} {wanted}")


def closing_diodes():
    """A diode without a capacitance ends the current of an inductor. What holds the state changes by powers of ten
    there: a solver that believes one Jacobian crawls, or leaves the current at zero when the diode opens again."""
    told = run("v1 1 0 sin(0 10 1k)", "r1 1 2 1", "l1 2 0 1m", "l2 3 0 4m", "l3 4 0 1m", "k1 l1 l2 l3 0.98",
               "d1 3 5 dx", "c1 5 0 10u", "r2 5 0 1k", "r3 4 0 50", ".model dx d", ".tran 5u 4m")
    check(told["status"] == "done" and told["steps"] < 20000, "a flyback ends", f"{told['status']} {told['steps']}")
    # the current at 1.1 ms is that of an independent solution of L di/dt = v - vd(i) - R i from i = 0
    l, r, vt, i, n = 1e-3, 100, 1.38064852e-23*300.15/1.6021766208e-19, 1e-9, 4000
    for k in range(n):
        h, t = 1e-4/n, (k + 1)*1e-4/n
        new = i
        for _ in range(50):
            residual = (new - i)*l/h - 10*math.sin(2e3*math.pi*t) + vt*math.log(1 + new/1e-14) + r*new
            new = max(new - residual/(l/h + vt/(1e-14 + new) + r), new*1e-3)
        i = new
    for solver in ("auto", "rodas", "cvode"):
        told = run("v1 1 0 sin(0 10 1k)", "l1 1 2 1m", "d1 2 3 dx", "r1 3 0 100", ".model dx d", ".tran 5u 1.5m",
                   ".meas tran i find i(l1) at=1.1m", words=("--solver", solver))
        got = told.get("measures", {}).get("i", math.nan)
        check(abs(got/i - 1) < 2e-3, "opens again with " + solver, f"{got} {i}")


if __name__ == "__main__":
    run_parts([copies, points_of_files, remarks, straight_diodes, more_of_models, coupled_coils, closing_diodes])
