// Amplifiers with positive feedback, whose output is limited without events: the loop of equations has three solutions
// between the thresholds, and at each of them the solution that holds ends, in a corner. Then it goes over to the other
// limit, where the determinant of the loop has the same sign: at the right time, whatever the rows are, and although no
// state moves (Trigger). The output is the limit V up to input -V/k + V/A of the amplifier: out = limit(A*(u +
// k'*out)).
//   Trigger: v = (15*u + out)/16, so out = 15 ends where A*v = 15, u = -1 + 16/A, and back at u = 1 - 16/A; u falls
//   from 5 to -5 between 0.1 and 0.3 s. Oscillator: R*C*der(c) = out - c, out = limit(A*(out/2 - c)); it turns where c
//   = +-b*V with b = 1/2 - 1/A. Half a period: R*C*log((1 + b)/(1 - b)).
//| A, V = 15000, 15
//| def input(t): return (5 if t <= 0.1 else 5 - 50*(t - 0.1) if t <= 0.3 else -5 if t <= 0.5
//|                       else -5 + 50*(t - 0.5) if t <= 0.7 else 5)
//| down = 0.1 + (5 + 1 - 16/A)/50
//| up = 0.5 + (5 + 1 - 16/A)/50
//| b = 1/2 - 1/A
//| half = 0.02*log((1 + b)/(1 - b))
//| first = 0.02*log(1/(1 - b))
//| def side(t): return V if t < down or t > up else -V
//| def turns(t): return sum(first + k*half < t for k in range(100))
//! class Feedback.Trigger
//! run --stop {1,0.9,3.7} --step {0.0011,0.017,0.00037} --vars out,u
//! check all(abs(x - side(t)) < 1e-9 for t, x in zip(times, col("out")) if min(abs(t - down), \
//!     abs(t - up)) > 1e-6 and t < 0.9)
//! class Feedback.Oscillator
//! run --stop 0.5 --step {0.0011,0.01} --solver {auto,cvode,dirk,rodas,ida} --tol {1e-4,1e-6,1e-8}
//! check all(abs(x - (-1)**turns(t)*V) < 1e-6 for t, x in zip(times, \
//!     col("out")) if all(abs(t - first - k*half) > 30*tol for k in range(40)))
package Feedback
  partial model Amplifier
    parameter Real A = 15000, V = 15;
    Real v, out(start = 15);
  equation
    out = smooth(0, noEvent(if A*v > V then V else if A*v < -V then -V else A*v));
  end Amplifier;
  model Trigger
    extends Amplifier;
    Real u = if time <= 0.1 then 5 else if time <= 0.3 then 5 - 50*(time - 0.1) else if time <= 0.5 then -5
        else if time <= 0.7 then -5 + 50*(time - 0.5) else 5;
    Real i(start = 0);
  equation
    u - v = 1000*i;
    v - out = 15000*i;
  end Trigger;
  model Oscillator
    extends Amplifier(v(start = 7.5));
    Real c(start = 0, fixed = true), i(start = 0.0075);
  equation
    0.02*der(c) = out - c;
    out = 2000*i;
    v = 1000*i - c;
  end Oscillator;
end Feedback;
