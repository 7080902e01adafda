// Conditions that hold from the beginning have not become true: no clause of them acts, neither at the start nor for
// its values; reinit, assert and terminate do not either. What `initial()` stands beside does.
//! run --stop 1
//! x = -1 + t +- 1e-9
//! y = t +- 1e-9
//! z = 2 + t +- 1e-9
//! final n = 0
//! final k = 7
model TrueFromTheBeginning
  Real x(start = -1, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), k(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 1;
  der(z) = 1;
  when x < 5 then
    n = pre(n) + 1;
    reinit(x, 100);
    assert(false, "it does not act");
    terminate("it does not act");
  end when;
  when {time < 0.5, initial()} then
    k = 7;
    reinit(z, 2);
  end when;
algorithm
  when x < 5 then
    reinit(y, 100);
    assert(false, "it does not act");
    terminate("it does not act");
  end when;
end TrueFromTheBeginning;
