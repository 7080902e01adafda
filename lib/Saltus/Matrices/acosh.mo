within Saltus.Matrices;
function acosh "Inverse of cosh"
  input Real x;
  output Real y;
algorithm
  assert(x >= 1, "acosh has no value for " + String(x) + ", which is less than 1");
  y := log1p((x - 1) + sqrt((x - 1)*(x + 1)));
  annotation (derivative=acoshRate);
end acosh;
