// The tangent passes its pole between two steps.
//! error R0301 7:15
//! says division by zero in 'tan(x)': cos(x) = 0 at time 1.57079633
//! options --stop 4
//! run
model PoleOfTan
  Real x, y = tan(x);
equation
  x = time;
end PoleOfTan;
