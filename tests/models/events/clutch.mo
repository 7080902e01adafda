// A clutch that closes at t = 1 and locks two inertias: while it slips the torque is constant, so the speeds are
// straight lines that meet; then both go on together. w1 = 10 - 2 (t - 1), w2 = 3 (t - 1)... with J1 = 3, J2 = 2,
// torque 6: they meet after 10/(2 + 3) = 2 s at w = 6.
//! run --stop 5 --tol 1e-9 --solver {auto,cvode,erk,dirk,rodas}
//! changes locked = [3] +- 1e-8
//! final w1 = 6 +- 1e-8
//! final w2 = 6 +- 1e-8
//! momentum = 30 +- 1e-8
//! check all(abs(a - b) < 1e-9 for t, a, b in zip(times, col('w1'), col('w2')) if t > 3.001)
model Clutch
  parameter Real J1 = 3, J2 = 2, capacity = 6;
  Real w1(start = 10, fixed = true), w2(start = 0, fixed = true);
  Boolean locked(start = false, fixed = true);
  Real torque = if time < 1 or locked then 0 else capacity;
  Real momentum = J1*w1 + J2*w2;
equation
  J1*der(w1) = -torque;
  J2*der(w2) = torque;
  when w2 >= w1 then
    locked = true;
  end when;
end Clutch;
