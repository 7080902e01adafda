// Two equal variables with different fixed starts.
//! error S0201 6:8
//! says 's', 'position' are equal, but their start values are both fixed and differ
model M
  Real s(start = 0, fixed = true);
  Real position(start = 1, fixed = true);
equation
  der(s) = 1;
  position = s;
end M;
