// reinit of a variable that is no state.
//! error S0110 10:5
//! says 'y'
model M
  Real x(start = 1, fixed = true);
  Real y = 2*x;
equation
  der(x) = -x;
  when x < 0.5 then
    reinit(y, 2);
  end when;
end M;
