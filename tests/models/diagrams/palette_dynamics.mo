// Blocks of Saltus.Diagrams.Continuous and Discrete against the solutions of their equations.
//| def states(A, B, u, x, n):
//|     out = []
//|     for k in range(n):
//|         out.append(x)
//|         x = [sum(A[i][j]*x[j] for j in range(len(x))) + B[i]*u(k) for i in range(len(x))]
//|     return out
//! class Continuously
//! run --stop 4 --step 0.1 --tol 1e-10
//! integral.y = 2 + 3*(1 - cos(t)) +- 1e-8
// cos(t) is integrated up to the limit 0.8, rests, and goes down from pi/2 on to the limit -0.3
//! limited.y = sin(t) if t < asin(0.8) else 0.8 if t < pi/2 else max(sin(t) - 0.2, -0.3) +- 1e-8
//! value [left('sawing.y', k) for k in range(1, 5)] = [1, 1.5, 1.75, 1.875] +- 1e-8
// x'' + 3x' + 2x = 1: 1/2 - e^-t + e^-2t/2
//! space.y[1] = 0.5 - exp(-t) + exp(-2*t)/2 +- 1e-8
//! space.y[2] = exp(-t) - exp(-2*t) + 5 +- 1e-8
//! static.y[1] = t + 2 +- 1e-12
// the step responses of (2s + 3)/(s^2 + 3s + 2) and of s/(s + 2), and of 5/((s + 1)^2 + 4)
//! function_.y = 1.5 - exp(-t) - 0.5*exp(-2*t) +- 1e-8
//! high.y = exp(-2*t) +- 1e-8
//! pair.y = 1 - exp(-t)*(cos(2*t) + sin(2*t)/2) +- 1e-8
//! zero.y = 1 - exp(-t)*(1 + t) + 3*t*exp(-t) +- 1e-8
// of a ramp: kp t + ki t^2/2 + kd (1 - e^(-N t))
//! pid.y = 2*t + 3*t**2/2 + 0.5*(1 - exp(-10*t)) +- 1e-8
// x' = 1, halved each second (E1.6): 1, 3/2, 7/4, ... before, 1/2, 3/4, ... behind
//! value [left('jump.y[1]', k) for k in range(1, 4)] = [1, 1.5, 1.75] +- 1e-8
//! value [right('jump.y[1]', k) for k in range(1, 4)] = [0.5, 0.75, 0.875] +- 1e-8
//! class Discretely
//! run --stop 6.2
//! value [right('memory.y', k) for k in range(7)] = [0, 0, 1, 4, 9, 16, 25] +- 1e-12
//! value [right('last.y', k) for k in range(1, 7)] = [0, 1, 4, 9, 16, 25] +- 1e-12
//! value [right('shift.y[3]', k) for k in range(7)] = [0, 0, 0, 0, 1, 4, 9] +- 1e-12
//! value [right('total.y', k) for k in range(7)] = [0, 2, 10, 28, 60, 110, 182] +- 1e-12
//! value [right('forward.y', k/2) for k in range(6)] \
//!     = [1 + 0.5*sum(0.5*j for j in range(k)) for k in range(6)] +- 1e-12
//! value [right('backward.y', k/2) for k in range(6)] \
//!     = [1 + 0.5*sum(0.5*(j + 1) for j in range(k)) for k in range(6)] +- 1e-12
//! value [right('middle.y', k/2) for k in range(6)] = [1 + (k/2)**2/2 for k in range(6)] +- 1e-12
//| xs = states([[0.5, 1], [0, -0.5]], [0, 1], lambda k: k, [1, 2], 7)
//! value [right('space.y[1]', k) for k in range(7)] = [x[0] + 3*x[1] + k for k, x in enumerate(xs)] +- 1e-12
// exact at the activations: a lag of 2 s, and an oscillator, from a step of 3 on
//! value [right('held.y[1]', k/2) for k in range(12)] = [3*(1 - exp(-k/4)) for k in range(12)] +- 1e-12
//! value [right('swing.y[1]', k/2) for k in range(12)] = [3*(1 - cos(k/2)) for k in range(12)] +- 1e-12
// y(k) = 0.5 y(k-1) + 2 u(k) + u(k-1), of u = 1: 6 - 4*0.5^k
//! value [right('function_.y', k) for k in range(7)] = [6 - 4*0.5**k for k in range(7)] +- 1e-12
// poles 0.3 +- 0.4 i: y(k) = 0.6 y(k-1) - 0.25 y(k-2) + u(k-1) - 0.5 u(k-2)
//| y = [0, 1]
//| while len(y) < 7: y.append(0.6*y[-1] - 0.25*y[-2] + 0.5)
//! value [right('poles.y', k) for k in range(7)] = y +- 1e-12
//! class Unpaired
//! run --stop 1
//! status failed
//! message R0320 come in pairs
//! class Improper
//! run --stop 1
//! status failed
//! message M0437 degree of the numerator
model Continuously
  import Saltus.Diagrams.*;
  Continuous.Integral integral(k = 3, y_start = 2, u = sin(time)),
    limited(u = cos(time), limited = true, low = -0.3, high = 0.8);
  Activations.SampleClock clock(offset = 1);
  Continuous.ResetIntegral sawing(u = 1, set = sawing.y/2);
  Continuous.ContStateSpace space(A = [0, 1; -2, -3], B = [0; 1], C = [1, 0; 0, 1], D = [0; 5], u = {1}),
    static(A = zeros(0, 0), B = zeros(0, 2), C = zeros(1, 0), D = [1, 2], u = {time, 1});
  Continuous.ContTransFunc function_(num = {2, 3}, den = {1, 3, 2}, u = 1), high(num = {2, 0}, den = {2, 4}, u = 1);
  Continuous.ContPoleZero pair(P = [-1, 2; -1, -2], k = 5, u = 1),
    zero(Z = [-1/3, 0], P = [-1, 0; -1, 0], k = 3, u = 1);
  Continuous.PID pid(kp = 2, ki = 3, kd = 0.5, N = 10, u = time);
  Continuous.JumpStateSpace jump(A = [0], B = [1], C = [1], u = {1}, set = jump.x/2);
equation
  connect(clock.o, sawing.e);
  connect(clock.o, jump.e);
end Continuously;

model Discretely
  import Saltus.Diagrams.*;
  import M = Saltus.Diagrams.Discrete.Method;
  Activations.SampleClock k, half(period = 0.5);
  Discrete.SampleHold hold(u = time^2);
  Discrete.Memory memory;
  Discrete.LastInput last;
  Discrete.ShiftRegister shift(n = 3);
  Discrete.Accumulator total(k = 2);
  Discrete.DiscreteIntegral forward(y_start = 1, u = time), backward(y_start = 1, u = time, method = M.backward),
    middle(y_start = 1, u = time, method = M.trapezoidal);
  Discrete.DiscrStateSpace space(A = [0.5, 1; 0, -0.5], B = [0; 1], C = [1, 3], D = [1], x_start = {1, 2}, u = {time});
  Discrete.SampledData held(A = [-0.5], B = [0.5], u = {3}), swing(A = [0, 1; -1, 0], B = [0; 1], C = [1, 0], u = {3});
  Discrete.DiscrTransFunc function_(num = {2, 1}, den = {1, -0.5}, u = 1);
  Discrete.DiscrPoleZero poles(Z = [0.5, 0], P = [0.3, 0.4; 0.3, -0.4], u = 1);
equation
  connect(k.o, hold.e);
  connect(hold.y, memory.u);
  connect(hold.y, last.u);
  connect(hold.y, shift.u);
  connect(hold.y, total.u);
  connect(k.o, memory.e);
  connect(k.o, last.e);
  connect(k.o, shift.e);
  connect(k.o, total.e);
  connect(half.o, forward.e);
  connect(half.o, backward.e);
  connect(half.o, middle.e);
  connect(k.o, space.e);
  connect(half.o, held.e);
  connect(half.o, swing.e);
  connect(k.o, function_.e);
  connect(k.o, poles.e);
end Discretely;

model Unpaired
  Saltus.Diagrams.Continuous.ContPoleZero f(P = [-1, 2; -1, -3], u = 1);
end Unpaired;

model Improper
  Saltus.Diagrams.Continuous.ContTransFunc f(num = {1, 0, 0}, den = {1, 1}, u = 1);
end Improper;
