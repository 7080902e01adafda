// Coulomb friction between a driven inertia and a wall, as a state machine with a path parameter sa (stuck: |sa| <=
// most). The inertia moves backwards, is braked and comes to rest at w = 0, where forwards and backwards exclude each
// other in turn; it must stick as long as |torque| < 1, and slide again when the torque 2*(t - 1) exceeds 1, at t =
// 1.5.
//
// w(0) = -1, J = 1, torque of friction 1, torque u = 0 until t = 1: at rest at t = 1. Then stuck until t = 1.5, and
// after it der(w) = 2*(t - 1) - 1: w = (t - 1.5)^2.
//! run --stop 2 --step 0.25
//! w = (t - 1 if t < 1 else 0 if t < 1.5 else (t - 1.5)**2) +- 1e-4
//! mode(0.5) = -1
//! mode(1.25) = 0
//! mode(1.75) = 1
model M
  parameter Real most = 1;
  Real w(start = -1, fixed = true), a, sa, tau, u;
  Integer mode(start = -1, fixed = true);
  Boolean forwards(start = false, fixed = true), backwards(start = false, fixed = true), locked;
equation
  u = if time < 1 then 0 else 2*(time - 1);
  der(w) = a;
  a = u - tau;
  forwards = pre(mode) == 0 and (sa > most or pre(forwards) and sa > most);
  backwards = pre(mode) == 0 and (sa < -most or pre(backwards) and sa < -most);
  locked = not (pre(mode) == 1 or forwards or pre(mode) == -1 or backwards);
  a = if locked then 0 else if forwards or pre(mode) == 1 then sa - most else sa + most;
  tau = if locked then sa else if forwards or pre(mode) == 1 then most else -most;
  mode = if (pre(mode) == 1 or forwards) and w > 0 then 1 elseif (pre(mode) == -1 or backwards) and w < 0 then -1
      else 0;
end M;
