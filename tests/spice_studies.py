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


# ------------------------------------------------------------------------------------------------------- noise

K, Q, T = 1.38064852e-23, 1.6021766208e-19, 300.15


def spectrum(told):
    """The last point: onoise, inoise, each; and the integrals."""
    of = [a["last"] for a in told["analyses"] if a["kind"] == "noise"]
    check(len(of) == 2, "two tables of noise", str(told)[:800])
    return of if len(of) == 2 else [{}, {}]


def is_value(got, wanted, what, tolerance=1e-9):
    check(got is not None and abs(got/wanted - 1) < tolerance, what, f"{got} {wanted}")


def thermal_noise():
    """sqrt(4kTR), behind RC with its slope, and k T/C as integral, whatever R is and into whatever it is divided."""
    for form in (("r1 1 2 1k",), ("r1 1 3 250", "r2 3 2 750"), ("r1 1 2 2k", "r2 1 2 2k"),
                 ("x1 1 2 part m=4", ".subckt part a b", "r1 a b 4k", ".ends"),
                 ("x1 1 2 part k=4", ".subckt part a b k=7", "x2 a b inner m={k}", ".ends", ".subckt inner a b",
                  "r1 a b 4k", ".ends"),
                 ("x1 1 2 part m=2", ".subckt part a b", "x2 a b inner m=2", ".ends",
                  ".subckt inner a b", "r1 a b 4k",
                  ".ends")):
        told = run("v1 1 0 ac 1", *form, "c1 2 0 1u", ".noise v(2) v1 dec 50 1m 1g 1")
        at, total = spectrum(told)
        is_value(at.get("inoise_spectrum"), math.sqrt(4*K*T*1e3), "at the input " + str(form))
        is_value(at.get("onoise_spectrum"), math.sqrt(4*K*T*1e3)/math.hypot(1, 2*math.pi*1e9*1e-3), "at the output")
        is_value(total.get("onoise_total"), math.sqrt(K*T/1e-6), "k T/C", 1e-4)
        is_value(total.get("inoise_total"), math.sqrt(4*K*T*1e3*(1e9 - 1e-3)), "integral at the input", 1e-6)
    at, total = spectrum(run("i1 0 1 ac 1", "r1 1 0 1k temp=127", ".noise v(1) i1 lin 1 1k 1k"))
    is_value(at.get("onoise_spectrum"), math.sqrt(4*K*400.15*1e3), "hot")
    is_value(at.get("inoise_spectrum"), math.sqrt(4*K*400.15/1e3), "as a current")


def shot_noise():
    """A diode at the current I: sqrt(2qI) through its resistance N vt/I; flicker noise is as large at KF/(2q)."""
    corner = 1e4
    kf = corner*2*Q
    for f, factor in ((1e8, 1 + corner/1e8), (1e4, 2), (10, 1 + 1e3)):
        at, _ = spectrum(run("i1 0 1 1m ac 1", "d1 1 0 dx", f".model dx d(is=1e-14 kf={kf!r} af=1)",
                             f".noise v(1) i1 lin 1 {f} {f} 1"))
        is_value(at.get("onoise_d1_id"), math.sqrt(2*Q*1e-3*factor)*K*T/Q/1e-3, f"diode at {f}", 1e-6)
    told = run("v1 1 0 1 ac 1", "d1 1 0 dx", ".model dx d(kf=-1e-10 af=1)", ".noise i(v1) v1 lin 1 1k 1k")
    check("U0698" in str(told["messages"]), "a negative density", str(told["messages"]))
    # a transistor without resistances: collector sqrt(2qIc)*RC, base sqrt(2qIb)*beta*RC where the base is driven by I
    at, _ = spectrum(run("v1 1 0 10", "i1 0 2 10u ac 1", "q1 3 2 0 qm", "r1 1 3 1k", ".model qm npn(bf=100 is=1e-15)",
                         ".noise v(3) i1 lin 1 1k 1k 1"))
    is_value(at.get("onoise_q1_ic"), math.sqrt(2*Q*1e-3)*1e3, "collector", 1e-4)
    is_value(at.get("onoise_q1_ib"), math.sqrt(2*Q*1e-5)*1e5, "base", 1e-4)
    is_value(at.get("onoise_r1"), math.sqrt(4*K*T*1e3), "its resistor", 1e-4)
    each = [v for n, v in at.items() if n.startswith("onoise_") and n != "onoise_spectrum"]
    is_value(at.get("onoise_spectrum"), math.sqrt(sum(v*v for v in each)), "squares add up")


def channel_noise():
    """MOSFET: 8/3 k T gm, gm = beta*(vgs - vto); JFET: gm = 2 beta (vgs - vto); in both regions."""
    for vds, gm in ((5.0, 1e-3*1.3), (0.2, 1e-3*0.2)):
        at, _ = spectrum(run(f"v1 1 0 {vds} ac 1", "vg 2 0 2", "m1 1 2 0 0 mm w=10u l=1u",
                             ".model mm nmos(level=1 vto=0.7 kp=100u kf=1e-20 af=2 tox=20n)",
                             ".noise i(v1) v1 lin 1 1meg 1meg 1"))
        ids = 1e-3*(1.3*vds - vds*vds/2 if vds < 1.3 else 1.3**2/2)
        cox = 3.9*8.854214871e-12/20e-9
        wanted = 8/3*K*T*gm + 1e-20*ids**2/(10e-6*1e-6*cox**2)/1e6
        is_value(at.get("onoise_m1_id"), math.sqrt(wanted), f"MOSFET at {vds} V", 1e-6)
        at, _ = spectrum(run(f"v1 1 0 {vds} ac 1", "j1 1 0 0 jm", ".model jm njf(vto=-2 beta=1m)",
                             ".noise i(v1) v1 lin 1 1k 1k 1"))
        is_value(at.get("onoise_j1_id"), math.sqrt(8/3*K*T*2e-3*min(vds, 2)), f"JFET at {vds} V", 1e-6)


# ------------------------------------------------------------------------------------------------- poles and zeros


def poles_of(told, number=0):
    of = [a["last"] for a in told.get("analyses", []) if a["kind"] == "pz"]
    check(len(of) > number, "there are poles and zeros", str(told)[:800])
    point = of[number] if len(of) > number else {}
    return [[complex(point[n], point["im" + n[2:]]) for n in point if n.startswith("re(" + kind)]
            for kind in ("pole", "zero")]


def same_set(got, wanted, what, tolerance=1e-6):
    left = list(got)
    for w in wanted:
        near_one = min(left, key=lambda z: abs(z - w), default=None)
        fine = near_one is not None and abs(near_one - w) <= tolerance*max(abs(w), 1e-3)
        check(fine, what, f"{got} {wanted}")
        if fine:
            left.remove(near_one)
    check(not left, what + ": no more", f"{got} {wanted}")


def poles_and_zeros():
    """Closed forms; a source beside a capacitor, a zero at the origin, more zeros than poles, a multiple pole."""
    p, z = poles_of(run("v1 1 0 12 ac 1", "c1 1 2 1u", "c2 2 3 1u", "r3 2 0 1k", "r4 1 3 1k", ".pz 1 0 3 0 vol pz"))
    root = math.sqrt(5)
    same_set(p, [500*(-3 - root), 500*(-3 + root)], "bridged T")
    same_set(z, [-1000, -1000], "its double zero", 1e-6)
    p, z = poles_of(run("r1 1 0 1k", "r2 2 0 1k", "c1 1 2 1p", ".pz 1 0 2 0 cur pz"))
    same_set(p, [-5e8], "high pass")
    same_set(z, [0], "zero at the origin")
    p, z = poles_of(run("v1 1 0 ac 1", "c3 1 0 1n", "c1 1 2 1n", "r1 1 2 1k", "r2 2 0 1k", "c2 2 0 3n",
                        ".pz 1 0 2 0 vol pz"))
    same_set(p, [-2/(1e3*4e-9)], "source beside capacitors: only C1 + C2 is free")
    same_set(z, [-1e6], "and its zero")
    # v(2) of an inductor that a current goes through: (R + s L), no pole
    p, z = poles_of(run("i1 0 2 ac 1", "l1 2 3 1m", "r1 3 0 10", ".pz 2 0 2 0 cur pz"))
    same_set(p, [], "no pole")
    same_set(z, [-1e4], "more zeros than poles")
    stage = [c for k in range(3) for c in (f"g{k} 0 {k + 2} {k + 1} 0 1m", f"r{k} {k + 2} 0 1k", f"c{k} {k + 2} 0 1n")]
    p, z = poles_of(run("v1 1 0 ac 1", *stage, ".pz 1 0 4 0 vol pol"))
    same_set(p, [-1e6]*3, "three in one place", 1e-4)
    told = run("v1 1 0 ac 1", "r1 1 0 1k", "c1 2 0 1n", "r2 2 0 1k", ".pz 1 0 2 0 vol zer")
    check("U0699" in str(told.get("messages")), "nothing leads there", str(told)[:500])


def poles_of_an_amplifier():
    """The product over poles and zeros is the response of .ac, but for a factor; ends of the output are two nodes."""
    cards = ("vcc 9 0 12", "v1 1 0 0 ac 1", "c1 1 2 1u", "r1 9 2 47k", "r2 2 0 10k", "q1 3 2 4 qm", "rc 9 3 4.7k",
             "re 4 0 1k", "ce 4 0 10u", "cl 3 0 100p", "l1 3 5 1u", "r5 5 0 1meg",
             ".model qm npn(bf=200 is=1e-14 cje=20p cjc=5p tf=0.4n rb=50 vaf=80)")
    told = run(*cards, ".pz 1 0 3 4 vol pz", *(f".ac lin 1 {f!r} {f!r}" for f in (3.0, 1e3, 1e5, 1e7, 3e8)))
    p, z = poles_of(told)
    factors = []
    for a, f in zip((a for a in told["analyses"] if a["kind"] == "ac"), (3.0, 1e3, 1e5, 1e7, 3e8)):
        s, point = 2j*math.pi*f, a["last"]
        h = complex(point["re(v(3))"] - point["re(v(4))"], point["im(v(3))"] - point["im(v(4))"])
        for value in p:
            h *= (s - value)/abs(value)
        for value in z:
            h /= (s - value)/max(abs(value), 1)
        factors.append(h)
    check(len(factors) == 5 and all(abs(h/factors[0] - 1) < 1e-5 for h in factors), "the same function", str(factors))


if __name__ == "__main__":
    run_parts([scales, two_steps, files_of_steps, thermal_noise, shot_noise, channel_noise, poles_and_zeros,
               poles_of_an_amplifier])
