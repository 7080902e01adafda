// Values that a class leaves to be given from outside: one was forgotten.
//! error S0101 6:8
//! says the model has 1 equation too few: nothing determines 'third.inflow'
model Tank
  Real h(start = 1, fixed = true);
  Real inflow;
equation
  der(h) = inflow - 0.1*h;
end Tank;

model M
  Tank first, second, third;
equation
  first.inflow = 1;
  second.inflow = 0.1*first.h;
end M;
