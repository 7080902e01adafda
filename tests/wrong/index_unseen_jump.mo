// sign() makes no event, so the impulse of its derivative would be lost; a square beside it leaves no jump. The corner
// of abs() is an impulse of the second derivative, and so is a step in noEvent() of the first.
//! good
//! warning S0314 12:12
//! says sign(time - 1)
//! warning S0314 14:12
//! says twice
//! says abs(time - 1)
//! warning S0314 15:12
//! says if x > 0 then
model M
  Real a = sign(time - 1);
  Real b = 3*(time - 1)^2*sign(time - 1);
  Real c = abs(time - 1);
  Real d = noEvent(if time > 1 then 1 else 0);
  Real e = abs(time - 1);
  Real x[5](each start = 0, each fixed = true), v = der(c);
equation
  der(x) = {der(a), der(b), der(v), der(d), der(e)};
end M;
