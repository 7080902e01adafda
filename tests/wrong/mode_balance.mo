// A mode in which nothing determines y: the usual explanation, and which mode it is.
//! run
//! error S0101 9:36
//! says 'y'
//! error R0209 11:3
//! says at time 0.5
//! says else
model M
  Real x(start = 0, fixed = true), y;
equation
  if time < 0.5 then
    der(x) = 1;
    y = 2*x;
  else
    der(x) = -1;
  end if;
end M;
