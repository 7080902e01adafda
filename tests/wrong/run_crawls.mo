// A relay that makes no event: the solver goes to and fro across its jump.
//! options --stop 10 --solver dirk
//! run
//! error R0226 10:3
//! says sign(x)
//! says --on-chatter slide
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = 0.3*sin(time) - sign(x);
end M;
