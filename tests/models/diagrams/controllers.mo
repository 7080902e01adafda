// Controllers with limits. With a constant error the integral part follows a closed form: a line, and an exponential
// while a limit holds; with a lag as plant the closed loop is a linear system of two states. The sampled one follows
// its recursion.
//|
//| Tt = 0.25
//| def integral(t):
//|     return t if t < 0.5 else 0.5 + Tt*(1 - exp(-(t - 0.5)/Tt))
//| def recursion(n, h, kp, ki, low, high, tt, error=1.0):
//|     i, out = 0.0, []
//|     for k in range(n):
//|         v = kp*error + i
//|         y = min(max(v, low), high)
//|         out.append(y)
//|         i += ki*h*error + min(1, h/tt)*(y - v)
//|     return out, i
//! class Controllers.Constant
//! run --stop 2 --step 0.125 --tol 1e-10 --solver {auto,cvode,erk}
//! pid.i = integral(t) +- 1e-8
//! pid.y = min(1 + integral(t), 1.5) +- 1e-8
// set point alone (b, c): kp sees a half of it, kd a quarter, which fades with N
//! weighted.y = 2*0.5*3 + 0.5*4*0.25*3*exp(-4*t) +- 1e-7
// off until 1: y_off, then the integral begins anew
//! value [right('late.y', t) for t in (0.5, 1, 1.25, 2)] = [-2, 0.5, 0.75, 1.5] +- 1e-8
//! message none
//! class Controllers.Loop
// der(x) = -x + y, y = 2*(1 - x) + i, der(i) = 3*(1 - x): x'' + 3 x' + 3 x = 3, x(0) = 0, x'(0) = 2
//! run --stop 4 --step 0.25 --tol 1e-10
//! x = 1 - exp(-1.5*t)*(cos(sqrt(0.75)*t) + (1.5 - 2)/sqrt(0.75)*sin(sqrt(0.75)*t)) +- 1e-7
//! class Controllers.Sampled
//! run --stop 4.9 --step 0.25
//! value [right('pid.y', 0.5*k + 0.25) for k in range(9)] = recursion(9, 0.5, 1, 1, -1, 1.9, 2)[0] +- 1e-12
//! final pid.i = recursion(10, 0.5, 1, 1, -1, 1.9, 2)[1] +- 1e-12
// the derivative of a ramp: kd*slope, reached like 1/(1 + N*h)^k
//! value [right('derivative.y', 0.5*k + 0.25) for k in range(6)] \
//!     = [-0.8*(1 - (1/(1 + 3*0.5))**k) for k in range(6)] +- 1e-12
//! message none
//! class Controllers.Wrong
//! run
//! status failed
//! message R0204 the lower limit of a controller must be below the upper one
package Controllers
  import Saltus.Diagrams.*;

  model Constant
    Continuous.LimitedPID pid(kp = 1, ki = 1, high = 1.5, Tt = 0.25);
    Continuous.LimitedPID weighted(kp = 2, kd = 0.5, N = 4, b = 0.5, c = 0.25, low = -10, high = 10);
    Continuous.LimitedPID late(kp = 0.5, ki = 1, low = -9, high = 9, y_off = -2);
  equation
    pid.set = 1;
    pid.u = 0;
    weighted.set = 3;
    weighted.u = 0;
    late.set = 1;
    late.u = 0;
    late.on = time >= 1;
  end Constant;

  model Loop
    Continuous.LimitedPID pid(kp = 2, ki = 3, low = -100, high = 100);
    Real x(start = 0, fixed = true) = pid.u;
  equation
    der(x) = pid.y - x;
    pid.set = 1;
  end Loop;

  model Sampled
    Discrete.SampledPID pid(kp = 1, ki = 1, high = 1.9, Tt = 2);
    Discrete.SampledPID derivative(kp = 0, kd = 0.4, N = 3, high = 9, low = -9);
    Activations.SampleClock clock(period = 0.5);
  equation
    connect(clock.o, pid.e);
    connect(clock.o, derivative.e);
    pid.set = 1;
    pid.u = 0;
    derivative.set = 0;
    derivative.u = 2*time;
  end Sampled;

  model Wrong
    Continuous.LimitedPID pid(set = 1, u = 0, low = 1, high = 1);
  end Wrong;
end Controllers;
