// A hysteresis band controller on an AC source. Between switchings the current is
//   i(t) = i0 + (+-V (t - t0) + (E/w)(cos wt - cos wt0))/L
// and the error moves monotonically, so each switching is found by bisection of the closed form: about 3000 in a period
// of the mains.
//| V, E, L, band, A, w = 300, 100, 5e-3, 0.2, 10, 2*pi*50
//| def switch_times(stop):
//|     out, t0, i0, up = [], 0.0, 0.0, 1
//|     while True:
//|         current = lambda t: i0 + (up*V*(t - t0) + E/w*(cos(w*t) - cos(w*t0)))/L
//|         outside = lambda t: up*(A*sin(w*t) - current(t)) + band
//|         a, b = t0, t0 + 2e-5
//|         for _ in range(60):
//|             m = (a + b)/2
//|             if outside(m) > 0: a = m
//|             else: b = m
//|         if b > stop: return out
//|         i0, t0, up = current(b), b, -up
//|         out.append(b)
//| exact = switch_times(0.04)
//! run --tol {1e-7,1e-9} --solver {auto,cvode,adams,erk,dirk,rodas}
//! final switchings = len(exact)
//! changes up = exact +- 2e-6
//! check max(map(abs, col('error'))) <= band + 1e-9
// A loose tolerance moves the switchings but loses none: the error never leaves the band.
//! run --tol 1e-4 --solver {auto,cvode,adams,ida,erk}
//! check max(map(abs, col('error'))) <= band + 1e-9
//! final switchings = len(exact) +- 0.01*len(exact)
//! run --solver rk4
//! final switchings = len(exact)
//! check max(map(abs, col('error'))) <= band + 1e-9
model BandController "Hysteresis control of a current"
  parameter Real V(unit = "V") = 300 "supply";
  parameter Real E(unit = "V") = 100 "amplitude of the mains";
  parameter Real L(unit = "H") = 5e-3;
  parameter Real band(unit = "A") = 0.2 "half width";
  parameter Real amplitude(unit = "A") = 10;
  constant Real w = 2*3.141592653589793*50;
  Real reference(unit = "A") = amplitude*sin(w*time);
  Real i(start = 0, fixed = true, unit = "A");
  Real error(unit = "A") = reference - i;
  Boolean up(start = true, fixed = true) "the supply is switched to plus";
  Integer switchings(start = 0, fixed = true);
equation
  L*der(i) = (if up then V else -V) - E*sin(w*time);
  up = error > band or pre(up) and not error < -band;
  when change(up) then
    switchings = pre(switchings) + 1;
  end when;
  annotation(experiment(StopTime = 0.04, Interval = 2e-5));
end BandController;
