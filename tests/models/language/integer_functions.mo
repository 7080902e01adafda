// div, mod, rem, floor, ceil, integer and sign with all signs, for Integers and Reals (Modelica: div truncates towards
// zero, mod has the sign of the divisor, rem that of the dividend).
//| pairs = [(7, 3), (-7, 3), (7, -3), (-7, -3)]
//! run --stop 1
//! value [final['d[%d]' % i] for i in (1, 2, 3, 4)] = [int(a/b) for a, b in pairs]
//! value [final['m[%d]' % i] for i in (1, 2, 3, 4)] = [a - floor(a/b)*b for a, b in pairs]
//! value [final['r[%d]' % i] for i in (1, 2, 3, 4)] = [int(fmod(a, b)) for a, b in pairs]
//! value [final['x[%d]' % i] for i in (1, 2, 3, 4)] = [a/2 - floor(a/2/b)*b for a, b in pairs] +- 1e-15
//! value [final['f[%d]' % i] for i in (1, 2, 3, 4)] = [-2, 1, -1, 2]
//! value [final['c[%d]' % i] for i in (1, 2, 3, 4)] = [-1, 2, 0, 2]
//! value [final['s[%d]' % i] for i in (1, 2, 3)] = [-1, 0, 1]
//! final i = -2
//! final big = 2000000000
model IntegerFunctions
  parameter Integer a[4] = {7, -7, 7, -7}, b[4] = {3, 3, -3, -3};
  parameter Real y[4] = {-1.5, 1.5, -0.25, 2};
  Integer d[4] = {div(a[k], b[k]) for k in 1:4}, m[4] = {mod(a[k], b[k]) for k in 1:4},
      r[4] = {rem(a[k], b[k]) for k in 1:4};
  Real x[4] = {mod(a[k]/2, b[k]) for k in 1:4};
  Real f[4] = floor(y), c[4] = ceil(y);
  Integer s[3] = {sign(-3.5), sign(0), sign(2)};
  Integer i = integer(-1.5);
  Integer big = 2*1000000000;
end IntegerFunctions;
