// A variable beyond its min or max is told once, with the time; what is equal to it is not told again, and what is beyond by less than the
// solver's error is not told at all. x = 1 - t leaves 0 at t = 1, u[2] = 2t passes 3 at 1.5; y decays to 0.
// Whatever is recorded, and however often.
//! run --stop 2 --step {0.25,0.3,0.001} {--vars=y,--vars=*,--vars=x,--events=none}
//! message R0112 'x' is below its min 0 at time 1
//! message R0112 'u[2]' is above its max 3 at time 1.5
//! value sum(m["code"] == "R0112" for m in j["messages"]) = 2
model Limits
  Real x(start = 1, fixed = true, min = 0);
  Real same(min = 0) = x;
  Real y(start = 1, fixed = true, min = 0);
  Real u[2](max = {1, 3}) = {0.5, 2*time};
  Integer n(min = 0, max = 10) = if time > 1 then 7 else 3;
equation
  der(x) = -1;
  der(y) = -20*y;
end Limits;
