// The unknown of a loop leaves all bounds while the state stays as it is. The run ends, and says which one left.
//! options --stop 1
//! good
//! warning R0330 7:8
//! says 'y' has grown beyond all bounds
model M
  Real y(start = 1);
  Real x(start = 0, fixed = true);
equation
  y + y^3 = exp(200*time);
  der(x) = 1/(1 + y^2) - x;
end M;
