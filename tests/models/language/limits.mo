// A variable beyond its min or max is told once, with the time; what is equal to it is not told again, unless
// its limits are others (turned), and what is beyond by less than the
// solver's error is not told at all. x = 1 - t leaves 0 at t = 1, u[2] = 2t passes 3 at 1.5; y decays to 0.
// Whatever is recorded, and however often.
//! run --stop 2 --step {0.25,0.3,0.001} {--vars=y,--vars=*,--vars=x,--events=none}
//! message R0112 'x' is below its min 0 at time 1
//! message R0112 'u[2]' is above its max 3 at time 1.5
//! message R0112 'turned' is above its max 0.25 at time 1.25
//! message R0112 'rate' is below its min -0.5 at time 0
//! message R0112 'still' is above its max 3 at time 0
//! message R0108 'fixed' is 4, above its max 3
//! value sum(m["code"] == "R0112" for m in j["messages"]) = 5
model Limits
  Real x(start = 1, fixed = true, min = 0);
  Real same(min = 0) = x;
  Real turned(max = 0.25) = -x;
  Real rate(min = -0.5) = der(x);
  Real still(max = 3) = 4;
  constant Real fixed(max = 3) = 4;
  Real y(start = 1, fixed = true, min = 0);
  Real u[2](max = {1, 3}) = {0.5, 2*time};
  Integer n(min = 0, max = 10) = if time > 1 then 7 else 3;
equation
  der(x) = -1;
  der(y) = -20*y;
end Limits;
