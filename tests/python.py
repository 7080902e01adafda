#!/usr/bin/env python3
"""The Python module: answers against closed forms, arrays without copies, and every mistake that a user may make.

x' = -k x is exp(-k t); the swing x'' = -k x + u is cos(sqrt(k) t) without u, and sin(t)/2 - t*cos(t)/2 behind
u = sin(t) from rest.
"""
import contextlib
import ctypes
import gc
import io
import math
import multiprocessing
import os
import pickle
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings

import numpy as np
import saltus

from python_searches import DECAY, Models, SWING, Searches, Sinks, Studies  # noqa: F401

# a shell that starts this in the background has it ignored, and so would what is interrupted here
signal.signal(signal.SIGINT, signal.default_int_handler)
EXTERNAL = """model Outside
  function twice "by C of the model"
    input Real u; output Real y;
    external "C" y = twice(u) annotation(Include = "void ModelicaError(const char *);\\n
double twice(double u) { if (u > 5) ModelicaError(\\"too much\\"); return 2*u; }");
  end twice;
  parameter Real p = 1;
  Real x = twice(p*(1 + time));
end Outside;
"""


class Loading(Models):
    def test_what_is_in_it(self):
        m = self.decay
        self.assertEqual(m.name, "Decay")
        self.assertEqual(m.parameters, ["k", "n", "pace", "on"])
        self.assertEqual(self.swing.inputs, ["u"])
        self.assertEqual(self.swing.outputs, ["y"])
        self.assertEqual(m.variables["x"].unit, "m")
        self.assertEqual(m.variables["k"].description, "rate")
        self.assertEqual([m.variables[n].type for n in ("k", "n", "pace", "on")],
                         ["Real", "Integer", "enumeration", "Boolean"])
        self.assertIn("rate", m._repr_html_())

    def test_mistakes_have_a_place(self):
        with self.assertRaises(saltus.LoadError) as caught:
            saltus.load_text("model M\n  Real x;\nequation\n  der(x) = y;\nend M;")
        e = caught.exception
        self.assertEqual((e.code, e.line, e.column), ("M0301", 4, 12))
        self.assertTrue(e.messages[0].help)
        self.assertIn("help:", str(e))
        self.assertEqual(str(pickle.loads(pickle.dumps(e))), str(e))
        with self.assertRaisesRegex(saltus.LoadError, "nowhere.mo"):
            saltus.load("nowhere.mo")
        with self.assertRaisesRegex(saltus.LoadError, "Other"):
            saltus.load_text(DECAY, "Other")
        with self.assertRaisesRegex(saltus.LoadError, "'kk'"):
            saltus.load_text(DECAY, parameters={"kk": 1})
        with self.assertRaisesRegex(TypeError, "path or a text"):
            saltus.Model()

    def test_structure(self):
        m = saltus.load_text(DECAY, parameters={"n": 5, "pace": "Pace.fast", "on": True})
        self.assertAlmostEqual(m.simulate().final("y[5]"), 5*math.exp(-10), 6)
        with self.assertRaises(saltus.Error):
            self.decay.simulate({"n": 5})

    def test_external_c_finds_modelica_error(self):
        m = saltus.load_text(EXTERNAL)
        self.assertAlmostEqual(m.simulate().final("x"), 4)
        with self.assertRaisesRegex(saltus.RunError, "too much"):
            m.simulate({"p": 4})


    def test_a_library_of_the_user_finds_modelica_error(self):
        if not shutil.which("cc"):
            self.skipTest("there is no C compiler")
        with tempfile.TemporaryDirectory() as folder:
            with open(folder + "/own.c", "w") as file:
                file.write("void ModelicaError(const char *); double thrice(double u) { if (u > 5) "
                           "ModelicaError(\"own library\"); return 3*u; }")
            subprocess.run(["cc", "-shared", "-fPIC", folder + "/own.c", "-o", folder + "/libown.so"], check=True)
            with open(folder + "/Own.mo", "w") as file:
                file.write(f"""model Own
  function thrice input Real u; output Real y;
    external "C" y = thrice(u) annotation(Library = "own", LibraryDirectory = "file://{folder}");
  end thrice;
  parameter Real p = 1;
  Real x = thrice(p*(1 + time));
end Own;""")
            m = saltus.load(folder + "/Own.mo")
            self.assertAlmostEqual(m.simulate().final("x"), 6)
            with self.assertRaisesRegex(saltus.RunError, "own library"):
                m.simulate({"p": 4})


class Running(Models):
    def test_results_are_views(self):
        r = self.decay.simulate({"k": 2}, stop=2, interval=1e-3)
        np.testing.assert_allclose(r["x"], np.exp(-2*r.time), atol=2e-6)
        np.testing.assert_array_equal(r["z"], -r["x"])
        np.testing.assert_array_equal(r["y[2]"], 2*r["x"])
        np.testing.assert_array_equal(r["k"], np.full(len(r.time), 2.0))
        np.testing.assert_allclose(r["der(x)"], -2*r["x"])
        self.assertEqual(r["x"].ctypes.data, r["x"].ctypes.data)     # the same memory each time
        self.assertFalse(r["x"].flags.owndata)
        with self.assertRaises(ValueError):
            r["x"][0] = 3
        self.assertEqual((len(r), "x" in r, r.unit("x"), r["time"] is r.time), (len(r.names), True, "m", True))
        self.assertAlmostEqual(r.at("x", 0.5005), math.exp(-1.001), 5)
        with self.assertRaisesRegex(KeyError, "did you mean 'x'"):
            r["xx"]

    def test_arrays_outlive_everything(self):
        x = saltus.load_text(DECAY).simulate(interval=1e-4)["x"]
        small = saltus.load_text(DECAY).simulate(interval=0.1)["x"]
        gc.collect()
        junk = [bytes(1000) for _ in range(10000)]
        self.assertAlmostEqual(float(x[-1]), math.exp(-1), 5)
        self.assertAlmostEqual(float(small[-1]), math.exp(-1), 5)
        del junk

    def test_settings(self):
        r = self.decay.simulate(start=1, stop=3, interval=0.5, tolerance=1e-9, solver="cvode", record=["x"])
        self.assertEqual(list(r.time), [1, 1.5, 2, 2.5, 3])
        self.assertIn("x", r.names)
        self.assertNotIn("z", r.names)
        self.assertEqual(len(self.decay.simulate(rows="ends").time), 2)
        self.assertIn("y[2]", self.decay.simulate(record=["y*", "der(x)"]).names)
        self.assertAlmostEqual(self.decay.simulate({"pace": "fast"}).final("x"), math.exp(-10), 6)

    def test_wrong_names_and_types(self):
        for wrong, kind, says in (
                (lambda: self.decay.simulate({"kk": 1}), saltus.Error, "'kk'.*\n.*did you mean 'k'"),
                (lambda: self.decay.simulate({"k": [1]}), TypeError, "'k' is to be"),
                (lambda: self.decay.simulate({"k": None}), TypeError, "NoneType"),
                (lambda: self.decay.simulate({"k": "much"}), saltus.Error, "'much'"),
                (lambda: self.decay.simulate({"k": math.nan}), saltus.Error, "nan"),
                (lambda: self.decay.simulate({"pace": "faster"}), saltus.Error, "faster"),
                (lambda: self.decay.simulate({"x": 1}), saltus.Error, "x"),
                (lambda: self.decay.simulate(solver="best"), saltus.Error, "best"),
                (lambda: self.decay.simulate(rows="many"), saltus.Error, "grid, peaks"),
                (lambda: self.decay.simulate(stop="later"), TypeError, "stop"),
                (lambda: self.decay.simulate(speed=3), TypeError, "speed"),
                (lambda: self.decay.simulate(stop=-1), saltus.Error, "give both with start= and stop="),
                (lambda: self.decay.simulate(k=3), TypeError, "no setting 'k'; parameters are given"),
                (lambda: self.decay.simulate(interval=-1), saltus.Error, "more than 0"),
                (lambda: self.decay.simulate(record="q"), saltus.Error, "'q'"),
                (lambda: self.decay.simulate(record="q*"), saltus.Error, "'q\\*'"),
                (lambda: self.decay.linearise(at=2, stop=1), saltus.Error, "does not come to at=2"),
                (lambda: self.decay.run().advance("far"), TypeError, "'time'"),
                (lambda: self.decay.run().stepper(["k"])([1, 2], 1), TypeError, "1 values"),
                (lambda: saltus.load_text(3), TypeError, "str"),
                (lambda: self.decay.run()["w"], saltus.Error, "'w'"),
                (lambda: self.decay.run().change(k=3), saltus.Error, "not paused"),
                (lambda: self.decay.run().function(["kk"]), saltus.Error, "'kk'"),
                (lambda: self.decay.run().function(["k"], ["x"])(), TypeError, "1 values"),
                (lambda: self.decay.run().advance(1), saltus.Error, ""),
                (lambda: self.decay.run().end(), saltus.Error, ""),
                (lambda: self.decay.run().save("/tmp/nothing"), saltus.Error, ""),
                (lambda: self.decay.run().copy(), saltus.Error, ""),
                (lambda: self.decay.run().linearise(), saltus.Error, ""),
                (lambda: self.decay.run().restore("/nowhere"), saltus.Error, "nowhere")):
            with self.assertRaisesRegex(kind, says):
                wrong()

    def test_a_run_that_fails_has_results_until_then(self):
        with self.assertRaisesRegex(saltus.RunError, "x has become small") as caught:
            self.faulty.simulate()
        e = caught.exception
        self.assertEqual(e.line, 5)
        self.assertAlmostEqual(e.result.time[-1], 0.5, 3)

    def test_timeout(self):
        with self.assertRaises(saltus.TimeoutError):
            self.swing.simulate(stop=1e12, rows="ends", timeout=0.2)

    def test_function(self):
        f = self.decay.run(stop=2).function(["k"], ["x", "z"])
        for k in (0.1, 1, 3):
            x, z = f(k)
            self.assertAlmostEqual(x, math.exp(-2*k), 6)
            self.assertEqual(x, -z)
        with self.assertRaisesRegex(saltus.RunError, "too large"):
            f(200)
        self.assertAlmostEqual(f(1)[0], math.exp(-2), 6)

    def test_pictures_and_files(self):
        r = self.decay.simulate()
        self.assertIn("<svg", r._repr_svg_())
        self.assertIn("title of it", r.plot("x", "z", title="title of it").svg)
        with self.assertRaisesRegex(saltus.Error, "'q'"):
            r.plot("q")
        with tempfile.TemporaryDirectory() as folder:
            r.save(folder + "/r.csv")
            with open(folder + "/r.csv") as file:
                self.assertIn("x", file.readline())
            r.plot("x").save(folder + "/r.svg")
            with self.assertRaisesRegex(saltus.Error, "nowhere"):
                r.save(folder + "/nowhere/r.csv")
        try:
            import pandas
        except ImportError:
            print("pandas was not found: frames are not tested")
            with self.assertRaisesRegex(ImportError, "python3-pandas"):
                r.frame()
        else:
            self.assertIsInstance(r.frame("x"), pandas.DataFrame)
            self.assertEqual(list(r.frame("x")["x"]), list(r["x"]))

    def test_warnings(self):
        m = saltus.load_text("model W Real x(start = 1, fixed = true); equation der(x) = 1; "
                             "assert(x < 1.5, \"x is large\", AssertionLevel.warning); end W;")
        with self.assertWarnsRegex(saltus.ModelWarning, "x is large"):
            r = m.simulate()
        self.assertEqual([k.severity for k in r.messages if "x is large" in k.text], ["warning"])


class Steps(Models):
    def test_look_change_copy_save(self):
        run = self.swing.run(stop=10)
        with run.begun(), tempfile.TemporaryDirectory() as folder:
            run.advance(1)
            self.assertAlmostEqual(run["x"], math.cos(1), 5)
            other = run.copy()
            run.save(folder + "/run")
            run.change(x=5, v=0)
            self.assertEqual(run.look("x", "v"), (5, 0))
            third = self.swing.run(stop=10).restore(folder + "/run")
            for r in (other, third):
                r.advance(2)
                self.assertAlmostEqual(r["x"], math.cos(2), 5)
            with self.assertRaisesRegex(saltus.Error, "has begun"):
                run.set(k=3)
            with self.assertRaisesRegex(saltus.Error, "'q'"):
                run["q"] = 3
            run["u"] = 1
            self.assertEqual(run["u"], 1)
            other.end()
            third.end()
        self.assertEqual(self.swing.run().begin().end().time[0], 0)

    def test_all_variables_at_the_stop(self):
        m = saltus.load_text("model S Real x(start = 1, fixed = true), v(start = 0, fixed = true), a; "
                             "equation der(x) = v; der(v) = a; a = -9*x; end S;")
        run = m.run(stop=10)
        with run.begun():
            for time in (5, 10):
                run.advance(time)
                self.assertAlmostEqual(run["a"], -9*math.cos(3*time), 3)
                self.assertAlmostEqual(run["a"], -9*run["x"], 12)

    def test_a_loop_in_python_is_the_loop_in_the_model(self):
        # u = -2 v, sampled: against the matrix exponential of the held system
        import itertools
        h, steps = 0.05, 100
        run = self.swing.run(stop=h*steps, tolerance=1e-10)
        step = run.stepper(["u"], ["x", "v"])
        with run.begun():
            x = run.look("x", "v")
            for k in itertools.count(1):
                x = step([-2*x[1]], k*h)
                if k == steps:
                    break
        c, s = math.cos(h), math.sin(h)
        A, b, expected = np.array([[c, s], [-s, c]]), np.array([1 - c, s]), np.array([1.0, 0.0])
        for _ in range(steps):
            expected = A @ expected + b*(-2*expected[1])
        np.testing.assert_allclose(x, expected, atol=1e-7)
        r = self.swing.simulate(control=lambda t, run: {"u": -2*run["v"]}, every=h, stop=h*steps, tolerance=1e-10)
        self.assertAlmostEqual(r.final("x"), expected[0], 6)

    def test_every_study_takes_inputs(self):
        # x'' = k u: of u = cos(t), x = 1 - cos(t); of u = t, x = k t^3/6
        m = saltus.load_text("model S input Real u(start = 0); parameter Real k = 1; Real x(start = 0, fixed = true), "
                             "v(start = 0, fixed = true); equation der(x) = v; der(v) = k*u; end S;")
        far, line = 1 - math.cos(3), ([0, 3], [0, 3])
        for u in (np.cos, "cos(time)"):
            np.testing.assert_allclose(m.measure("final(x)", "max(v)", inputs={"u": u}, stop=3), [far, 1], atol=1e-6)
            s = m.sweep({"x.start": [0, 1]}, "final(x)", inputs={"u": u}, stop=3)
            np.testing.assert_allclose(s["final(x)"], [far, far + 1], atol=1e-6)
            found = m.optimise("(final(x) - 2)^2", {"v.start": (-3, 3)}, inputs={"u": u}, stop=3)
            self.assertAlmostEqual(found["v.start"], (2 - far)/3, 4)
            self.assertIn("stop=3, inputs=...", str(found))
        np.testing.assert_allclose(m.sweep({"k": [1, 2]}, "final(x)", inputs={"u": line}, stop=3)["final(x)"], [4.5, 9],
                                   atol=1e-6)
        t = np.linspace(0, 3, 30)
        self.assertAlmostEqual(m.fit({"time": t, "x": t**3/3}, ["k"], inputs={"u": line})["k"], 2, 6)
        s = m.sensitivities(["x"], ["k"], t, inputs={"u": line}, stop=3)
        np.testing.assert_allclose(s["x", "k"], t**3/6, atol=1e-6)
        self.assertEqual(s.messages, [])
        with self.assertRaisesRegex(saltus.Error, "function of time"):
            m.fit({"time": t, "x": t}, ["k"], inputs={"u": np.cos})

    def test_a_run_does_not_go_back(self):
        run = self.swing.run(stop=3)
        with run.begun():
            self.assertTrue(run.advance(1) and run.advance(1))
            with self.assertRaisesRegex(saltus.Error, "at time 1, and does not go back to 0.5"):
                run.advance(0.5)

    def test_the_derivative_of_an_input_is_an_impulse(self):
        m = saltus.load_text("model D input Real u(start = 0); Real x(start = 0, fixed = true); equation der(x) = "
                             "der(u) - x; end D;")
        run = m.run(stop=2, tolerance=1e-9)
        with run.begun():
            run.advance(1)
            run.change(u=2)
            self.assertAlmostEqual(run["x"], 2, 9)
            run.advance(2)
            self.assertAlmostEqual(run["x"], 2*math.exp(-1), 7)
        run = m.run(stop=3, tolerance=1e-9)
        step = run.stepper(["u"], ["x"])
        with run.begun():
            self.assertAlmostEqual(step([1], 1)[0], math.exp(-1), 7)
            self.assertAlmostEqual(step([3], 2)[0], (math.exp(-1) + 2)*math.exp(-1), 7)
        h = 0.1                          # u = t in steps, at h, 2 h, ...
        end = m.simulate(control=lambda t, run: {"u": t}, every=h, stop=2, tolerance=1e-9).final("x")
        self.assertAlmostEqual(end, sum(h*math.exp(-(2 - k*h)) for k in range(1, 20)), 6)

    def test_exceptions_inside_callbacks(self):
        def control(t, run):
            if t > 0.5:
                raise ZeroDivisionError("mine")
            return {"u": 1}
        with self.assertRaisesRegex(ZeroDivisionError, "mine"):
            self.swing.simulate(control=control, every=0.1)
        with self.assertRaisesRegex(saltus.Error, "'w'"):
            self.swing.simulate(control=lambda t, r: {"w": 1}, every=0.1)
        with self.assertRaisesRegex(saltus.Error, "every"):
            self.swing.simulate(control=control)

        def progress(t):
            raise LookupError(f"at {t > 0}")
        with self.assertRaisesRegex(LookupError, "at True"):
            self.swing.simulate(stop=1e12, rows="ends", progress=progress)

    def test_inputs(self):
        exact = [(math.sin(t) - t*math.cos(t))/2 for t in (3,)]
        for u in ("sin(time)", np.sin, (np.linspace(0, 3, 3001), np.sin(np.linspace(0, 3, 3001))),
                  (np.linspace(0, 3, 301), np.sin(np.linspace(0, 3, 301)), "akima")):
            r = self.swing.simulate({"x0": 0}, inputs={"u": u}, every=1e-3, stop=3, tolerance=1e-8)
            self.assertAlmostEqual(r.final("x"), exact[0], 5)
        self.assertAlmostEqual(self.swing.simulate(inputs={"u": 1}).final("x"), 1, 6)
        # functions alone are followed to the tolerance: smooth ones, corners, jumps, steps, and large ones beside zero
        sums = saltus.load_text("model Sum input Real u; "
                                "Real s(start = 0, fixed = true); equation der(s) = u; end Sum;")
        for u, whole in ((np.sin, 1 - math.cos(30)), (lambda t: abs(t - math.e), (math.e**2 + (30 - math.e)**2)/2),
                         (lambda t: 2 + (t > math.pi)*math.exp(-t), 60 + math.exp(-math.pi) - math.exp(-30)),
                         (lambda t: 3 if t % 2 < 1.1 else -1, 15*(3.3 - 0.9)),
                         (lambda t: 1e6*math.cos(20*t), 1e6*math.sin(600)/20),
                         (lambda t: 0.0, 0)):
            self.assertLess(abs(sums.simulate(inputs={"u": u}, stop=30, tolerance=1e-7).final("s") - whole),
                            3e-6*max(1, abs(u(0.0))*30))
        counts = saltus.load_text("model Count input Integer n; Real s(start = 0, fixed = true); equation der(s) = n; "
                                  "end Count;")
        self.assertAlmostEqual(counts.simulate(inputs={"n": lambda t: int(t*t)}, stop=2).final("s"),
                               5 - math.sqrt(2) - math.sqrt(3), 6)
        with self.assertRaisesRegex(saltus.Error, "cannot be followed.*every="):
            sums.simulate(inputs={"u": lambda t: math.sin(1e9*t)}, stop=30)
        with self.assertRaisesRegex(saltus.Error, "no value at time"):
            sums.simulate(inputs={"u": lambda t: math.nan if t > 1 else t}, stop=3)
        with self.assertRaisesRegex(saltus.Error, "'w'"):
            self.swing.simulate(inputs={"w": "sin(time)"})
        with self.assertRaisesRegex(saltus.Error, "one length"):
            self.swing.simulate(inputs={"u": ([0, 1], [1])})
        with self.assertRaisesRegex(saltus.Error, "stop="):
            self.swing.simulate(inputs={"u": np.sin})
        with self.assertRaisesRegex(ZeroDivisionError, "division"):
            self.swing.simulate(inputs={"u": lambda t: 1/0}, stop=1)


def final_x(arguments):
    model, k = arguments
    return model.simulate({"k": k}).final("x")


class Processes(Models):
    def interrupt(self, work):
        timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        try:
            with self.assertRaises(KeyboardInterrupt):
                work()
        finally:
            timer.join()

    def test_keyboard_interrupt(self):
        self.interrupt(lambda: self.swing.simulate(stop=1e12, rows="ends"))
        self.interrupt(lambda: self.swing.simulate(stop=1e12, rows="ends", progress=lambda t: None))
        self.interrupt(lambda: self.swing.sweep({"k": [1, 2, 3]}, "final(x)", stop=1e12))
        self.interrupt(lambda: self.swing.optimise("final(x)", {"k": (1, 2)}, stop=1e12))
        self.interrupt(lambda: self.swing.fit({"time": [0, 1e12], "x": [1, 0]}, ["k"]))
        self.interrupt(lambda: self.swing.sensitivities(["x"], ["k"], [1e12]))
        run = self.swing.run(stop=1e12, rows="ends").begin()
        self.interrupt(lambda: run.advance(1e11))
        self.assertAlmostEqual(self.swing.simulate().final("x"), math.cos(1), 5)

    def test_threads(self):
        ks = np.linspace(0.1, 3, 40)
        found = self.decay.map(lambda run, k: run.set(k=k).simulate().final("x"), ks, threads=4)
        np.testing.assert_allclose(found, np.exp(-ks), atol=1e-5)
        inside, go_on = threading.Event(), threading.Event()

        def hold(t):
            inside.set()
            go_on.wait(600)
            raise LookupError("it may end")

        run = self.swing.run(stop=1e12, rows="ends", progress=hold)
        thread = threading.Thread(target=lambda: self.assertRaises(LookupError, run.simulate))
        thread.start()
        self.assertTrue(inside.wait(600))
        with self.assertRaisesRegex(saltus.Error, "one thread at a time"):
            run.simulate()
        with self.assertRaisesRegex(saltus.Error, "one thread at a time"):
            run.close()
        go_on.set()
        thread.join()

    def test_a_closed_run(self):
        run = self.decay.run()
        result = run.simulate()
        run.close()
        for use in (run.simulate, run.begin, run.close, lambda: run["x"], lambda: run.set(k=1), lambda: run.time):
            with self.assertRaisesRegex(saltus.Error, "closed"):
                use()
        self.assertAlmostEqual(result.final("x"), math.exp(-1), 5)
        with self.decay.run() as other:
            other.simulate()
        self.assertIn("closed", repr(other))

    def test_other_processes(self):
        work = [(self.decay, k) for k in (1, 2, 3)]
        for how in ("fork", "spawn"):
            with multiprocessing.get_context(how).Pool(2) as pool:
                np.testing.assert_allclose(pool.map(final_x, work), np.exp([-1, -2, -3]), atol=1e-5)

    def test_a_run_of_the_parent(self):
        run, model = self.decay.run(), self.decay
        child = os.fork()
        if child == 0:
            try:
                run.simulate()
            except saltus.Error as e:
                good = "after a fork" in str(e) and abs(model.simulate().final("x") - math.exp(-1)) < 1e-5
                os._exit(0 if good else 1)
            os._exit(2)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_no_memory(self):
        """In a child, whose memory is limited: the call fails, and the process goes on."""
        child = os.fork()
        if child == 0:
            try:
                model = saltus.load_text(SWING)
                with open("/proc/self/statm") as file:
                    used = int(file.read().split()[0])*os.sysconf("SC_PAGE_SIZE")
                resource.setrlimit(resource.RLIMIT_AS, (used + (60 << 20),)*2)
                run = model.run(stop=2e5, interval=0.01, timeout=600)    # 800 MB of rows
                try:
                    run.simulate()
                except (saltus.Error, MemoryError) as e:
                    again = "memory" in str(e)
                    try:
                        run.simulate()
                    except (saltus.Error, MemoryError):
                        os._exit(0 if again else 3)
                os._exit(4)
            except BaseException as e:
                print(repr(e), file=sys.stderr)
                os._exit(5)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


class Header(unittest.TestCase):
    def test_structures(self):
        """Each has the members of saltus.h, at their places."""
        from saltus import _library as own
        if not shutil.which("cc"):
            self.skipTest("there is no C compiler")
        root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        structures = {"saltus_samples": own.Samples, "saltus_source": own.Source, "saltus_bound": own.Bound,
                      "saltus_along": own.Along, "saltus_points": own.Points, "saltus_so_far": own.SoFar,
                      "saltus_aim": own.Aim, "saltus_fit_request": own.FitRequest,
                      "saltus_event": own.Event, "saltus_sink": own.Sink}
        expected = [n for s in structures.values() for n in (ctypes.sizeof(s), *(getattr(s, f).offset
                                                                                  for f, _ in s._fields_))]
        asked = ", ".join(n for c, s in structures.items()
                          for n in (f"sizeof({c})", *(f"offsetof({c}, {f})" for f, _ in s._fields_)))
        with tempfile.TemporaryDirectory() as folder:
            with open(folder + "/places.c", "w") as file:
                file.write(f"#include <saltus.h>\n#include <stdio.h>\nint main(void) {{ size_t n[] = {{{asked}}};\n"
                           "for (size_t i = 0; i < sizeof n/sizeof *n; i++) printf(\"%zu\\n\", n[i]); }")
            subprocess.run(["cc", "-I", root + "/include", folder + "/places.c", "-o", folder + "/places"], check=True)
            said = subprocess.run([folder + "/places"], check=True, capture_output=True, text=True).stdout
        self.assertEqual([int(n) for n in said.split()], expected)


class Guide(unittest.TestCase):
    """The blocks of docs/python.md, one after another, in a folder that has the examples."""

    def test_blocks(self):
        root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        with open(root + "/docs/python.md", encoding="utf-8") as file:
            blocks = re.findall(r"^```python\n(.*?)^```", file.read(), re.M | re.S)
        self.assertGreater(len(blocks), 6)
        before, names = os.getcwd(), {}
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as said:
            os.symlink(root + "/examples", folder + "/examples")
            os.chdir(folder)
            try:
                for block in blocks:
                    exec(compile(block, "docs/python.md", "exec"), names)
            finally:
                os.chdir(before)
        self.assertIn("M0301 4 12", said.getvalue())
        fit, t = names["fit"], names["t"]
        np.testing.assert_allclose([fit["R"], fit.errors["R"], *fit.intervals["R"]], [1.208, 0.0078, 1.193, 1.224],
                                   rtol=1e-2)
        np.testing.assert_allclose(names["s"]["x", "k"], -t*np.exp(-0.7*t), atol=1e-4)
        self.assertLess(names["best"].cost, 0.31)


if __name__ == "__main__":
    warnings.simplefilter("always", saltus.ModelWarning)
    unittest.main(verbosity=0)
