// delay with a delay time that varies below a maximum, of a ramp: exact for a straight line. And a delayed step is a
// step at the later time.
//! run --stop 4 --step 0.25 --tol 1e-8
//! a = 2*(t - (0.5 + 0.25*sin(t))) if t > 0.9 else a_early(t) +- 1e-6
//! b(1.25) = 0
//! b(2) = 1
//| def a_early(t): return 2*max(t - (0.5 + 0.25*sin(t)), 0)
model VariableDelay
  Real x(start = 0, fixed = true);
  Real a = delay(x, 0.5 + 0.25*sin(time), 1);
  Real step = if time >= 1 then 1 else 0;
  Real b = delay(step, 0.5);
equation
  der(x) = 2;
end VariableDelay;
