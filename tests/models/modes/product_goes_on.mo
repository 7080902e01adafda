// der(J*w) = 0 says that J*w goes on where J jumps, so w jumps (E651): in every way in which the model may say what J
// is, and whether the product has a name or not. A skater pulls in the arms at 1 s: J goes from 4 to 1, w from 2 to 8.
//! class ProductGoesOn.Conditional
//! run --stop 2 --step 0.25
//! w(1-) = 2 +- 1e-9
//! w(1) = 8 +- 1e-9
//! message none
//! class ProductGoesOn.Named
//! run --stop 2 --step 0.25
//! w(1-) = 2 +- 1e-9
//! w(2) = 8 +- 1e-9
//! message none
//! class ProductGoesOn.Discrete
//! run --stop 2 --step 0.25
//! w(1-) = 2 +- 1e-9
//! w(2) = 8 +- 1e-9
//! message none
//! class ProductGoesOn.ByItself
//! run --stop 2 --step 0.25
//! w(1-) = 2 +- 1e-6
//! w(2) = 12 +- 1e-6
//! message none
//! class ProductGoesOn.InPlace
//! run --stop 2 --step 0.25
//! w(1-) = 2 +- 1e-9
//! w(2) = 8 +- 1e-9
//! message none
//! class ProductGoesOn.InBranches
//! run --stop 2 --step 0.25
//! w(1-) = 2 +- 1e-9
//! w(2) = 8 +- 1e-9
//! message none
//! class ProductGoesOn.ByInteger
//! run --stop 2 --step 0.25
//! w(1-) = 2 +- 1e-9
//! w(2) = 8 +- 1e-9
//! message none
//! class ProductGoesOn.Chain
//! run --stop 2 --step 0.25
//! w(1-) = 2 +- 1e-9
//! w(2) = 8 +- 1e-9
//! message none
//! class ProductGoesOn.Over
//! run --stop 2 --step 0.25
//! w(1-) = 2 +- 1e-9
//! w(2) = 8 +- 1e-9
//! message none
//! class ProductGoesOn.Elements
//! run --stop 2 --step 0.25
//! w[1](1-) = 2 +- 1e-9
//! w[1](2) = 8 +- 1e-9
//! w[2](1-) = 3 +- 1e-9
//! w[2](2) = 9/2 +- 1e-9
//! message none
// A sum with a step in it goes on as a whole, too: x + s, with s from 0 to 3.
//! class ProductGoesOn.Sum
//! run --stop 2 --step 0.25
//! x(1-) = 1 +- 1e-9
//! x(1) = -2 +- 1e-9
//! x(2) = -1 +- 1e-9
//! message none
// A load is picked up while a force acts: m*v = 3 + 2*t.
//! class ProductGoesOn.Load
//! run --stop 2 --step 0.25
//! v(0.5) = 4 +- 1e-9
//! v(1-) = 5 +- 1e-9
//! v(1) = 5/3 +- 1e-9
//! v(2) = 7/3 +- 1e-9
//! message none
// What reinit states holds: v is 10 after the instant.
//! class ProductGoesOn.Stated
//! run --stop 2 --step 0.25
//! v(1) = 10 +- 1e-9
//! v(2) = 10 + 2/3 +- 1e-9
// A speed that is given: the torque has an impulse, and its integral jumps by the change of J*w, 1*3 - 4*3.
//! class ProductGoesOn.Prescribed
//! run --stop 2 --step 0.25
//! P(1-) = 0 +- 1e-9
//! P(2) = -9 +- 1e-9
// Factors that do not jump change nothing: a rocket, m = 2 - t/2, m*v = 2 + t.
//! class ProductGoesOn.Smooth
//! run --stop 2 --step 0.25
//! v = (2 + t)/(2 - t/2) +- 1e-6
//! message none
// A capacitance that its own voltage switches is no factor of this kind: there the program says that it does not know.
//! class ProductGoesOn.Curve
//! run --stop 2 --step 0.25
//! message R0231
package ProductGoesOn
  model Conditional
    Real w(start = 2, fixed = true), J;
    Boolean inside = time >= 1;
  equation
    J = if inside then 1 else 4;
    der(J*w) = 0;
  end Conditional;
  model Named
    Real w(start = 2, fixed = true), J, H;
    Boolean inside = time >= 1;
  equation
    J = if inside then 1 else 4;
    H = J*w;
    der(H) = 0;
  end Named;
  model Discrete
    Real w(start = 2, fixed = true);
    discrete Real J(start = 4, fixed = true);
  equation
    when time >= 1 then J = 1; end when;
    der(J*w) = 0;
  end Discrete;
  model ByItself "the speed at which the arms are pulled in"
    Real w(start = 1, fixed = true);
    discrete Real J(start = 4, fixed = true);
  equation
    when w > 2 then J = 1; end when;
    der(J*w) = 4;
  end ByItself;
  model InPlace
    Real w(start = 2, fixed = true);
  equation
    der((if time >= 1 then 1 else 4)*w) = 0;
  end InPlace;
  model InBranches
    Real w(start = 2, fixed = true), J;
  equation
    if time >= 1 then J = 1; else J = 4; end if;
    der(J*w) = 0;
  end InBranches;
  model ByInteger
    Real w(start = 2, fixed = true);
    Integer n(start = 4, fixed = true);
  equation
    when time >= 1 then n = 1; end when;
    der(n*w) = 0;
  end ByInteger;
  model Chain
    Real w(start = 2, fixed = true), J, a, b = 1;
    Boolean inside = time >= 1;
  equation
    a = if inside then 0 else 3;
    J = a + b;
    der(J*w) = 0;
  end Chain;
  model Over
    Real w(start = 2, fixed = true), r;
  equation
    r = if time >= 1 then 1 else 0.25;
    der(w/r) = 0;
  end Over;
  model Elements
    Real w[2](start = {2, 3}, each fixed = true), J[2];
  equation
    for k in 1:2 loop
      J[k] = if time >= 1 then k else 2 + 2/k;
      der(J[k]*w[k]) = 0;
    end for;
  end Elements;
  model Sum
    Real x(start = 0, fixed = true);
  equation
    der(x + (if time >= 1 then 3 else 0)) = 1;
  end Sum;
  model Load
    Real m, v(start = 3, fixed = true);
  equation
    m = if time >= 1 then 3 else 1;
    der(m*v) = 2;
  end Load;
  model Stated
    Real m, v(start = 3, fixed = true);
  equation
    m = if time >= 1 then 3 else 1;
    der(m*v) = 2;
    when time >= 1 then reinit(v, 10); end when;
  end Stated;
  model Prescribed
    Real w = 3, J, tau, P(start = 0, fixed = true);
  equation
    J = if time >= 1 then 1 else 4;
    der(J*w) = tau;
    der(P) = tau;
  end Prescribed;
  model Smooth
    Real m(start = 2, fixed = true), v(start = 1, fixed = true);
  equation
    der(m) = -0.5;
    der(m*v) = 1;
  end Smooth;
  model Curve
    Real v(start = 0, fixed = true), C;
  equation
    C = if v > 1 then 2 else 1;
    der(C*v) = 2;
  end Curve;
end ProductGoesOn;
