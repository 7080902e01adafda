// Names for the same thing, where constraints need more derivatives than the model names.
// Two states that are equal by an equation, one of them with its sign turned, the derivative of the other read: one
// state.
//! class AliasesOfStates.Equal
//! run --stop 2 --tol 1e-10
//! x = exp(-t) +- 1e-8
//! y = -exp(-t) +- 1e-8
//! rate = -exp(-t) +- 1e-8
//! check j['states'] == 1
// A velocity that is an alias of a rate becomes a variable again when the constraint is differentiated twice. Two
// masses 1 and 3 over a rope (Atwood): a = g*(3 - 1)/(3 + 1).
//! class AliasesOfStates.Atwood
//! run --stop 2 --tol 1e-10
//! x = 9.81/2*t**2/2 +- 1e-8
//! down = -9.81/2*t +- 1e-8
//! also = 9.81/2*t +- 1e-8
//! acceleration = -9.81/2 +- 1e-8
//! S = 1.5*9.81 +- 1e-8
//! check j['states'] == 2
// Four derivatives of a rigid lever, none of which but the first has a name: a jerk in the third, whose change is
// prescribed.
//! class AliasesOfStates.Deep
//! run --stop 2 --tol 1e-10
//! y = 2*t**4/24 +- 1e-8
//! force = 3 +- 1e-7
//! check j['states'] == 4
// x = p*y, both states, where p is zero: then x is prescribed, and y moves alone.
//! class AliasesOfStates.Factor
//! run --stop 2 --tol 1e-10 -p p=2
//! y = (1 - cos(t))/2 +- 1e-8
//! run --stop 2 --tol 1e-10 -p p=0
//! y = 1 - cos(t) +- 1e-8
//! x = 0
package AliasesOfStates
  model Equal
    Real x(start = 1, fixed = true), y, rate = der(x), f;
  equation
    der(x) = -x + f;
    der(y) = -y + f;
    x + y = 0;
  end Equal;

  model Atwood
    parameter Real g = 9.81;
    Real x(start = 0, fixed = true) "of the mass 3, down", y, v(start = 0, fixed = true), also, down, w, acceleration,
        S;
  equation
    v = der(x);
    also = v;
    down = -v;
    w = der(y);
    acceleration = der(w);
    3*der(v) = 3*g - S;
    acceleration = g - S;
    x + y = 1;
  end Atwood;

  model Deep
    Real x(start = 0, fixed = true), x1(start = 0, fixed = true), x2(start = 0, fixed = true),
        x3(start = 0, fixed = true), y, force;
    Real y1 = der(y), y2 = der(y1), y3 = der(y2);
  equation
    der(x) = x1;
    der(x1) = x2;
    der(x2) = x3;
    der(x3) = 4 - force;
    y = 2*x;
    der(y3) = 5 - force;
  end Deep;

  model Factor
    parameter Real p = 2;
    Real x, y(start = 0, fixed = true), f;
  equation
    der(x) = f;
    der(y) = sin(time) - f/2;
    x = p*y;
  end Factor;
end AliasesOfStates;
