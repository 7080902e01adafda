within Saltus.Matrices;
function hypot "sqrt(x^2 + y^2), without overflow on the way"
  input Real x, y;
  output Real z;
protected
  Real a, b;
algorithm
  a := max(abs(x), abs(y));
  b := min(abs(x), abs(y));
  z := if a > 0 then a*sqrt(1 + (b/a)^2) else 0;
  annotation (derivative=hypotRate);
end hypot;
