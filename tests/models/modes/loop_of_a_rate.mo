// A loop with three solutions whose unknown is a rate, in modes that are entered again: y goes from -1 to 1 at 5, while
// modes change at 2, 4, 6 and 8, and it does not go over to 3 or -3 (E174). q is the integral of y.
//| wanted = lambda t: (log(cosh(20*(t - 5))) - log(cosh(100)))/20
//! run --stop 9 --solver {auto,cvode,dirk,rodas}
//! final y = 1 +- 1e-6
//! q = wanted(t) +- 2e-4
//! final x = 0.5 + 0.5*(1 - exp(-1)) +- 1e-5
model LoopOfARate
  Real q(start = 0, fixed = true), y(start = -1);
  Real x(start = 0, fixed = true);
equation
  (y - tanh(20*(time - 5)))*(y - 3)*(y + 3) = 0;
  der(q) = y;
  if mod(time, 4) < 2 then
    der(x) = 1 - x;
  else
    x = 0.5;
  end if;
end LoopOfARate;
