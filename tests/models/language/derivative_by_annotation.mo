// 3.6, 12.7.1: position({q, v, a}, time) is q, and its derivatives by time are v and a because the annotations say so,
// whatever q does: inputs with noDerivative take no part. The three need not fit each other, and q need not have a
// derivative at all.
//! class DerivativeByAnnotation.Prescribed
//! run --stop 1 --step 0.25
//! value [right("phi", x) for x in (0.25, 0.5, 0.75)] = [5, 6, 6]
//! w = 7*t +- 1e-12
//! value [right("a", x) for x in (0.25, 0.75)] = [2, 3]
//! tau(0.25) = 4 +- 1e-12
//! tau(0.75) = 6 +- 1e-12
//! f = 4 +- 1e-12
//! class DerivativeByAnnotation.Constant
//! run --stop 1 --step 0.25
//! tau = 2 +- 1e-12
// In the Jacobian of an equation the formula counts: x is found from position({x, ...}, ...) = 2 + time.
//! class DerivativeByAnnotation.Solved
//! run --stop 1 --step 0.25
//! x = sqrt(2 + t) +- 1e-9
//! class DerivativeByAnnotation.Velocity
//! run --stop 1 --step 0.25
//! w = t +- 1e-12
// Two inertias, the second one behind an interface of angle, velocity and acceleration: (J1 + J2) a = 1 + sin(t).
//! class DerivativeByAnnotation.Loop
//! run --stop 1 --tol 1e-8
//! a = (1 + sin(t))/5 +- 1e-7
//! w = (t + 1 - cos(t))/5 +- 1e-7
//! tau = 3*(1 + sin(t))/5 +- 1e-7
package DerivativeByAnnotation
  function position
    input Real u[3], dummy;
    output Real q;
  algorithm
    q := u[1];
    annotation(derivative(noDerivative = u) = velocity, InlineAfterIndexReduction = true);
  end position;

  function velocity
    input Real u[3], dummy, dummy_der;
    output Real v;
  algorithm
    v := u[2];
    annotation(derivative(noDerivative = u, order = 2) = acceleration, InlineAfterIndexReduction = true);
  end velocity;

  function acceleration
    input Real u[3], dummy, dummy_der, dummy_der2;
    output Real a;
  algorithm
    a := u[3];
    annotation(InlineAfterIndexReduction = true);
  end acceleration;

  model Prescribed
    Real u[3] = {5 + floor(2*time), 7*time, if time > 0.5 then 3 else 2};
    Real phi, w, a, tau, f;
  equation
    phi = position(u, time);
    w = der(phi);
    a = der(w);
    tau = 2*a;
    f = der(position({u[2], 4, 1}, time));
  end Prescribed;

  model Constant
    parameter Real zero = 0, one = 1;
    Real phi, w, tau;
  equation
    phi = position({zero, zero, one}, time);
    w = der(phi);
    tau = 2*der(w);
  end Constant;

  model Solved
    Real x(start = 1);
  equation
    position({x^2, 0, 0}, time) = 2 + time;
  end Solved;

  model Loop
    parameter Real J1 = 2, J2 = 3;
    Real phi(start = 0, fixed = true), w(start = 0, fixed = true), a, phi2, w2, tau;
  equation
    der(phi) = w;
    der(w) = a;
    J1*a = 1 + sin(time) - tau;
    phi2 = position({phi, w, a}, time);
    w2 = der(phi2);
    tau = J2*der(w2);
  end Loop;

  model Velocity "the function in another one, and without a request to be written out"
    function shifted
      input Real u[2], dummy;
      output Real q;
    algorithm
      q := u[1] + 1;
      annotation(derivative(noDerivative = u) = shifted_der);
    end shifted;
    function shifted_der
      input Real u[2], dummy, dummy_der;
      output Real v;
    algorithm
      v := u[2];
    end shifted_der;
    Real w = der(shifted({3, time}, time));
  end Velocity;
end DerivativeByAnnotation;
