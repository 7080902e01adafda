within Saltus.Matrices;
function hypotRate "Derivative of hypot"
  input Real x, y, dx, dy;
  output Real dz;
protected
  Real z;
algorithm
  z := hypot(x, y);
  dz := if z > 0 then (x*dx + y*dy)/z else 0;
end hypotRate;
