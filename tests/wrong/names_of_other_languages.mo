// Names that others use for what is called otherwise here.
//! error M0301 13:16
//! says called 'time'
//! error M0521 14:7
//! says der(y) = u
//! error M0521 15:7
//! says log(x)
//! error M0521 16:7
//! says x^y
model NamesOfOtherLanguages
  Real x(start = 0, fixed = true), y, z, w;
equation
  der(x) = sin(t);
  y = integrate(x);
  z = ln(x);
  w = pow(x, 2);
end NamesOfOtherLanguages;
