// A no-break space, as pasted from a web page.
//! error M0108 6:11
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
