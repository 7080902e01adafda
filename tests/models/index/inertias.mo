// Inertias on one shaft and over gears, with the components that everybody writes: der(phi) = w, der(w) = a, flanges.
// Positions and speeds depend on each other (index 3), and two states are left. With torque sin(t) on the first, which
// feels J = J1 + J2/i^2 + J3/(i*k)^2: w = (1 - cos(t))/J, phi = (t - sin(t))/J.
//! class Inertias.Shaft
//! run --stop 10 --tol 1e-9 --solver {auto,cvode}
//! i1.w = (1 - cos(t))/3 +- 1e-7
//! i2.phi = (t - sin(t))/3 +- 1e-7
//! i1.b.tau = sin(t)/3 - sin(t) +- 1e-7
//! check j['states'] == 2
//! class Inertias.Gears
//| J = 1 + 2/9 + 0.5/36
//! run --stop 10 --tol 1e-9 --solver {auto,cvode,dirk}
//! i1.w = (1 - cos(t))/J +- 1e-7
//! i2.phi = (t - sin(t))/J/3 +- 1e-7
//! i3.w = -(1 - cos(t))/J/6 +- 1e-7
//! i3.a.tau = -0.5*sin(t)/J/6 +- 1e-7
//! check j['states'] == 2
// Another gear without translating again.
//! run --stop 2 --tol 1e-9 -p g1.ratio=0.5
//! i1.w = (1 - cos(t))/(1 + 8 + 0.5) +- 1e-7
// The states that the user asks for: those of the last inertia.
//! class Inertias.Chosen
//! run --stop 10 --tol 1e-9
//! i1.w = (1 - cos(t))/J +- 1e-7
//! i3.phi = -(t - sin(t))/J/6 +- 1e-7
//! check j['states'] == 2
// A start value of a dependent speed: 3 rad/s at the second is 9 at the first.
//! class Inertias.Started
//! run --stop 1 --tol 1e-9
//! i1.w(0) = 9 +- 1e-12
//! final i2.w = 3 + (1 - cos(1))/J/3 +- 1e-8
// Coupled rigidly to a spring: an oscillator with w0^2 = c/(J1 + J2/9).
//! class Inertias.Oscillator
//! run --stop 20 --tol 1e-10
//! i1.phi = cos(sqrt(10/(1 + 2/9))*t) +- 1e-6
//! check j['states'] == 2
package Inertias
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;

  model Inertia
    Flange a, b;
    parameter Real J = 1;
    parameter StateSelect select = StateSelect.default;
    Real phi(stateSelect = select), w(stateSelect = select), acc;
  equation
    phi = a.phi;
    phi = b.phi;
    w = der(phi);
    acc = der(w);
    J*acc = a.tau + b.tau;
  end Inertia;

  model Gear
    Flange a, b;
    parameter Real ratio = 3;
  equation
    a.phi = ratio*b.phi;
    0 = ratio*a.tau + b.tau;
  end Gear;

  model Torque
    Flange f;
  equation
    f.tau = -sin(time);
  end Torque;

  model Spring
    Flange f;
    parameter Real c = 10;
  equation
    f.tau = c*f.phi;
  end Spring;

  model Shaft
    Torque t;
    Inertia i1(J = 1), i2(J = 2);
  equation
    connect(t.f, i1.a);
    connect(i1.b, i2.a);
  end Shaft;

  model Gears
    Torque t;
    Inertia i1(J = 1), i2(J = 2), i3(J = 0.5);
    Gear g1(ratio = 3), g2(ratio = -2);
  equation
    connect(t.f, i1.a);
    connect(i1.b, g1.a);
    connect(g1.b, i2.a);
    connect(i2.b, g2.a);
    connect(g2.b, i3.a);
  end Gears;

  model Chosen
    extends Gears(i3(select = StateSelect.always));
  end Chosen;

  model Started
    extends Gears(i2(w(start = 3, fixed = true)));
  end Started;

  model Oscillator
    Spring s;
    Inertia i1(J = 1, phi(start = 1, fixed = true)), i2(J = 2);
    Gear g;
  equation
    connect(s.f, i1.a);
    connect(i1.b, g.a);
    connect(g.b, i2.a);
  end Oscillator;
end Inertias;
