// What the equations do not tell stays where it is: an algorithm that reads an impulse leaves the jumps beside it
// known. And a constraint that holds to rounding makes no impulse, of which a nonlinear reader could not tell what it
// does (E100, R0231). Two capacitors of 1 F and 3 F are joined at the time `joined`; the charge says 1 V.
//! class ImpulseBeside.Algorithm
//! run --stop 2
//! message R0231 'z' jumps
//! final w1 = 1.25 +- 1e-9
//! final w2 = 1.25 +- 1e-9
//! final z = 0 +- 0
//! class ImpulseBeside.Rounding
//! run --stop 3 --tol 1e-6 -p joined={0.31,0.5,0.77,0.808,1.1,1.234,1.7,2.05}
//! final v1 = 1 +- 1e-9
//! final v2 = 1 +- 1e-9
//! run --stop 3 --tol 1e-6 --solver erk -p joined={0.31,0.5,0.77,0.808,1.1,1.234,1.7,2.05}
//! final v1 = 1 +- 1e-9
package ImpulseBeside
  function chain
    input Real u[:];
    output Real s;
    output Real v[size(u, 1)];
  algorithm
    s := 0;
    for i in 1:size(u, 1) loop
      v[i] := sin(u[i]) + s;
      s := s/2 + v[i]/3;
    end for;
  end chain;

  model Algorithm
    Real w1(start = 5, fixed = true), w2(start = 0, fixed = true), tau;
    Real s, v[2], w[2, 2], z(start = 0, fixed = true);
    Boolean closed = time > 0.5;
  equation
    der(w1) = -tau;
    3*der(w2) = tau;
    if closed then w1 = w2; else tau = 0; end if;
    der(z) = -z + w[1, 1];
  algorithm
    (s, v) := chain({tanh(tau), tanh(tau/5)});
    w := [s, 1; 2, v[2]];
  end Algorithm;

  model Rounding
    parameter Real joined = 1;
    Real v1(start = 4, fixed = true), v2(start = 0, fixed = true), i;
    Real a(start = 0, fixed = true), b(start = 0, fixed = true), ax, bx, f;
    Real s, v[2], w[2, 2], z(start = 0.7, fixed = true), y(start = 0.9, fixed = true);
  equation
    der(v1) = -i;
    3*der(v2) = i;
    if time > joined then v1 = v2; else i = 0; end if;
    der(z) = 3.29*y;
    der(y) = -3.29*z;
    der(a) = b;
    2*der(b) = atan(z) - a - f;
    der(ax) = bx;
    der(bx) = f - 0.3*bx;
    ax = a + 0.3*sin(time);
  algorithm
    (s, v) := chain({tanh(z), tanh(f/5)});
    w := [s, 1; 2, v[2]];
  end Rounding;
end ImpulseBeside;
