// Three ideal diodes in one linear loop, w = M*z + q with w, z >= 0 and w*z = 0, for a P-matrix M and a right-hand side
// for which turning all wrong diodes at once goes round in circles (found by trying all small whole matrices with exact
// fractions). The solution is that of the two equations for the diodes that conduct: 1.3 and 0.9, and the first blocks
// with 1.7.
//! class Complementarity.AtStart
//! run --stop 1
//! status done
//! final s[1] = -1.7 +- 1e-12
//! final s[2] = 1.3 +- 1e-12
//! final s[3] = 0.9 +- 1e-12
//! class Complementarity.InInstant
//! run --stop 2
//! status done
//! s[1](0.5) = -1 +- 1e-12
//! s[3](0.5) = -1 +- 1e-12
//! final s[1] = -1.7 +- 1e-12
//! final s[2] = 1.3 +- 1e-12
//! final s[3] = 0.9 +- 1e-12
package Complementarity
  partial model Diodes
    constant Real M[3, 3] = [1, -1, 0; 1, 1, 3; 2, -3, 1];
    Real s[3], z[3], w[3], q[3];
  equation
    for i in 1:3 loop
      z[i] = if s[i] > 0 then s[i] else 0;
      w[i] = if s[i] > 0 then 0 else -s[i];
    end for;
    w = M*z + q;
  end Diodes;
  model AtStart
    extends Diodes;
  equation
    q = {3, -4, 3};
  end AtStart;
  model InInstant
    extends Diodes;
  equation
    q = if time < 1 then {1, 1, 1} else {3, -4, 3};
  end InInstant;
end Complementarity;
