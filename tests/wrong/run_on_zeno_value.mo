// A setting that there is not.
//! good
//! warning R0224 8:36
//! says "rest"
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x; annotation(__Saltus(onZeno = "sleep"));
end M;
