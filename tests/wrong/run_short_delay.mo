// A delay that is so short beside the run that it makes very many steps (E97).
//! options --stop 0.5 --tol 1e-4
//! run
//! good
//! info R0720 9:3
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 2e-6);
end M;
