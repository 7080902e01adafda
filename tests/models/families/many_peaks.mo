// Five hundred bells of a thousandth of a second, one element of a family after another (E111): none is passed over.
//! run --stop 6 --solver {auto,cvode,rodas}
//! final least = sqrt(pi) +- 0.02
//! final most = sqrt(pi) +- 0.02
model M
  constant Integer N = 500;
  Real x[N](each start = 0, each fixed = true), area[N](each start = 0, each fixed = true);
  Real least = min(area), most = max(area);
equation
  for i in 1:N loop
    der(x[i]) = 1;
    der(area[i]) = 1e3*exp(-((x[i] - 0.5 - 0.01*i)/1e-3)^2);
  end for;
end M;
