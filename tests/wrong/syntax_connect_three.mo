// A connect with three arguments.
//! error M0146 11:3
connector Pin
  Real v;
  flow Real i;
end Pin;

model M
  Pin a, b, c;
equation
  connect(a, b, c);
end M;
