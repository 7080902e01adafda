within Saltus.Matrices;
function log1pRate "Derivative of log1p"
  input Real x, dx;
  output Real dy;
algorithm
  dy := dx/(1 + x);
end log1pRate;
