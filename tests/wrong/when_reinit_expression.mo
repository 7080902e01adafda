// reinit of an expression.
//! error M0417 8:12
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  when x < 0.5 then
    reinit(2*x, 2);
  end when;
end M;
