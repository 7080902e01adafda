// A connector that the component does not have.
//! error M0426 18:13
//! says did you mean 'pin'?
connector Pin
  Real v;
  flow Real i;
end Pin;

model Part
  Pin pin;
equation
  pin.v = 1;
end Part;

model M
  Part a, b;
equation
  connect(a.pn, b.pin);
end M;
