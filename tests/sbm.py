#!/usr/bin/env python3
"""Compiled submodels: results of the source, no loop that is not there, loops that are, files that cannot be used.

    tests/sbm.py --saltus build/saltus [--part NAME,NAME]
"""
import json
import math
import os
import random
import re
import struct

from checks import check, folder, near, run_parts, saltus, write

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples")
REGULATOR = open(os.path.join(EXAMPLES, "regulator.muss")).read()
SUBMODELS = re.findall(r"^Continuous submodel (\w+)", REGULATOR, re.M)


def final(model, *words):
    answer = saltus("run", model, "--json", *words)
    try:
        told = json.loads(answer.stdout)
    except ValueError:
        told = {}
    return told.get("final") or {}, answer


def blocks(model):
    """Algebraic loops that `check` finds."""
    answer = saltus("check", model)
    found = re.search(r"(\d+) loops?,", answer.stdout)
    return int(found[1]) if found else -1, answer


def compiled(source, name, text=None):
    path = write(source, text) if text else os.path.join(folder, source)
    answer = saltus("compile", f"{path}:{name}", "-o", os.path.join(folder, f"{name}.sbm"))
    check(answer.returncode == 0, f"{name} is compiled", answer.stderr)


def regulator():
    """The eight submodels of the regulator: with a compiled one the experiments have the same results."""
    source = write("regulator.muss", REGULATOR)
    for name in SUBMODELS:
        compiled("regulator.muss", name)
        text = open(os.path.join(folder, f"{name}.sbm"), "rb").read()
        check(not any(word in text for word in (b"(x - y)/tau", b"(Vin - Rl*Il", b"K*(x + z)", b"Il*Rc")),
              f"{name} has no formula of its source")
    part = lambda name: re.search(rf"^Experiment {name} is.*?^End experiment {name};\n", REGULATOR, re.S | re.M)[0]
    for name in ("exp_integrator", "exp_filter", "exp_pulse", "exp_control", "exp_smpr"):
        there, _ = final(f"{source}:{name}", "--tol", "1e-9")
        here, answer = final(write(f"{name}.muss", part(name)), "--tol", "1e-9")
        names = [n for n in there if "." not in n]
        check(names and all(near(here.get(n), there[n], 1e-6) for n in names), f"{name} with a compiled submodel",
              f"{[(n, here.get(n), there[n]) for n in names]} {answer.stderr}")
    write("whole.mo", "model Whole\n  SMPR s(Vs = 90, R0 = 10, Vref = 50);\n  Modelica.Blocks.Math.Gain g(k = 2);\n"
          "equation\n  connect(s.V0, g.u);\n  annotation(experiment(StopTime = 0.005));\nend Whole;\n")
    here, answer = final(os.path.join(folder, "whole.mo"), "--tol", "1e-9")
    there, _ = final(f"{source}:exp_smpr", "--tol", "1e-9")
    check(near(here.get("g.y"), 2*there["V0"], 1e-6), "a compiled submodel of MUSS in a model of Modelica",
        answer.stderr)
    here, _ = final(write("changed.muss", part("exp_control").replace("control_circuit(e)",
        "control_circuit(e, Tf = 4.0E-4)")
                          .replace(", control_circuit.V1, control_circuit.Vip, control_circuit.W", "")))
    there, _ = final(f"{source}:exp_control", "-p", "control_circuit.Tf=4e-4")
    name = "control_circuit.'filter.integrator.x'"
    check(near(here.get(name), there["control_circuit.filter.integrator.x"], 1e-6), "its parameters can be given",
        here)
    answer = saltus("check", write("wrong.muss", part("exp_filter").replace("filter(0.0, tau, 1.0)",
        "filter(0.0, tau)")))
    check("N0301" in answer.stderr, "its inputs are counted", answer.stderr)
    answer = saltus("check", "--segments", os.path.join(folder, "PI_controller.sbm"))
    check("segment" in answer.stdout and "Tc" in answer.stdout, "its tables", answer.stdout + answer.stderr)


STAGE = """block Stage
  Modelica.Blocks.Interfaces.RealInput down, up;
  Modelica.Blocks.Interfaces.RealOutput below, above;
  parameter Real a = 0.5;
  Real x(start = 0, fixed = true);
equation
  below = a*down + x;
  above = 0.25*up - x;
  der(x) = down - 2*x + 0.1*up;
end Stage;
"""


def chain(stage, n, closed=""):
    """n stages: what goes down comes up again. Block by block each pair looks like a loop; there is none."""
    lines = [f"model Chain\n  {stage} s[{n}](each a = 0.75);\nequation\n  s[1].down = sin(3*time){closed};"]
    for k in range(1, n):
        lines.append(f"  s[{k + 1}].down = s[{k}].below;\n  s[{k}].up = s[{k + 1}].above;")
    lines.append(f"  s[{n}].up = s[{n}].below;\n  annotation(experiment(StopTime = 2, Tolerance = 1e-9));\nend "
        f"Chain;\n")
    return "\n".join(lines)


def ten():
    """Ten compiled submodels in a row."""
    write("Stage.mo", STAGE)
    compiled("Stage.mo", "Stage", STAGE)
    os.rename(os.path.join(folder, "Stage.sbm"), os.path.join(folder, "Closed.sbm"))
    for what, tie, loops in (("a chain of ten", "", 0), ("a chain with a loop through all of it",
        " + 0.3*s[1].above", 1)):
        sealed, plain = write("sealed.mo", chain("Closed", 10, tie)), write("plain.mo", chain("Stage", 10, tie))
        for path in (sealed, plain):
            found, answer = blocks(path)
            check(found == loops, f"{what}: loops", f"{found} {answer.stdout} {answer.stderr}")
        here, answer = final(sealed)
        there, _ = final(plain)
        names = [f"s[{k}].{v}" for k in range(1, 11) for v in ("below", "above", "x")]
        check(all(near(here.get(n), there[n], 1e-7) for n in names), f"{what}: the results of the source",
            answer.stderr)
    write("Gain.mo", "block Half\n  input Real u;\n  output Real y;\n  parameter Real k = 0.5;\nequation\n  y = k*u "
        "+ 1;\n"
          "end Half;\n")
    compiled("Gain.mo", "Half")
    for k in (0.5, -3.0):                                  # y = k (k (... y) + 1) + 1 has a closed form
        text = "model Loop\n  Half h[10](each k = %r);\nequation\n  h[1].u = h[10].y;\n" % k
        text += "".join(f"  h[{i + 1}].u = h[{i}].y;\n" for i in range(1, 10)) + "end Loop;\n"
        here, answer = final(write("loop.mo", text))
        check(near(here.get("h[10].y"), 1/(1 - k), 1e-9), "a real loop through ten is solved",
            f"{here} {answer.stderr}")
    text = "model Curved\n  Bent b;\n  Real y(start = 1);\nequation\n  b.u = y;\n  y = 2 - b.y;\nend Curved;\n"
    write("Bent.mo", "block Bent\n  input Real u;\n  output Real y;\nequation\n  y = u^3 + exp(u) - 1;\nend Bent;\n")
    compiled("Bent.mo", "Bent")
    os.remove(os.path.join(folder, "Bent.mo"))
    y = final(write("curved.mo", text))[0].get("y", 0)
    check(abs(y + y**3 + math.exp(y) - 3) < 1e-9, "a nonlinear loop is solved with the derivatives of the segment", y)


BLOCK = """block B%d
  input Real u, v;
  output Real y, z;
  parameter Real k = %r;
  Real x[%d], w, q;
  discrete Real n(start = 0, fixed = true);
initial equation
  x = fill(0.1, size(x, 1));
equation
  for i in 1:%d loop
    der(x[i]) = %s;
  end for;
  w = %s;
  q + %r*tanh(q) = w;
  y = q + %s;
  z = %s;
  when x[1] > %r then
    n = pre(n) + 1;
  end when;
end B%d;
"""
USE = """model M
  %s b;
  Real s(start = 0, fixed = true);
equation
  b.u = 1 + 0.5*sin(4*time);
  b.v = cos(time);
  der(s) = b.y - s + b.z;
  annotation(experiment(StopTime = 3, Tolerance = 1e-9));
end M;
"""


def generated():
    """Random blocks, each beside its source: choices, events, algorithms, loops inside."""
    seed = int(os.environ.get("SALTUS_SEED", random.randrange(1 << 30)))
    print(f"SALTUS_SEED={seed}")
    r = random.Random(seed)
    for k in range(6):
        n = r.randint(1, 3)
        c = [round(r.uniform(0.2, 2), 3) for _ in range(4)]
        rate = r.choice(["u - i*x[i]", "sin(u) - x[i]^3", "if x[i] > 0.5 then -x[i] else u"])
        w = r.choice(["k*sum(x)", "if v > 0.3 then k*v else sum(x)", "max(x[1], v)", "abs(v - x[1])"])
        y, z = r.choice(["0", "n", "x[1]"]), r.choice(["v*k + n", "x[1]*k", "exp(-v^2)"])
        text = BLOCK % (k, c[0], n, n, rate, w, c[1], y, z, c[2]/4, k)
        write(f"B{k}.mo", text)
        compiled(f"B{k}.mo", f"B{k}")
        os.rename(os.path.join(folder, f"B{k}.sbm"), os.path.join(folder, f"C{k}.sbm"))
        here, answer = final(write(f"here{k}.mo", USE % f"C{k}"))
        there, other = final(write(f"there{k}.mo", USE % f"B{k}"))
        check(near(here.get("s"), there.get("s", math.nan), 1e-6) and near(here.get("b.y"), there.get("b.y",
            math.nan), 1e-6),
              f"generated block {k} of seed {seed}", f"{here} {there} {text} {answer.stderr} {other.stderr}")


MASK = (1 << 64) - 1


def hash_of(data, seed):
    """That of Saltus' archives (src/base/names.c)."""
    h = seed ^ (len(data)*0x9e3779b97f4a7c15 & MASK)
    while len(data) >= 8:
        h = (h ^ struct.unpack("<Q", data[:8])[0])*0x9e3779b97f4a7c15 & MASK
        h ^= h >> 29
        data = data[8:]
    h = (h ^ int.from_bytes(data, "little"))*0xbf58476d1ce4e5b9 & MASK
    h = (h ^ h >> 32)*0x94d049bb133111eb & MASK
    return h ^ h >> 29


def wrong():
    write("regulator.muss", REGULATOR)
    compiled("regulator.muss", "filter")
    path = os.path.join(folder, "filter.sbm")
    good = open(path, "rb").read()
    body = next(k for k in range(8, 64) if struct.unpack("<Q", good[k - 8:k])[0] == hash_of(good[k:], 1))

    def sealed(data):
        return good[:body - 16] + struct.pack("<QQ", len(data), hash_of(data, 1)) + data
    use = write("use.mo", "model U\n  filter f(ic = 0, tau = 1, x = 1);\nend U;\n")
    check(sealed(good[body:]) == good, "the seal is understood")
    version = saltus("--version").stdout.split()[-1].encode()
    for what, data, code in (
            ("empty", b"", "N0500"), ("text", b"PK of another program", "N0500"), ("cut off", good[:-1], "N0502"),
            ("nearly nothing", good[:10], "N0502"), ("longer", good + b"x", "N0502"),
            ("one bit", good[:900] + bytes([good[900] ^ 4]) + good[901:], "N0502"),
            ("another format", good[:body - 24] + struct.pack("<Q", 77) + good[body - 16:], "N0501"),
            ("another version", sealed(good[body:].replace(version, version[:-1] + b"9", 1)), "N0503"),
            ("another machine", sealed(good[body:].replace(b"x86_64", b"pdp_11", 1)), "N0504"),
            ("a body that is cut", sealed(good[body:-400]), "N0502")):
        with open(path, "wb") as out:
            out.write(data)
        for model in (use, path):
            answer = saltus("run", model)
            check(code in answer.stderr and answer.returncode == 1, f"{what}: {code}", answer.stderr[:600])
    r = random.Random(int(os.environ.get("SALTUS_SEED", 1)))
    for k in range(20):                                    # damaged anywhere: a message, and no crash
        at = r.randrange(len(good))
        with open(path, "wb") as out:
            out.write(good[:at] + bytes([r.randrange(256)]) + good[at + r.randint(0, 2):])
        answer = saltus("run", use)
        check(answer.returncode in (0, 1) and (answer.returncode == 0 or "error[N05" in answer.stderr),
              f"damage at {at}", answer.stderr[:300])
    with open(path, "wb") as out:
        out.write(good)
    check("N0506" in saltus("run", path + ":other").stderr, "N0506")
    check("N0507" in saltus("check", "--segments", "--json", path).stderr, "N0507")
    check("U0346" in saltus("run", use, "--no-external").stderr, "machine code is not executed with --no-external")
    os.environ["SALTUS_CACHE"] = "/proc/none"
    check(saltus("run", use, "--quiet").returncode == 0, "without a cache segments are held in memory")
    os.environ["SALTUS_CACHE"] = os.path.join(folder, "cache")
    for what, text, code in (
            ("a clock", "when Clock(0.1) then y = previous(y) + u; end when;", "N0510"),
            ("a connector with a flow", None, "N0513"), ("a C function", "y = f(u);", "N0510"),
                ("an impure function", "when u > 0 then y = g(u); end when;", "N0510")):
        sort, rest = "model" if code == "N0513" else "block", text or "y = u; p.v = u;"
        text = f"{sort} W\n  input Real u;\n  output Real y(start = 0);\n{EXTRA.get(what, '')}"
        text += f"equation\n  {rest}\nend W;\n"
        answer = saltus("compile", write("W.mo", text + PIN) + ":W", "-o", os.path.join(folder, "W.sbm"))
        check(code in answer.stderr and answer.returncode == 1 and not os.path.exists(os.path.join(folder, "W.sbm")),
              f"{what} is refused", answer.stderr)
    os.environ["SALTUS_CC"] = "/bin/false"
    answer = saltus("compile", os.path.join(folder, "regulator.muss") + ":filter", "-o", os.path.join(folder, "n.sbm"))
    check("N0512" in answer.stderr and answer.returncode == 1, "N0512", answer.stderr)
    del os.environ["SALTUS_CC"]


PIN = "connector Pin\n  Real v;\n  flow Real i;\nend Pin;\n"
EXTRA = {"a connector with a flow": "  Pin p;\n",
         "a C function": "  function f input Real u; output Real y; external \"C\" y = cosh(u); end f;\n",
         "an impure function": "  impure function g\n    input Real u;\n"
         "    output Real y;\n  algorithm\n    y := 2*u;\n  end g;\n"}

os.environ["MODELICAPATH"] = folder
run_parts([regulator, ten, generated, wrong])
