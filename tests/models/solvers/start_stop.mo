// A run that does not begin at zero: x = t^2 from 2 to 5; time is the real time, not the elapsed one.
//! run --start 2 --stop 5 --step 0.5 --tol 1e-9
//! x = t**2 - 4 +- 1e-7
//! value sorted(set(times)) = [2 + 0.5*k for k in range(7)]
//! final n = 3
//! run --start -1 --stop 1 --step 0.5 --tol 1e-9
//! x = t**2 - 1 +- 1e-7
//! run --start 3 --stop 3
//! final x = 0
//! run --start 5 --stop 2
//! status failed
//! message R0402
model StartStop
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 2*time;
  when sample(2.5, 1) then
    n = pre(n) + 1;
  end when;
end StartStop;
