"""Blocks in Python: the same answers as blocks in Modelica, and mistakes that are told with the block and the line.

    python3 tests/pyblocks.py --saltus build/saltus
"""
import argparse
import json
import os
import subprocess
import tempfile
import time

BLOCKS = """package P
  block Lag
    parameter Real T = 1;
    input Real u annotation(__Saltus(feedthrough = false));
    Real x(start = 0, fixed = true);
    output Real y;
  external "Python" lag() annotation(Include = "
    def lag(b, call):
        if call == 'outputs':
            b.y = b.x
        elif call == 'rates':
            b.rate.x = (b.u - b.x)/b.T
  ");
  end Lag;
  block Turn "the transpose, times a whole number, with a text"
    parameter Integer n = 2, m = 3, k = 2;
    parameter String say = "times";
    input Real u[n, m];
    output Real y[m, n];
    output Integer longest;
  external "Python" turn() annotation(Include = "
    def turn(b, call):
        if call == 'outputs':
            b.y = [[b.k*b.u[i][j] for i in range(b.n)] for j in range(b.m)]
            b.longest = len(b.say)
  ");
  end Turn;
  block Ball "a crossing, a jump of states, and a count"
    Real h(start = 1, fixed = true), v(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
    Real low annotation(__Saltus(crossing = "down"));
    output Real y;
  external "Python" ball() annotation(Include = "
    def ball(b, call):
        if call == 'outputs':
            b.y = b.h
        elif call == 'rates':
            b.rate.h = b.v
            b.rate.v = -9.81
        elif call == 'crossings':
            b.low = b.h
        elif call == 'update' and b.crossed.low < 0:
            b.v = -0.5*b.v
            b.n = b.n + 1
  ");
  end Ball;
  block Twice "an activation that it gives"
    input Activation e;
    output Activation o;
  external "Python" twice() annotation(Include = "
    def twice(b, call):
        if call == 'schedule' and b.e:
            b.o = 0.25
  ");
  end Twice;
  model Good
    Lag lag(u = 2, T = 0.5);
    Turn turn(u = [1, 2, 3; 4, 5, time]);
    Ball ball;
    Twice twice(e = Activation(1));
    Integer come(start = 0, fixed = true);
    Real last(start = 0, fixed = true);
  equation
    when twice.o then
      come = pre(come) + 1;
      last = time;
    end when;
  end Good;
  block Own
    input Real u;
    output Real y;
  external "Python" own() annotation(Include = "%s");%s
  end Own;
  model Bad
    Own own(u = time);
  end Bad;
end P;
"""
PLAIN = "\ndef own(b, call):\n    %s\n"
WRONG = [                        # the text of the function, more in the class, what is told
    ("b.y = 1/(b.u - b.u)", "", "ZeroDivisionError", "in line 3 of its Python (b.y = 1/(b.u - b.u))"),
    ("pass", "", "does not write 'y'", ""),
    ("b.z = 1", "", "the block has no item 'z'", "line 3"),
    ("b.u = 1", "", "'u' is read, and cannot be set", "line 3"),
    ("b.y = [1, 2]", "", "TypeError", "line 3"),
    ("b.y = 1; import os; b.time > 0.5 and os._exit(3)", "", "has ended by itself", ""),
    ("b.y = 1; import os; b.time > 0.5 and os.abort()", "", "has ended by itself", ""),
    ("b.y = 1; raise SystemExit(3)", "", "SystemExit", "line 3"),
    ("while True: pass", " annotation(__Saltus(limit = 0.5));", "has not answered for 0.5 s", ""),
    ("if : b.y = 1", "", "SyntaxError", "line 3"),
]


def run(saltus, folder, text, name, *options, env=None, command="run"):
    path = folder + "/p.mo"
    with open(path, "w") as f:
        f.write(text)
    done = subprocess.run([saltus, command, path + ":P." + name, "--json", *options], capture_output=True, text=True,
                          cwd=folder, env={**os.environ, **(env or {})})
    return json.loads(done.stdout)


def own_processes():
    """Processes of Python that have the program of blocks, and whose parent is gone, or this one."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as f, open(f"/proc/{pid}/stat") as s:
                if b"link = socket.socket(fileno=os.dup(0))" in f.read() and s.read().split(")")[1].split()[1] == "1":
                    found.append(pid)
        except OSError:
            pass
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--saltus", required=True)
    saltus = os.path.abspath(parser.parse_args().saltus)
    failures = []

    def check(what, good):
        if not good:
            failures.append(what)
            print("wrong:", what)

    with tempfile.TemporaryDirectory() as folder:
        text = BLOCKS % (PLAIN % "b.y = 1", "")
        before = own_processes()
        answer = run(saltus, folder, text, "Good", "--stop", "1.3", "--tol", "1e-8")
        check(f"good: {answer['status']} {answer['messages']}", answer["status"] == "done")
        final = answer["final"]
        check(f"lag: {final['lag.y']}", abs(final["lag.y"] - 2*(1 - 2.718281828459045**(-2.6))) < 1e-6)
        check("turn", [final[f"turn.y[{i},{j}]"] for i in (1, 2, 3) for j in (1, 2)] == [2, 8, 4, 10, 6, 2.6]
              and final["turn.longest"] == 5)
        # it falls for sqrt(2/g), then flies for half of twice that, a quarter, and so on: bounces at T, 2T, 2.5T, 2.75T
        fall = (2/9.81)**0.5
        bounces = sum(fall*(3 - 2*0.5**k) < 1.3 for k in range(60))
        check(f"ball: {final['ball.n']}, and not {bounces}", final["ball.n"] == bounces == 5)
        check(f"twice: {final['come']} {final['last']}", final["come"] == 2 and final["last"] == 1.25)
        for body, more, *told in WRONG:
            answer = run(saltus, folder, BLOCKS % (PLAIN % body, more), "Bad", "--stop", "1")
            said = json.dumps(answer["messages"])
            check(f"{body}: {said}", answer["status"] == "failed" and "'own'" in said
                  and all(json.dumps(t)[1:-1] in said for t in told))
        # nothing is executed by a check, or where external C is not allowed, and python3 need not be there
        effect = PLAIN % f"open('{folder}/executed', 'w')"
        check("check", run(saltus, folder, BLOCKS % (effect, ""), "Bad", command="check")["messages"] == [])
        answer = run(saltus, folder, BLOCKS % (effect, ""), "Bad", "--no-external")
        check("no external", [m["code"] for m in answer["messages"]] == ["U0346"])
        check("nothing was executed", not os.path.exists(folder + "/executed"))
        answer = run(saltus, folder, text, "Bad", env={"PATH": folder})
        check(f"no python3: {answer['messages']}", "python3 is not installed" in json.dumps(answer["messages"]))
        for mistake, code in ((" annotation(__Saltus(jacobian = true));", "M1052"), ("", "M1051")):
            wrong = BLOCKS % (PLAIN % "b.y = 1", mistake)
            wrong = wrong if mistake else wrong.replace(
                'external "Python" own() annotation(Include = "%s");' % (PLAIN % "b.y = 1"), 'external "Python" own();')
            answer = run(saltus, folder, wrong, "Bad", command="check")
            check(f"{code}: {answer['messages']}", code in [m["code"] for m in answer["messages"]])
        # a run that is killed takes its processes with it, even from an endless loop
        with open(folder + "/p.mo", "w") as f:
            f.write(BLOCKS % (PLAIN % "while True: pass", ""))
        killed = subprocess.Popen([saltus, "run", folder + "/p.mo:P.Bad", "--quiet"], stderr=subprocess.DEVNULL)
        time.sleep(1)
        killed.kill()
        killed.wait()
        for _ in range(100):
            if own_processes() == before:
                break
            time.sleep(0.1)
        check("no process is left", own_processes() == before)
    print("blocks in Python: " + (f"{len(failures)} wrong" if failures else "all right"))
    return bool(failures)


if __name__ == "__main__":
    raise SystemExit(main())
