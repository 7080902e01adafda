within Saltus.Matrices;
function asinhRate "Derivative of asinh"
  input Real x, dx;
  output Real dy;
algorithm
  dy := dx/sqrt(1 + x^2);
end asinhRate;
