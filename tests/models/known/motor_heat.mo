// Winding and core of a motor that is loaded for four minutes of every ten. Between the switches the two equations are
// linear, so the solution is exp(A t) (x0 - xe) + xe, with the equilibrium xe and the exponential from the two (real,
// distinct) eigenvalues of A.
//| G, K, Cw, Cc, alpha, Tref, core_loss = 10, 25, 2500, 25000, 3.03e-3, 95, 500
//| def piece(x, loss, h):
//|     a, b, c, d = (loss*alpha - G)/Cw, G/Cw, G/Cc, -(G + K)/Cc
//|     p, q = loss*(1 - alpha*Tref)/Cw, (core_loss + K*20)/Cc
//|     det = a*d - b*c
//|     xe = [-(d*p - b*q)/det, -(a*q - c*p)/det]
//|     root = sqrt((a - d)**2/4 + b*c)
//|     l1, l2 = (a + d)/2 + root, (a + d)/2 - root
//|     f, g = (l1*exp(l2*h) - l2*exp(l1*h))/(l1 - l2), (exp(l1*h) - exp(l2*h))/(l1 - l2)
//|     y = [x[0] - xe[0], x[1] - xe[1]]
//|     return [xe[0] + f*y[0] + g*(a*y[0] + b*y[1]), xe[1] + f*y[1] + g*(c*y[0] + d*y[1])]
//| x, reference = [20, 20], {}
//| for n in range(12):
//|     x = piece(x, 100, 360); reference[600*n + 360] = x
//|     x = piece(x, 1000, 240); reference[600*n + 600] = x
//! run --stop 7200 --step 60 --tol {1e-6,1e-9}
//! value [right('winding.T', t) for t in reference] = [x[0] for x in reference.values()] +- 2e3*tol
//! value [right('core.T', t) for t in reference] = [x[1] for x in reference.values()] +- 2e3*tol
//! events time = 24
package MotorHeat
  connector HeatPort
    Real T;
    flow Real Q;
  end HeatPort;

  model Mass
    HeatPort port;
    parameter Real C;
    Real T(start = 20, fixed = true) = port.T;
  equation
    C*der(T) = port.Q;
  end Mass;

  model Conduction
    HeatPort a, b;
    parameter Real G;
  equation
    a.Q = G*(a.T - b.T);
    a.Q + b.Q = 0;
  end Conduction;

  model Losses "at the temperature Tref"
    HeatPort port;
    parameter Real Tref = 20, alpha = 0;
    input Real power;
  equation
    port.Q = -power*(1 + alpha*(port.T - Tref));
  end Losses;

  model Surroundings
    HeatPort port;
  equation
    port.T = 20;
  end Surroundings;

  model Motor
    Mass winding(C = 2500), core(C = 25000);
    Conduction inside(G = 10), outside(G = 25);
    discrete Real load(start = 100, fixed = true);
    Losses copper(Tref = 95, alpha = 3.03e-3, power = load), iron(power = 500);
    Surroundings air;
  equation
    when {sample(360, 600), sample(600, 600)} then
      load = if sample(360, 600) then 1000 else 100;
    end when;
    connect(copper.port, winding.port);
    connect(winding.port, inside.a);
    connect(inside.b, core.port);
    connect(iron.port, core.port);
    connect(core.port, outside.a);
    connect(outside.b, air.port);
  end Motor;
end MotorHeat;
