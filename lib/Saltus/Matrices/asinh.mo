within Saltus.Matrices;
function asinh "Inverse of sinh"
  input Real x;
  output Real y;
algorithm
  y := (if x < 0 then -1 else 1)*log1p(abs(x) + x^2/(1 + sqrt(1 + x^2)));
  annotation (derivative=asinhRate);
end asinh;
