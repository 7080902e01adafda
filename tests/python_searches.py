"""The Python module: sweeps, fits, searches, sinks. And the models that all tests of the module share."""
import math
import os
import tempfile
import unittest
import warnings

import numpy as np
import saltus

DECAY = """model Decay "a decay"
  parameter Real k = 1 "rate";
  parameter Integer n = 2;
  type Pace = enumeration(slow, fast);
  parameter Pace pace = Pace.slow;
  parameter Boolean on = true;
  Real x(start = 1, fixed = true, unit = "m");
  Real y[n];
  Real z = -x;
equation
  der(x) = if pace == Pace.fast then -10*k*x else -k*x;
  for i in 1:n loop y[i] = i*x; end for;
  assert(k < 100, "k is too large");
end Decay;
"""
SWING = """model Swing
  parameter Real k = 1, x0 = 1;
  input Real u(start = 0);
  output Real y = x;
  Real x(start = x0, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = u - k*x;
end Swing;
"""
FAULTY = """model Faulty
  Real x(start = 1, fixed = true);
equation
  der(x) = -1;
  assert(x > 0.5, "x has become small");
end Faulty;
"""


class Models(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.decay, cls.swing, cls.faulty = (saltus.load_text(t) for t in (DECAY, SWING, FAULTY))


class Studies(Models):
    def test_derivatives_and_linear_systems(self):
        run = self.swing.run({"k": 4})
        with run.begun():
            np.testing.assert_allclose(run.derivatives(["der(v)", "y"], ["x", "u", "k"]), [[-4, 1, -1], [1, 0, 0]])
            with self.assertRaises(saltus.Error):
                run.derivatives(["w"], ["x"])
        sampled = saltus.load_text("model S Real x(start = 1, fixed = true), u; equation der(x) = -hold(u); "
                                   "u = 2*sample(x, Clock(1, 10)); end S;").linearise(at=0.5, stop=2, clocked=True)
        self.assertAlmostEqual(sampled.A[0, 0], 0.8, 14)
        self.assertEqual(sampled.period, 0.1)
        l = self.swing.linearise(parameters={"k": 4})
        self.assertEqual((l.states, l.inputs, l.outputs), (["x", "v"], ["u"], ["y"]))
        np.testing.assert_allclose(l.A, [[0, 1], [-4, 0]])
        np.testing.assert_allclose(l.B, [[0], [1]])
        np.testing.assert_allclose(sorted(l.poles().imag), [-2, 2], atol=1e-12)
        np.testing.assert_allclose(l.response([1, 3], "y", "u"), [1/3, -1/5], atol=1e-12)
        self.assertIn("<svg", l.plot("bode").svg)
        with self.assertRaisesRegex(saltus.Error, "did you mean 'bode'"):
            l.plot("bodee")
        with self.assertRaisesRegex(saltus.Error, "no channel"):
            l.response(1, 3)
        before = l.A
        l.sample(0.1)
        np.testing.assert_allclose(before, [[0, 1], [-4, 0]])
        self.assertAlmostEqual(np.linalg.det(l.A), 1)
        with self.assertRaisesRegex(saltus.Error, "sampled already"):
            l.sample(0.1)
        self.assertIn("<pre>", l._repr_html_())

    def test_equilibrium(self):
        self.assertAlmostEqual(self.swing.trim(["x", "v", "u"], ["der(*)", "x - 3"])["u"], 3, 6)
        with self.assertRaises(saltus.Error):
            self.swing.trim(["v"], ["x - 3"])
        fold = saltus.load_text("model F parameter Real k = -1; Real x(start = -1, fixed = true); equation der(x) = "
                                "k + x^2; end F;").follow("k", -1, 1, 0.05)
        np.testing.assert_allclose(fold.parameter, -fold["x"]**2, atol=1e-7)
        self.assertEqual(fold.kinds.count("F"), 1)
        self.assertAlmostEqual(fold.parameter[fold.kinds.index("F")], 0, 4)
        self.assertIn("<svg", fold._repr_svg_())

    def test_measures(self):
        self.assertAlmostEqual(self.swing.measure("min(x)", stop=4, interval=1), -1, 5)
        np.testing.assert_allclose(self.decay.measure("final(x)", "max(x) <= 2"), [math.exp(-1), 1], atol=1e-5)
        self.assertAlmostEqual(self.decay.simulate().measure("integral(x)"), 1 - math.exp(-1), 5)
        with self.assertRaisesRegex(saltus.Error, "not closed"):
            self.decay.measure("max(x")
        with self.assertRaisesRegex(saltus.Error, "'q'"):
            self.decay.simulate().measure("max(q)")
        with self.assertWarnsRegex(saltus.ModelWarning, "no value"):
            self.decay.measure("final(x)/(final(x) + final(z))")

    def test_sweeps(self):
        s = self.decay.sweep({"k": [0, 1, 200], "x.start": [1, 2]}, ["final(x)", "max(x)"])
        self.assertEqual(s["final(x)"].shape, (3, 2))
        np.testing.assert_allclose(s["final(x)"][:2], [[1, 2], [math.exp(-1), 2*math.exp(-1)]], atol=1e-5)
        self.assertEqual(s.failed, [4, 5])
        self.assertIn("too large", s.messages[4])
        self.assertEqual(s.least("max(x)")["x.start"], 1)
        self.assertIn("<svg", s._repr_svg_())
        line = self.decay.sweep({"k": np.linspace(0, 1, 5)}, "final(x)", parameters={"pace": "fast"}, threads=2)
        np.testing.assert_allclose(line["final(x)"], np.exp(-10*line["k"]), atol=1e-5)
        pairs = self.decay.sweep({"k": [1, 2], "x.start": [1, 2]}, "final(x)", grid=False)
        np.testing.assert_allclose(pairs["final(x)"], [math.exp(-1), 2*math.exp(-2)], atol=1e-5)
        for wrong in ({"kk": [1]}, {}, {"k": []}):
            with self.assertRaises(saltus.Error):
                self.decay.sweep(wrong, "final(x)")
        with self.assertRaisesRegex(saltus.Error, "as many values"):
            self.decay.sweep({"k": [1, 2], "x.start": [1]}, "final(x)", grid=False)

    def test_charts(self):
        c = saltus.Chart("both", 2).panel("x", "y").curve([1, 2], [1, 4], "rising").points([1], [1])
        c.panel("a", "b").cells([0, 1, 2], [0, 1], [[1, 2, 3], [4, 5, 6]], "heat")
        self.assertIn("rising", c._repr_svg_())
        with self.assertRaisesRegex(saltus.Error, "x has 1"):
            c.curve([1], [1, 2])
        with self.assertRaisesRegex(saltus.Error, "shape"):
            c.cells([0, 1], [0, 1], [[1, 2, 3]])


class Searches(Models):
    """x' = -k x with x(0) = x0 is x0*exp(-k t): by k it is -t x, by x0 it is x/x0. A straight line a + b t has the
    estimates and the covariance of linear regression, s^2 (X'X)^-1."""

    def test_sensitivities(self):
        t = np.array([0, 0.5, 1, 3])
        s = self.decay.sensitivities(["x", "der(x)"], ["k", "x.start"], t, parameters={"k": 2}, tolerance=1e-9)
        x = np.exp(-2*t)
        self.assertEqual(s.matrix.shape, (4, 2, 2))
        np.testing.assert_allclose(s["x"], x, atol=1e-7)
        np.testing.assert_allclose(s["x", "k"], -t*x, atol=1e-6)
        np.testing.assert_allclose(s["x", "x.start"], x, atol=1e-6)
        np.testing.assert_allclose(s["der(x)", "k"], (2*t - 1)*x, atol=1e-6)
        run = self.decay.run({"k": 2}, tolerance=1e-9)
        np.testing.assert_allclose(run.sensitivities("x", "k", 1)["x", "k"], [-math.exp(-2)], atol=1e-6)
        self.assertAlmostEqual(run.simulate().final("x"), math.exp(-2), 6)       # the run is as it was
        for wrong, says in ((lambda: run.sensitivities(["x"], ["x.start"], [1]), "x.start"),
                            (lambda: run.sensitivities(["q"], ["k"], [1]), "'q'"),
                            (lambda: run.sensitivities(["x"], ["n"], [1]), "R0706"),
                            (lambda: run.sensitivities(["x"], ["k"], [2, 1]), "must rise"),
                            (lambda: run.sensitivities(["x"], ["k"], [[1]]), "shape"),
                            (lambda: self.decay.sensitivities(["x"], ["q.start"], [1]), "q"),
                            (lambda: self.faulty.sensitivities(["x"], ["x.start"], [3]), "become small")):
            with self.assertRaisesRegex(saltus.Error, says):
                wrong()
        with self.assertRaisesRegex(KeyError, "by 'q'"):
            s["x", "q"]
        with run.begun(), self.assertRaisesRegex(saltus.Error, "under way"):
            run.sensitivities(["x"], ["k"], [1])

    def test_sensitivities_through_an_event(self):
        # after a bounce at t1 = sqrt(2 h0/g) with the speed e*v1, v1 = g*t1, the height is e*v1*s - g*s^2/2, s = t - t1
        ball = saltus.load_text("""model Ball
          parameter Real e = 0.8, h0 = 5;
          Real h(start = h0, fixed = true), v(start = 0, fixed = true);
        equation
          der(h) = v;
          der(v) = -10;
          when h < 0 then reinit(v, -e*pre(v)); end when;
        end Ball;""")
        s = ball.sensitivities(["h", "v"], ["e", "h0"], [0.5, 1.5], tolerance=1e-9)
        self.assertEqual(list(s["h", "e"])[0], 0)
        np.testing.assert_allclose(s.matrix[1], [[10*0.5, 0.8*0.5 - 0.8 + 5*0.1], [10, 0.8 + 1]], atol=1e-5)

    def test_searches_that_go_on(self):
        m = saltus.load_text("model F parameter Real k = 1.3, T = 0.7; Real y(start = 0, fixed = true); equation "
                             "T*der(y) = k*sin(time) - y; end F;")
        t = np.linspace(0, 5, 30)
        data = {"time": t, "y": 2*np.sin(t) + 0.1*np.cos(7*t)}
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            journal = os.path.join(folder, "journal")
            for search, runs in ((lambda **more: m.fit(data, ["k", "T"], **more), 3),
                                 (lambda **more: m.optimise("(final(y) - 1)^2", {"k": (0, 5), "T": (0.1, 2)}, stop=3,
                                                            **more), 0)):
                whole = search().values
                search(journal=journal, progress=lambda made, best: made < runs)
                self.assertGreater(os.path.getsize(journal), 0)
                self.assertEqual(search(journal=journal).values, whole)
                self.assertFalse(os.path.exists(journal))
            m.fit(data, ["k", "T"], journal=journal, progress=lambda made, best: made < 3)
            with self.assertRaisesRegex(saltus.Error, "U0967"):
                m.fit({**data, "y": t}, ["k", "T"], journal=journal)

    def test_optimum(self):
        # exp(-k) comes nearest to 1/4 at k = log(4)
        o = self.decay.optimise("(final(x) - 0.25)^2", {"k": (0, 5)}, tolerance=1e-10)
        self.assertAlmostEqual(o["k"], math.log(4), 3)
        self.assertLess(o.cost, 1e-7)
        self.assertGreater(o.runs, 3)
        self.assertIn("<svg", o.plot().svg)
        self.assertIn("best", str(o) + o._repr_html_())
        self.assertIn(f"model.simulate({{'k': {o['k']!r}}}, tolerance=1e-10)", str(o))
        self.assertNotRegex(str(o), r"(^| )--?[a-z]|saltus run")         # no words of the command line
        with tempfile.TemporaryDirectory() as folder:
            o.save(folder + "/runs.csv")
            with open(folder + "/runs.csv") as file:
                self.assertGreater(len(file.readlines()), o.runs)
            with self.assertRaisesRegex(saltus.Error, "nowhere"):
                o.save(folder + "/nowhere/runs.csv")
        with self.assertRaisesRegex(KeyError, "was not varied"):
            o["n"]

    def test_optimum_with_constraints(self):
        # x at 2 is least where k is greatest; final(x) >= exp(-3) allows k = 1.5
        o = self.decay.optimise("final(x)", {"k": (0.1, 5, 1, "log")}, subject="final(x) >= 0.049787068367863944",
                                stop=2, tolerance=1e-9)
        self.assertAlmostEqual(o["k"], 1.5, 3)
        self.assertAlmostEqual(o.margins["final(x) >= 0.049787068367863944"], 0, 4)
        o = self.swing.optimise(maximise="final(x)", vary={"x0": (0, 3), "k": (1, 1.5)}, stop=math.pi,
                                inputs={"u": 0}, tolerance=1e-9)
        # x0*cos(sqrt(k)*pi) is greatest at x0 = 0, where it is 0
        self.assertAlmostEqual(o.cost, 0, 4)
        o = self.decay.optimise("(final(x) - 1)^2", ["x.start in [0, 9] = 5"], parameters={"pace": "fast", "k": 0.1},
                                tolerance=1e-9)
        self.assertAlmostEqual(o["x.start"], math.e, 3)
        self.assertIn("x.start", repr(o))

    def test_optimum_ended_by_the_caller(self):
        seen = []

        def look(runs, best):
            seen.append((runs, best))
            return not best < 1

        with self.assertWarnsRegex(saltus.ModelWarning, "best so far"):
            o = self.swing.optimise("(final(x) - 0.25)^2", {"k": (0, 5)}, stop=1000, method="crs", evaluations=100000,
                                    progress=look)
        self.assertTrue(seen and o.cost <= seen[-1][1] and o.runs < 100000)

        def fail(runs, best):
            raise ZeroDivisionError("mine")

        with self.assertRaisesRegex(ZeroDivisionError, "mine"):
            self.swing.optimise("final(x)", {"k": (0, 5)}, stop=1000, method="crs", evaluations=100000, progress=fail)

    def test_mistakes_of_optimisation(self):
        for wrong, kind, says in (
                (lambda: self.decay.optimise(vary={"k": (0, 1)}), TypeError, "minimise"),
                (lambda: self.decay.optimise("final(x)", {"k": (0, 1)}, maximise="x"), TypeError, "minimise"),
                (lambda: self.decay.optimise("final(x)"), saltus.Error, "nothing is varied"),
                (lambda: self.decay.optimise("final(x)", {"k": 3}), saltus.Error, "low, high"),
                (lambda: self.decay.optimise("final(x)", {"k": (0, "b")}), TypeError, "'k' is to be 'b'"),
                (lambda: self.decay.optimise("final(x)", {"kk": (0, 1)}), saltus.Error, "'kk'"),
                (lambda: self.decay.optimise("final(q)", {"k": (0, 1)}), saltus.Error, "'q'"),
                (lambda: self.decay.optimise("final(x)", {"k": (0, 1)}, method="luck"), saltus.Error, "luck"),
                (lambda: self.decay.optimise("final(x)", {"k": (0, 1)}, solver="rk5"), saltus.Error, "rk5"),
                (lambda: self.decay.optimise("final(x)", {"k": (0, 1)}, starts=-1), saltus.Error, "starts"),
                (lambda: self.decay.optimise("final(x)", {"k": (0, 1)}, xtol=-1), saltus.Error, "xtol"),
                (lambda: self.decay.optimise("final(x)", {"k": (0, 1)}, evaluations=1.5), TypeError, "whole number"),
                (lambda: self.decay.optimise("final(x)", {"k": (0, 1)}, subject=["final(x) >= 3"]), saltus.Error,
                 "U0916")):
            with self.assertRaisesRegex(kind, says):
                wrong()

    def test_regression(self):
        line = saltus.load_text("model Line parameter Real a = 0, b = 1; Real y = a + b*time; end Line;")
        t, noise = np.linspace(0, 10, 41), np.random.default_rng(3).normal(0, 0.2, 41)
        y = 3 - 0.5*t + noise
        X = np.stack([np.ones(41), t], axis=1)
        exact, spread = np.linalg.lstsq(X, y, rcond=None)[0], np.linalg.inv(X.T @ X)
        f = line.fit({"time": t, "y": y}, ["a", "b"], sigma=0.2)
        np.testing.assert_allclose([f["a"], f["b"]], exact, rtol=1e-7)
        np.testing.assert_allclose(f.covariance, 0.04*spread, rtol=1e-6)
        np.testing.assert_allclose(list(f.errors.values()), 0.2*np.sqrt(np.diag(spread)), rtol=1e-6)
        np.testing.assert_allclose(np.diag(f.correlation), 1)
        half = 1.959963985*f.errors["a"]
        np.testing.assert_allclose(f.intervals["a"], [exact[0] - half, exact[0] + half], rtol=1e-6)
        squares = float(np.sum((y - X @ exact)**2))
        self.assertAlmostEqual(f.chi2, squares/0.04, 5)
        self.assertEqual(f.freedom, 39)
        unknown = line.fit({"time": t, "y": y}, {"a": None, "b": (-1, None)})    # the scatter tells sigma
        np.testing.assert_allclose(unknown.covariance, squares/39*spread, rtol=1e-6)
        with self.assertWarnsRegex(saltus.ModelWarning, "U0948"):        # a level is far from a slope
            bound = line.fit({"time": t, "y": y}, {"a": None, "b": (0, 1)}, sigma=0.2)
        self.assertEqual(bound["b"], 0)
        self.assertTrue(math.isnan(bound.errors["b"]))
        self.assertAlmostEqual(bound["a"], float(np.mean(y)), 6)
        with self.assertWarnsRegex(saltus.ModelWarning, "U0945"):        # of a sum only
            twice = saltus.load_text("model Sum parameter Real a = 1, b = 2; Real y = a + b; end Sum;").fit(
                {"time": t, "y": y}, ["a", "b"], sigma=2)
        self.assertTrue(np.isnan(twice.covariance).all())
        self.assertAlmostEqual(twice["a"] + twice["b"], float(np.mean(y)), 6)
        self.assertIn("<svg", f.plot().svg)
        self.assertIn("estimate", str(f))
        self.assertNotIn(tempfile.gettempdir() + "/", str(f) + f.plot().svg)
        with tempfile.TemporaryDirectory() as folder:
            f.save(folder + "/residuals.csv")
            with open(folder + "/residuals.csv") as file:
                self.assertEqual(len(file.readlines()), 42)
            with self.assertRaises(saltus.Error):
                f.save(folder + "/residuals.txt")

    def test_fits(self):
        t = np.linspace(0, 2, 21)
        x = 2*np.exp(-1.5*t)
        x[3] = np.nan
        f = self.decay.fit({"time": t, "x": x}, ["k", "x.start"], sigma={"x": 0.1}, tolerance=1e-10, solver="cvode")
        np.testing.assert_allclose([f["k"], f["x.start"]], [1.5, 2], rtol=1e-6)
        self.assertEqual(f.freedom, 18)
        # two experiments with values of their own, a column that is an expression, and weights in a column
        both = [({"time": t, "double": 2*np.exp(-k*1.5*t), "s": np.full(21, 0.1)}, {"pace": pace})
                for k, pace in ((1, "Pace.slow"), (10, "Pace.fast"))]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", saltus.ModelWarning)     # at the end the sum is rounding alone
            f = self.decay.fit(both, {"k": (0, 9)}, sigma={"double": "s"}, columns={"double": "2*x"}, tolerance=1e-10)
        self.assertAlmostEqual(f["k"], 1.5, 5)
        # the input of a column: u = sin(t) moves x'' = -k x + u with k = 1 by sin(t)/2 - t*cos(t)/2 from rest
        t = np.linspace(0, 3, 301)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", saltus.ModelWarning)     # residuals are those of the straight lines
            f = self.swing.fit({"time": t, "x": (np.sin(t) - t*np.cos(t))/2, "u": np.sin(t)}, ["k"],
                               parameters={"x0": 0, "k": 2}, tolerance=1e-9)
        self.assertAlmostEqual(f["k"], 1, 4)

    def test_a_frame(self):
        class Frame(dict):
            """What a fit uses of a pandas.DataFrame."""
            columns, index = ["x"], np.linspace(0, 2, 21)

        f = self.decay.fit(Frame(x=np.exp(-1.5*Frame.index)), ["k"], sigma=0.1, tolerance=1e-9)
        self.assertAlmostEqual(f["k"], 1.5, 5)

    def test_mistakes_of_fits(self):
        good = {"time": [0, 1, 2], "x": [1, 0.4, 0.1]}
        for data, vary, more, kind, says in (
                ({"x": [1]}, ["k"], {}, saltus.Error, "'time'"),
                ({"time": [0, 1], "x": [1]}, ["k"], {}, saltus.Error, "one length"),
                ({"time": [0, 1], "x": [1, math.inf]}, ["k"], {}, saltus.Error, "infinite"),
                ({"time": [1, 0], "x": [1, 1]}, ["k"], {}, saltus.Error, "data1.csv"),
                (3, ["k"], {}, TypeError, "int"),
                ([], ["k"], {}, saltus.Error, "no data"),
                ("nowhere.csv", ["k"], {}, saltus.Error, "nowhere.csv"),
                (good, [], {}, saltus.Error, "nothing is to be varied"),
                (good, ["kk"], {}, saltus.Error, "'kk'"),
                (good, ["k", "k"], {}, saltus.Error, "twice"),
                (good, {"k": (1, 0)}, {}, saltus.Error, "exclude"),
                (good, {"k": 3}, {}, saltus.Error, "low, high"),
                (good, ["k"], {"loss": "hard"}, saltus.Error, "hard"),
                (good, ["k"], {"confidence": 95}, saltus.Error, "between 0 and 1"),
                (good, ["k"], {"sigma": {"x": "s"}}, saltus.Error, "s"),
                (good, ["k"], {"solver": "rk5"}, saltus.Error, "rk5"),
                (good, ["k"], {"parameters": {"k": 200}}, saltus.Error, "too large")):
            with self.assertRaisesRegex(kind, says):
                self.decay.fit(data, vary, **more)
        opened = saltus.load_text("model O block P input Real u; output Real y = 2*u; end P; P p(u = time); end O;",
                                  component="p")
        with self.assertRaisesRegex(saltus.Error, "opened"):
            opened.fit(good, ["k"])


RELAY = """model Relay
  Real x(start = 1, fixed = true);
  Boolean low = x < 0.5;
  Real v(start = 0, fixed = true);
equation
  der(x) = -x;
  der(v) = 1;
  when v > 0.75 then
    reinit(v, 0);
  end when;
end Relay;"""


class Sinks(unittest.TestCase):
    """x = exp(-t) is 1/2 at ln 2; v is t modulo 0.75."""

    def setUp(self):
        self.run_ = saltus.load_text(RELAY).run(stop=2, interval=0.125)

    def test_functions(self):
        rows, events = [], []
        result = self.run_.sink(row=rows.append, event=events.append).simulate()
        self.assertEqual([r.time for r in rows], list(result.time))
        self.assertEqual([r["x"] for r in rows], list(result["x"]))
        self.assertEqual(rows[0].names[:3], ["x", "low", "v"])
        turn = next(e for e in events if e.what == "turns" and e.name == "x < 0.5")
        self.assertAlmostEqual(turn.time, math.log(2), 5)
        self.assertEqual((turn.now, turn.line), (1, 3))
        jumps = [e for e in events if e.what == "jumps" and e.name == "v"]
        np.testing.assert_allclose([(e.time, e.was, e.now) for e in jumps], [(0.75, 0.75, 0), (1.5, 0.75, 0)],
                                   atol=1e-6)
        self.assertIn("low becomes true", str(next(e for e in events if e.what == "becomes")))
        count = len(rows)
        self.run_.sink()
        self.run_.simulate()
        self.assertEqual(len(rows), count)

    def test_nothing_is_kept(self):
        times = []
        result = self.run_.sink(row=lambda row: times.append(row.time), keep=False).simulate()
        self.assertEqual(len(result.time), 0)
        self.assertEqual((times[0], times[-1]), (0, 2))
        self.assertAlmostEqual(self.run_["x"], math.exp(-2), 5)

    def test_what_is_raised(self):
        def stop(item):
            raise ZeroDivisionError(item.time)
        for given in ({"row": stop}, {"event": stop}):
            with self.assertRaises(ZeroDivisionError):
                self.run_.sink(**given).simulate()
        self.run_.sink()
        self.assertEqual(self.run_.simulate().time[-1], 2)

    def test_stream(self):
        whole = self.run_.simulate()
        items = list(self.run_.stream())
        rows = [i for i in items if isinstance(i, saltus.Row)]
        self.assertEqual([r["v"] for r in rows], list(whole["v"]))
        self.assertEqual(sorted(items, key=lambda i: i.time), items)
        self.assertEqual({type(i) for i in self.run_.stream(rows=False)}, {saltus.Event})
        for row in self.run_.stream(events=False):
            if row.time > 1:
                break
        self.assertEqual(row.time, 1.125)
        self.assertEqual(len(self.run_.simulate().time), len(whole.time))

    def test_a_stream_can_be_led(self):
        """The state is put to 1 when it was looked at first at or after 0.5: exp(-t) begins anew there."""
        changed = None
        for row in self.run_.settings(interval=0.001).stream(events=False):
            if changed is None and self.run_.time >= 0.5:
                changed = self.run_.time
                self.run_.change(x=1)
        self.assertAlmostEqual(row["x"], math.exp(changed - 2), 5)

    def test_a_stream_without_end(self):
        times = []
        for row in self.run_.settings(stop=math.inf, interval=0.5).stream(events=False):
            times.append(row.time)
            if row.time > 20:
                break
        self.assertGreater(len(times), 40)
