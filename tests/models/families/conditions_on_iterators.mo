// Conditions on the iterators of a family divide it where they turn. The values are those of the definition, point by
// point.
//| f = lambda i: 100 if i == 3 else i*i if 5 < i <= 8 else 7 if i != 10 and 2*i >= 22 else -i
//! class ConditionsOnIterators.Pieces
//! run --stop 1
//! value [final['y[%d]' % i] for i in range(1, 13)] = [f(i) for i in range(1, 13)] +- 0
//! value [final['z[%d,%d]' % (i, j)] for i in range(1, 5) for j in range(1, 5)] \
//!     = [(i if i == j else 0) + (10 if i + 1 < j else 0) for i in range(1, 5) for j in range(1, 5)] +- 0
//! value [final['e[%d]' % i] for i in range(1, 9)] = [i % 2 for i in range(1, 9)] +- 0
//! run --stop 1 -p n=40
//! value [final['y[%d]' % i] for i in range(1, 41)] = [f(i) for i in range(1, 41)] +- 0
// a rod whose ends are held by conditions, against the same rod with the ends written apart
//! class ConditionsOnIterators.Rods
//! run --stop 0.1 --tol 1e-8
//! value [final['a.T[%d]' % i] for i in range(1, 21)] = [final['b.T[%d]' % i] for i in range(1, 21)] +- 1e-9
package ConditionsOnIterators
  model Pieces
    parameter Integer n = 12;
    Real y[n], z[4, 4], e[8];
  equation
    for i in 1:n loop
      y[i] = if i == 3 then 100 else if i > 5 and i <= 8 then i*i else if i <> 10 and 2*i >= 22 then 7 else -i;
    end for;
    for i in 1:4, j in 1:4 loop
      z[i, j] = (if i == j then i else 0) + (if i + 1 < j then 10 else 0);
    end for;
    for i in 1:8 loop
      e[i] = if mod(i, 2) == 1 then 1 else 0;
    end for;
  end Pieces;
  model ByConditions
    parameter Integer n = 20;
    Real T[n](each start = 1, each fixed = true);
  equation
    for i in 1:n loop
      der(T[i]) = ((if i > 1 then T[i - 1] else 0) - 2*T[i] + (if i < n then T[i + 1] else 0))*(n + 1)^2;
    end for;
  end ByConditions;
  model Apart
    parameter Integer n = 20;
    Real T[n](each start = 1, each fixed = true);
  equation
    der(T[1]) = (-2*T[1] + T[2])*(n + 1)^2;
    for i in 2:n - 1 loop
      der(T[i]) = (T[i - 1] - 2*T[i] + T[i + 1])*(n + 1)^2;
    end for;
    der(T[n]) = (T[n - 1] - 2*T[n])*(n + 1)^2;
  end Apart;
  model Rods
    ByConditions a;
    Apart b;
  end Rods;
end ConditionsOnIterators;
