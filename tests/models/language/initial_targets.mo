// What an initial algorithm or a call in an initial equation sets may have other names, with the other sign or in an
// array that is given to a function as a whole. Computed by hand: z = 4; p = x + 10*(-y) = 2 - 30; (a, b) = (4, 8), so
// s = 4 + 10*(-8); at 0.3 and 0.4 a changes its sign and b grows by one.
//! class InitialTargets.Algorithm
//! run --stop 0.1
//! final p = -28 +- 1e-12
//! final z = 4
//! final minus = -4
//! final t = 4 - 30*exp(-0.1) +- 1e-5
//! message none
//! class InitialTargets.Call
//! run --stop 0.1
//! final a = 4
//! final b = 8
//! final ma = -4
//! final mb = -8
//! final s = -76
//! run --stop 0.45
//! final a = 4
//! final b = 10
//! final mb = -10
//! final s = -96
//! message none
package InitialTargets
  function weighted
    input Real q[2];
    output Real y;
  algorithm
    y := q[1] + 10*q[2];
  end weighted;

  function both
    input Real u;
    output Real a, b;
  algorithm
    a := u;
    b := 2*u;
  end both;

  model Algorithm
    Real x(start = 2, fixed = true), y(start = 3, fixed = true);
    Real q[2] = {x, -y};
    Real r[2] = {z, -y}, t = weighted(r);
    parameter Real p(fixed = false);
    Real minus = -z;
    discrete Real z;
  initial equation
    p = weighted(q);
  initial algorithm
    z := 4;
  equation
    der(x) = -x;
    der(y) = -y;
    when sample(0.3, 0.1) then
      z = -pre(z);
    end when;
  end Algorithm;

  model Call
    discrete Real a, b;
    Real q[2] = {a, -b}, s = weighted(q);
    Real ma(start = 7) = -a, mb(start = 8) = -b;
  initial equation
    (a, b) = both(4);
  equation
    when sample(0.3, 0.1) then
      a = -pre(a);
      b = pre(b) + 1;
    end when;
  end Call;
end InitialTargets;
