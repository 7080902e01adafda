// A motor with a bearing that sticks at the start. An initial equation asks for no acceleration, which a bearing that
// sticks says too: the torque of the bearing and the current of the motor are not determined then, and the equation
// that would give the one, 0 = 0*s, leaves it at its start value. From time 1 on the bearing turns with the friction
// 0.5, and der(w) = 2*i - 0.5.
model sticks_at_start
  parameter Real L = 0.5, R = 2, u = 4, k = 2, J = 1;
  Real w(start = 0, fixed = true), a, s, tau;
  Real i "the current";
  Boolean locked = time < 1;
initial equation
  a = 0;
equation
  der(w) = a;
  J*a = k*i - tau;
  a = if locked then 0 else s - 0.5;
  tau = if locked then s else 0.5;
  L*der(i) = u - R*i;
end sticks_at_start;

//| current = lambda t: 2*(1 - exp(-4*t))
//! run --stop 2 --tol 1e-9
//! i = current(t) +- 1e-6
//! w(1) = 0
//! w(2) = 3.5 + (exp(-8) - exp(-4)) +- 1e-6
//! message R0313 nothing determines 's'
