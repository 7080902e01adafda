// Two masses on springs that stick together when they meet and come apart when the springs pull harder than the glue,
// which decays. Four states, or three. Momentum is kept by reinit of variables that become states in the same instant.
// The times were computed independently from the closed forms of the harmonic pieces.
//| stick = [1.769496, 9.964653, 16.753733, 37.338552]
//| release = [4.221923, 11.903753, 18.981562, 39.301188]
//! run --stop 40 --tol 1e-10
//! changes stuck = sorted(stick + release) +- 2e-5
//! value right('x1', changes('stuck')[0]) = 1.197395 +- 2e-6
//! value right('v1', changes('stuck')[0]) = 0.068365 +- 1e-6
//! value right('v2', changes('stuck')[0]) = 0.068365 +- 1e-6
//! value right('x1', changes('stuck')[1]) = 2.139156 +- 2e-6
//! value right('v1', changes('stuck')[1]) = 0.011345 +- 1e-6
//! value right('x1', changes('stuck')[3]) = 1.561667 +- 2e-6
//! value right('v2', changes('stuck')[3]) = -0.403692 +- 1e-6
// the momentum before and after each impact
//! check all(abs(left('v1', t) + left('v2', t) - right('v1', t) - right('v2', t)) < 1e-9 \
//!     for t in changes('stuck')[0::2])
//! check sorted(m['states'] for m in j['modes']) == [3, 4]
//! check [m['entries'] for m in j['modes']] == [5, 4]
//! run --stop 37 --tol 1e-10 -p C=0.5
//! changes stuck = [1.769496, 5.672337, 10.273027, 14.162860, 32.271929, 36.104877] +- 2e-5
model StickingMasses
  parameter Real m1 = 1, m2 = 1, k1 = 1, k2 = 2, a1 = 1, a2 = 2, s0 = 10, C = 1;
  parameter Real a3 = (k1*a1 + k2*a2)/(k1 + k2);
  Real x1(start = 0, fixed = true), v1(start = 0, fixed = true);
  Real x2(start = 3, fixed = true), v2(start = 0, fixed = true);
  Real x3, v3, s(start = 0);
  Boolean stuck(start = false, fixed = true);
equation
  stuck = if pre(stuck) then k1*(x1 - a1) - k2*(x2 - a2) <= s else x1 > x2;
  if stuck then
    der(x3) = v3;
    (m1 + m2)*der(v3) = -(k1 + k2)*(x3 - a3);
    der(s) = -C*s;
    x1 = x3;
    x2 = x3;
    v1 = v3;
    v2 = v3;
  else
    der(x1) = v1;
    m1*der(v1) = -k1*(x1 - a1);
    der(x2) = v2;
    m2*der(v2) = -k2*(x2 - a2);
  end if;
  when stuck then
    reinit(x3, x1);
    reinit(v3, (m1*v1 + m2*v2)/(m1 + m2));
    reinit(s, s0);
  end when;
end StickingMasses;
