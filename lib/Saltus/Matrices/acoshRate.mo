within Saltus.Matrices;
function acoshRate "Derivative of acosh"
  input Real x, dx;
  output Real dy;
algorithm
  dy := dx/sqrt((x - 1)*(x + 1));
end acoshRate;
