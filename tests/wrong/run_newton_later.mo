// A nonlinear equation that loses its solution at time 1.
//! options --stop 2
//! run
//! warning R0761 11:3
//! error R0310 11:3
//! says 'x'
//! says time 1
model M
  Real x(start = 1);
equation
  x^2 + sin(x)^2 = 1 - time;
end M;
