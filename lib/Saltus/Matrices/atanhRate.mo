within Saltus.Matrices;
function atanhRate "Derivative of atanh"
  input Real x, dx;
  output Real dy;
algorithm
  dy := dx/((1 - x)*(1 + x));
end atanhRate;
