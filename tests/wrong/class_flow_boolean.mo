// A flow that is not Real.
//! error M0246 5:16
//! says Real
connector Pin
  flow Boolean i;
  Boolean v;
end Pin;

model M
  Pin p;
equation
  p.v = true;
end M;
