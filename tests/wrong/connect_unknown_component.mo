// A component that is not there.
//! error M0426 18:22
//! says did you mean 'motor'?
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
  Part motor;
equation
  connect(motor.pin, motr.pin);
end M;
