"""Peers of coupled systems: FMUs, programs, libraries, circuits, and all that can be wrong with them. And how the tests
of coupled systems write and run one.
"""
import ctypes
import json
import math
import os
import shutil
import subprocess

import fmu_files
from checks import check, folder, near, saltus, write

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
MODEL, PEER, LIBRARY = ("application/x-saltus-" + x for x in ("model", "peer", "library"))
OURS = "application/x-saltus-coupling"


# ------------------------------------------------------------------------------------------------ descriptions

def component(name, source, kind=MODEL, peer="", inner="", more=""):
    """peer: attributes of the annotation; inner: elements; more: attributes."""
    note = (f'<ssd:Annotations><ssc:Annotation type="{OURS}"><Peer {peer}/></ssc:Annotation></ssd:Annotations>'
            if peer else "")
    kind = f' type="{kind}"' if kind else ""
    return f'<ssd:Component name="{name}"{kind} source="{source}" {more}>{inner}{note}</ssd:Component>'


def wire(line):
    """'a.y -> b.u', with '* 2' and '+ 3'; no element: the system."""
    way, _, linear = line.partition("|")
    ends = [x.strip().rpartition(".") for x in way.split("->")]
    words = ""
    for (element, _, port), side in zip(ends, ("start", "end")):
        words += (f' {side}Element="{element}"' if element else "") + f' {side}Connector="{port}"'
    inner = ""
    if linear:
        factor, offset = linear.split()
        inner = f'<ssc:LinearTransformation factor="{factor}" offset="{offset}"/>'
    return f"<ssd:Connection{words}>{inner}</ssd:Connection>"


def system(name, components, wires, coupling="", stop=2, inner="", units="", bonds="", version="1.0"):
    note = (f'<ssd:Annotations><ssc:Annotation type="{OURS}"><Coupling {coupling}>{bonds}</Coupling></ssc:Annotation>'
            "</ssd:Annotations>") if coupling or bonds else ""
    newline = "\n"
    return write(name, f'''<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription name="{name}" version="{version}"
  xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
  xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon"
  xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues">
<ssd:System name="root">{inner}
<ssd:Elements>
{newline.join(components)}
</ssd:Elements>
<ssd:Connections>
{newline.join(wire(w) for w in wires)}
</ssd:Connections>
</ssd:System>{units}
<ssd:DefaultExperiment startTime="0" stopTime="{stop}">{note}</ssd:DefaultExperiment>
</ssd:SystemStructureDescription>
''')


def run(path, *words, **more):
    done = saltus("run", path, "--json", *words, **more)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        answer = {"status": "none", "messages": [], "final": {}}
    answer["stderr"] = done.stderr
    answer["code"] = done.returncode
    return answer


def values(what, path, words, wanted, tolerance=1e-6):
    answer = run(path, *words)
    for name, value in wanted.items():
        have = (answer.get("final") or {}).get(name)
        check(answer["status"] == "done" and near(have, value, tolerance), f"{what}: {name} = {value}",
              f"{have} {answer['status']} {answer['messages']} {answer['stderr']}")
    return answer


def refused(what, path, code, *words, says=None):
    answer = run(path, *words)
    codes = [m["code"] for m in answer["messages"]]
    check(answer["code"] == 1 and code in codes, f"{what}: {code}",
          f"status {answer['code']} {answer['messages']} {answer['stderr']}")
    text = json.dumps(answer["messages"])
    if says:
        check(says in text, f"{what}: it says '{says}'", text)
    return answer


# ---------------------------------------------------------------------------------------------------- components

def rests():
    """x' = u, u = -x, from any time on: the input of the first step is a constant, and the curves after it are given
    around the beginnings of their steps."""
    write("minus.mo", "model Minus input Real x; output Real u = -x; end Minus;")
    write("sum.mo", "model Sum input Real u; output Real x(start = 1, fixed = true); equation der(x) = u; end Sum;")
    path = system("rests.ssd", [component("m", "minus.mo"), component("s", "sum.mo")], ["s.x -> m.x", "m.u -> s.u"])
    for start in (-50, 0, 3, 100):
        values(f"a loop from {start}", path, ["--step", "0.01", "--start", str(start), "--stop", str(start + 1)],
               {"s.x": math.exp(-1)}, 5e-5)


def fmus():
    """FMUs by co-simulation and by model exchange: an integrator in a loop, x' = u, u = -x, with slopes of inputs."""
    fmu_files.fmu(folder, "integrator", 6, state=True)
    write("minus.mo", "model Minus input Real x; output Real u = -x; end Minus;")
    for kind, tolerance in (("ModelExchange", 1e-3), ("CoSimulation", 2e-2)):
        path = system("fmu.ssd", [component("m", "minus.mo"), component("i", "integrator.fmu", kind="",
                                                                        more=f'implementation="{kind}"')],
                      ["i.y -> m.x", "m.u -> i.u"], stop=1)
        values(kind, path, ["--step", "0.01"], {"i.y": math.exp(-1)}, tolerance)
        values(f"{kind}, from another time", path, ["--step", "0.01", "--start", "3", "--stop", "4"],
               {"i.y": math.exp(-1)}, tolerance)
    a = run(path, "--step", "0.05", "--coupling", "newton")
    check(a["status"] == "done" and a["components"]["i"]["goes_back"], "an FMU that goes back", str(a["messages"]))
    fmu_files.fmu(folder, "gain", 4)
    path = system("gain.ssd", [component("a", "gain.fmu", kind=""), component("b", "gain.fmu", kind="")],
                  ["a.y -> b.u", "b.y -> a.u"], stop=1)
    values("a loop over two FMUs", path, ["--step", "0.5", "--cs"], {"a.y": 2, "b.y": 2, "a.z": 4}, 1e-9)
    for fault, says in ((1, "crashed"), (2, "not come back"), (3, "NaN"), (6, "ended its process")):
        fmu_files.fmu(folder, f"fault{fault}", 6, fault=fault)
        path = system("fault.ssd", [component("i", f"fault{fault}.fmu", kind="", peer='limit="1"',
                                              more='implementation="CoSimulation"')], [], stop=1)
        if fault != 3:
            refused(f"an FMU with the fault {fault}", path, "P0030", "--step", "0.1", says=says)


def controller():
    write("control.mo", "model Control input Real theta, omega, y; output Real F = 60*theta + 20*omega; Real z = y; "
          "end Control;")
    write("cart.mo", """model Cart
  input Real F; output Real theta(start = 0.2, fixed = true), omega(start = 0, fixed = true);
  output Real y(start = 0, fixed = true);
  parameter Real M = 1, m = 0.1, l = 1, J = 0.1; Real v(start = 0, fixed = true), a;
equation
  der(theta) = omega; der(y) = v; der(v) = a;
  J*der(omega) = m*l*(9.81*sin(theta) - a*cos(theta));
  (M + m)*a + m*l*(der(omega)*cos(theta) - omega^2*sin(theta)) = F;
end Cart;""")
    write("whole.mo", "model Whole Cart plant(F = c.F); Control c(theta = plant.theta, omega = plant.omega, "
          "y = plant.y); end Whole;\n" + open(os.path.join(folder, "cart.mo")).read() +
          open(os.path.join(folder, "control.mo")).read())


def compile_cart(name, *flags):
    path = os.path.join(folder, name)
    subprocess.run(["cc", "-O1", "-Wall", "-Wextra", "-I", os.path.join(ROOT, "include"), *flags,
                    os.path.join(HERE, "couple", "cart.c"), "-o", path, "-lm"], check=True)
    return name


WIRES = ["plant.theta -> control.theta", "plant.omega -> control.omega", "plant.y -> control.y",
         "control.F -> plant.F"]


def plants():
    """E13.1: the plant in a peer, as a program in C, in Python, as a library, as a model; against the whole model."""
    controller()
    compile_cart("cart")
    compile_cart("cart.so", "-shared", "-fPIC", "-DLIBRARY")
    shutil.copy(os.path.join(ROOT, "examples", "peers", "saltus_peer.py"), folder)
    write("cart.py", '''import math, saltus_peer
class Cart(saltus_peer.Peer):
    inputs = ["F [N]"]; outputs = ["theta [rad]", "omega [rad/s]", "y [m]"]; state_names = ["x"]; M = 1.0; m = 0.1
    def start(self, time, stop): self.x = [0.2, 0, 0, 0]
    def look(self, u): return self.x[:3]
    def rates(self, x, F):
        s, k, ml, J, g = math.sin(x[0]), math.cos(x[0]), self.m, 0.1, 9.81
        a = (F + ml*x[1]**2*s - ml*k*ml*g*s/J)/(self.M + self.m - ml*k*ml*k/J)
        return [x[1], ml*(g*s - a*k)/J, x[3], a]
    def step(self, u, t, to):
        n = 4; h = (to - t)/n
        for i in range(n):
            s = i*h; k = [self.rates(self.x, u[0](s))]
            for part in (h/2, h/2, h):
                k.append(self.rates([a + part*b for a, b in zip(self.x, k[-1])], u[0](s + part)))
            self.x = [a + h/6*(p + 2*q + 2*r + w) for a, p, q, r, w in zip(self.x, *k)]
saltus_peer.serve(Cart)
''')
    whole = json.loads(saltus("run", "whole.mo:Whole", "--stop", "2", "--tol", "1e-11", "--json").stdout)["final"]
    kinds = [("a program", PEER, "cart"), ("Python", PEER, "cart.py"), ("a library", LIBRARY, "cart.so"),
             ("a model", MODEL, "cart.mo")]
    ends = {}
    for what, kind, source in kinds:
        path = system("e131.ssd", [component("control", "control.mo"), component("plant", source, kind=kind)], WIRES)
        errors = []
        for step in (0.02, 0.01):
            a = run(path, "--step", str(step), "--tol", "1e-10", "--no-estimate")
            errors.append(abs(a["final"].get("plant.y", 99) - whole["plant.y"]))
        ends[what] = a["final"].get("plant.theta")
        check(errors[1] < 0.5 * errors[0] < 0.1, f"E13.1: {what} comes to the whole model", f"{errors} {a['messages']}")
        b = run(path, "--step", "0.01", "--coupling", "newton", "--tol", "1e-8")
        check(near(b["final"].get("plant.y"), whole["plant.y"], 1e-3), f"E13.1: {what} goes back in time",
              f"{b['messages']} {b['stderr']}")
    check(all(near(x, ends["a model"], 1e-6) for x in ends.values()), "E13.1: all kinds of peers agree", str(ends))
    path = system("e131.ssd", [component("control", "control.mo"), component("plant", "cart", kind=PEER)], WIRES)
    a = run(path, "-p", "plant.M=2", "--step", "0.01")
    b = json.loads(saltus("run", "whole.mo:Whole", "--stop", "2", "-p", "plant.M=2", "--json").stdout)["final"]
    check(near(a["final"].get("plant.y"), b["plant.y"], 2e-2), "E16.2: a parameter as text",
          f"{a['final']} {b['plant.y']}")


def faults():
    """Peers that die, do not answer, say nonsense or NaN, or print: each is told, and nothing hangs."""
    controller()
    for fault, says in ((1, "crashed"), (2, "not answered"), (3, "no value of a Real"), (5, "left the track"),
                        (6, "status 3")):
        for kind, name, flags in ((PEER, f"cart{fault}", []), (LIBRARY, f"cart{fault}.so", ["-shared", "-fPIC",
                                                                                            "-DLIBRARY"])):
            if fault in (2, 6) and kind == LIBRARY:
                continue
            compile_cart(name, f"-DFAULT={fault}", *flags)
            path = system("fault.ssd", [component("control", "control.mo"),
                                        component("plant", name, kind=kind, peer='limit="1"')], WIRES)
            a = refused(f"fault {fault} of {name}", path, "P0030", "--step", "0.1", "-o", f"{name}.csv", says=says)
            rows = open(os.path.join(folder, f"{name}.csv")).read().split()
            check(a["time"]["stop"] >= 0.4 and len(rows) > 5, f"fault {fault}: what was computed is kept", str(a))
    compile_cart("cart4", "-DFAULT=4")
    path = system("fault.ssd", [component("control", "control.mo"), component("plant", "cart4", kind=PEER)], WIRES)
    done = saltus("run", path, "--json", "--step", "0.1")
    check(json.loads(done.stdout)["status"] == "done" and "standard output" in done.stderr, "prints go to stderr",
          done.stdout[:500])
    compile_cart("cart7.so", "-DFAULT=7", "-shared", "-fPIC", "-DLIBRARY")
    path = system("fault.ssd", [component("plant", "cart7.so", kind=LIBRARY)], [])
    refused("a library without the interface", path, "P0031", says="saltus_peer_interface")
    write("text.so", "no library")
    refused("no library at all", system("fault.ssd", [component("plant", "text.so", kind=LIBRARY)], []), "P0031")
    write("plain", "not executable")
    refused("no program", system("fault.ssd", [component("plant", "plain", kind=PEER)], []), "P0031",
            says="not executable")
    shutil.copy(os.path.join(HERE, "couple", "odd.py"), os.path.join(folder, "odd.py"))
    hello = "input u Real 0 0\noutput y Real 0 0\nok\n--\n"
    cases = [("nonsense at once", "what?\n--\n", "P0031", "means nothing"),
             ("a type that is not there", "input u Complex 0 0\nok\n--\n", "P0031", "means nothing"),
             ("a port twice", "output y Real 0 0\noutput y Real 0 0\nok\n--\n", "P0031", "means nothing"),
             ("it ends at once", "", "P0031", "ended"),
             ("nonsense for a start", hello + "yes\n--\n", "P0030", "means nothing"),
             ("too few values", hello + "ok\n--\nvalues\n--\n", "P0030", "means nothing"),
             ("too many values", hello + "ok\n--\nvalues 1 2\n--\n", "P0030", "means nothing"),
             ("words for numbers", hello + "ok\n--\nvalues one\n--\n", "P0030", "means nothing"),
             ("NaN", hello + "ok\n--\nvalues nan\n--\n", "P0030", "no value of a Real"),
             ("infinity", hello + "ok\n--\nvalues inf\n--\n", "P0030", "no value of a Real"),
             ("a long line", hello + "ok\n--\n" + "x" * 5000000 + "\n--\n", "P0030", "more than"),
             ("bytes", hello + "ok\n--\n\1\2\3\377\n--\n", "P0030", "means nothing"),
             ("an event in the past", hello + "ok\n--\nvalues 1\n--\nevent -1 1\n--\n", "P0030", "means nothing"),
             ("it fails", hello + "ok\n--\nfailed no more coal\n--\n", "P0030", "no more coal"),
             ("it shuts its pipe", hello + "ok\n--\nshut\n--\n", "P0030", "closed its pipe"),
             ("it ends", hello + "ok\n--\nvalues 1\n--\n", "P0030", "ended")]
    for what, answers, code, says in cases:
        write("odd.py.answers", answers)
        path = system("odd.ssd", [component("p", "odd.py", kind=PEER, peer='limit="20"')], [])
        refused(what, path, code, "--step", "0.5", says=says)
    done = saltus("run", system("fault.ssd", [component("plant", "cart4", kind=PEER)], []), "--no-external", "--json")
    check("P0013" in done.stdout, "--no-external", done.stdout)
    left = subprocess.run(["ps", "-eo", "args"], stdout=subprocess.PIPE, universal_newlines=True).stdout
    check(folder not in "".join(x for x in left.splitlines(True) if "couple.py" not in x and "--saltus" not in x),
          "no process is left", left)


def has_ngspice():
    try:
        ctypes.CDLL("libngspice.so.0")
        return True
    except OSError:
        return False


def ports(**sides):
    return "<ssd:Connectors>" + "".join(f'<ssd:Connector name="{n}" kind="{side}"/>' for side, names in sides.items()
                                        for n in names.split()) + "</ssd:Connectors>"


def circuits():
    """E15.1 with its amplitudes, and the converter of E16.1 and E16.2, whose power stage is a circuit."""
    write("rc.cir", "RC low pass\n.subckt res a b\nR1 a b 1k\n.ends\nX1 in out res\nC1 out 0 {c}\n.param c=1n\n"
          ".tran 1n 1u\n.end\n")
    write("sine.mo", "model Sine output Real u = sin(2*3.141592653589793*1e5*time); end Sine;")
    rc = component("c", "rc.cir", kind="application/x-spice-netlist", inner=ports(input="in", output="out I(C1)"))
    path = system("rc.ssd", [component("s", "sine.mo"), rc], ["s.u -> c.in"], stop=1e-4)
    os.environ["SALTUS_NGSPICE"] = "/none/libngspice.so"
    refused("ngspice is not there", path, "P0030", says="Debian has it as libngspice0")
    del os.environ["SALTUS_NGSPICE"]
    if not has_ngspice():
        print("libngspice.so.0 is not installed: circuits are not simulated")
        return
    a = run(path, "--step", "1e-7", "-o", "rc.csv", "--no-estimate")
    rows = [line.split(",") for line in open(os.path.join(folder, "rc.csv")).read().split()]
    late = [r for r in rows[1:] if float(r[0]) > 5e-5]
    for name, amplitude, phase in (("c.out", 0.84673, -32.14), ("c.I(C1)", 0.5320e-3, 57.86)):
        at = rows[0].index(name)
        w = 2 * math.pi * 1e5
        re = sum(float(r[at]) * math.sin(w * float(r[0])) for r in late) * 2 / len(late)
        im = sum(float(r[at]) * math.cos(w * float(r[0])) for r in late) * 2 / len(late)
        check(abs(math.hypot(re, im) / amplitude - 1) < 2e-3 and abs(math.degrees(math.atan2(im, re)) - phase) < 0.3,
              f"E15.1: {name}", f"{math.hypot(re, im)} {math.degrees(math.atan2(im, re))} {a['messages']}")
    values("a parameter in the notation of the circuit", path, ["--step", "1e-6", "--stop", "1e-6", "-p", "c.c=1p"],
           {"s.u": math.sin(2 * math.pi * 0.1)}, 1e-9)
    write("short.cir", "nothing\nR1 in out 1k\n.end\n")
    bad = component("c", "short.cir", kind="application/x-spice-netlist", inner=ports(input="in", output="nowhere"))
    refused("a node that is not there", system("bad.ssd", [bad], []), "P0030", says="nowhere")
    mute = component("c", "short.cir", kind="application/x-spice-netlist")
    refused("a circuit that shows nothing", system("bad.ssd", [mute], []), "P0032")
    buck()


def buck():
    write("buck.cir", """buck converter
.param varL1=1m
.param C3_cap=47u
.param Ro=5
Vin vin 0 20
S1 vin sw gate 0 SWM
.model SWM SW(RON=1m ROFF=1MEG VT=0.5 VH=0.01)
D1 0 sw DM
.model DM D(IS=1e-12 N=0.05)
VL sw l1 0
L1 l1 out {varL1}
C1 out 0 {C3_cap}
R1 out 0 {Ro}
Vc car 0 PULSE(0 1 0 19u 0.5u 0.01u 20u)
Bg gate 0 V = v(Vm) > v(car) ? 1 : 0
.tran 1u 1m uic
.end
""")
    write("pi.mo", "model PI parameter Real ref = 1; input Real iL; output Real Vm; Real x(start = 0, fixed = true); "
          "equation der(x) = 400*(ref - iL); Vm = x + 0.1*(ref - iL); end PI;")
    stage = component("stage", "buck.cir", kind="application/x-spice-netlist",
                      inner=ports(input="Vm", output="I(VL) out"))
    path = system("buck.ssd", [component("pi", "pi.mo"), stage], ["stage.I(VL) -> pi.iL", "pi.Vm -> stage.Vm"],
                  stop=6e-3)
    for words, load in (([], 5), (["-p", "stage.Ro=8", "-p", "stage.C3_cap=40u"], 8)):
        a = run(path, "--step", "2e-6", "--hold", "0", "--no-estimate", "-o", "buck.csv", *words)
        rows = [line.split(",") for line in open(os.path.join(folder, "buck.csv")).read().split()]
        late = [r for r in rows[1:] if float(r[0]) > 5e-3]
        mean = {n: sum(float(r[rows[0].index(n)]) for r in late) / len(late) for n in ("stage.I(VL)", "stage.out")}
        check(abs(mean["stage.I(VL)"] - 1) < 0.02 and abs(mean["stage.out"] / load - 1) < 0.02,
              f"E16.1: the mean current is the reference, the mean voltage {load} ohm times it",
              f"{mean} {a['messages']}")


def stopped():
    """The time-out ends a system with what it has, also while a peer does not answer; warnings of a run are told."""
    controller()
    compile_cart("cart2", "-DFAULT=2")
    path = system("slow.ssd", [component("control", "control.mo"), component("plant", "cart2", kind=PEER)], WIRES)
    done = saltus("run", path, "--step", "0.1", "--timeout", "3", "-o", "slow.csv")
    check(done.returncode == 3 and len(open(os.path.join(folder, "slow.csv")).readlines()) > 4, "a time-out",
          f"{done.returncode} {done.stderr}")
    write("warns.mo", 'model Warns output Real x(start = 0, fixed = true); equation der(x) = 1; '
          'assert(x < 0.5, "x is large", AssertionLevel.warning); end Warns;')
    a = run(system("warns.ssd", [component("a", "warns.mo")], []), "--step", "0.1")
    check(a["status"] == "done" and "x is large" in json.dumps(a["messages"]), "a warning of a component", str(a))
