// There is no input of this name to differentiate by.
//! error M0585 11:1
//! says did you mean 'pressure'
function gibbs
  input Real pressure;
  input Real T;
  output Real g;
algorithm
  g := pressure*T;
end gibbs;
function gibbs_p = der(gibbs, presure);
model M
  Real y = gibbs_p(1, time);
end M;
