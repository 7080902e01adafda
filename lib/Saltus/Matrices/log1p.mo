within Saltus.Matrices;
function log1p "log(1 + x), accurate for small x too"
  input Real x;
  output Real y;
protected
  Real z;
algorithm
  z := 1 + x;
  y := if z == 1 then x else log(z)*x/(z - 1);
  annotation (derivative=log1pRate);
end log1p;
