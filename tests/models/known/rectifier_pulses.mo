// A rectifier with one diode, a resistor of 1 ohm and a capacitor that hardly discharges: in each of fifty periods the
// diode conducts for a fiftieth of it, at the peak of the source. A step over the whole pulse sees nothing of it. The
// source stands behind a state and inside a loop of equations, so its peaks are no peaks of a function of time.
//
// An implicit Runge-Kutta method of order 5 (Radau IIA of SciPy, relative tolerance 1e-10, steps of at most a 200th of
// a period), with the diode's equation solved by Newton's method at each point, gives 9.5742258770 at 1.007.
//! run --stop 1.007 --solver {auto,cvode,adams,ida,erk,dirk,rodas} --tol {1e-3,1e-4,1e-5,1e-6,1e-8}
//! final v = 9.574225877 +- 200*tol
//! message none
model Pulses
  parameter Real Is = 1e-9, Vt = 0.025, C = 1e-4, R = 10000;
  Real v(start = 0, fixed = true), vd, i;
equation
  10*sin(314.159*time) = i + vd + v;
  i = Is*(exp(vd/Vt) - 1);
  C*der(v) = i - v/R;
end Pulses;
