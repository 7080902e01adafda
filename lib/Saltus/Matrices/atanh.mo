within Saltus.Matrices;
function atanh "Inverse of tanh"
  input Real x;
  output Real y;
algorithm
  assert(abs(x) < 1, "atanh has no value for " + String(x) + ", which is not between -1 and 1");
  y := (if x < 0 then -1 else 1)*log1p(2*abs(x)/(1 - abs(x)))/2;
  annotation (derivative=atanhRate);
end atanh;
