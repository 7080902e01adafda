// All reinit of one pass use the values from before any of them: x and y are exchanged. Between the swaps x' = 1, y' =
// 0.
//! run --stop 2.5
//! x(1) = 10
//! y(1) = 1 +- 1e-12
//! x(2) = 1 +- 1e-12
//! y(2) = 11 +- 1e-12
//! final x = 1.5 +- 1e-12
model ReinitSwap
  Real x(start = 0, fixed = true), y(start = 10, fixed = true);
equation
  der(x) = 1;
  der(y) = 0;
  when sample(1, 1) then
    reinit(x, y);
    reinit(y, x);
  end when;
end ReinitSwap;
