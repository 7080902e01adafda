// What is delayed has a corner that makes no event (abs of a state), at 1.0561 s. It comes out as it went in, to the
// tolerance.
//! run --stop 2.5 --tol 1e-6 --step 0.005
//| def wanted(t): return atan2(t, 1.5 + abs(-1.13 + 1.07*t))
//! value max(abs(right('late', 0.005*k) - wanted(0.005*k - 0.4117)) for k in range(84, 500)) = 0 +- 2e-6
model Corner
  Real x(start = -1.13, fixed = true);
  Real late = delay(atan2(time, 1.5 + abs(x)), 0.4117);
equation
  der(x) = 1.07;
end Corner;
