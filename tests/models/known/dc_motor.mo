// The DC motor against its transfer function w/V = k/(L J s^2 + R J s + k^2), in state form x' = A x + b with x = (i,
// w). The exponential of a 2 by 2 matrix is exp(s t)(cosh(q t) I + sinh(q t)/q (A - s I)), s = trace/2, q = sqrt(s^2 -
// det).
//| import cmath
//| R, L, k, J, V, load = 0.5, 0.05, 0.3, 0.02, 12, 2
//| A = [[-R/L, -k/L], [k/J, 0]]
//| s, det = (A[0][0] + A[1][1])/2, A[0][0]*A[1][1] - A[0][1]*A[1][0]
//| q = cmath.sqrt(s*s - det)
//| def expm(t):
//|     c, d = cmath.exp(s*t)*cmath.cosh(q*t), cmath.exp(s*t)*cmath.sinh(q*t)/q
//|     return [[(c*(i == j) + d*(A[i][j] - s*(i == j))).real for j in range(2)] for i in range(2)]
//| def rest(u, tau): return [tau/k, (u - R*tau/k)/k]
//| def move(x, u, tau, t):
//|     e, r = expm(t), rest(u, tau)
//|     return [r[i] + sum(e[i][j]*(x[j] - r[j]) for j in range(2)) for i in range(2)]
//| def motor(t):
//|     if t < 0.1: return [0, 0]
//|     if t < 1: return move([0, 0], V, 0, t - 0.1)
//|     return move(move([0, 0], V, 0, 0.9), V, load, t - 1)
//! class DCMotor.Drive
//! run --tol {1e-6,1e-9} --solver {auto,cvode,adams,ida,erk,dirk,rodas}
//! l.i = motor(t)[0] +- 2e3*tol
//! rotor.w = motor(t)[1] +- 2e3*tol
//! check {0.1, 1.0} <= set(times) and j['events']['state'] == 0
// Voltages and currents of connected pins, torques of connected flanges: equal and balanced in every row.
//! value [a + b for a, b in zip(col('source.n.i'), col('emf.n.i'))] = [-c for c in col('ground.p.i')] +- 1e-9
//! value col('ground.p.i') = [0]*len(times) +- 1e-9
//! value col('r.n.v') = col('l.p.v') +- 1e-12
//! value [a + b for a, b in zip(col('emf.flange.tau'), col('rotor.a.tau'))] = [0]*len(times) +- 1e-12
//! value [r + l + e for r, l, e in zip(col('r.v'), col('l.v'), col('emf.v'))] = col('source.v') +- 1e-9
//! check j['states'] == 3
package DCMotor
  connector Pin "An electrical connection"
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;

  connector Flange "A rotating shaft"
    Real phi(unit = "rad");
    flow Real tau(unit = "N.m");
  end Flange;

  partial model TwoPin
    Pin p, n;
    Real v(unit = "V");
    Real i(unit = "A");
  equation
    v = p.v - n.v;
    0 = p.i + n.i;
    i = p.i;
  end TwoPin;

  model Resistor
    extends TwoPin;
    parameter Real R(unit = "Ohm") = 1;
  equation
    v = R*i;
  end Resistor;

  model Inductor
    extends TwoPin;
    parameter Real L(unit = "H") = 1;
  equation
    L*der(i) = v;
  end Inductor;

  model StepVoltage
    extends TwoPin;
    parameter Real V(unit = "V") = 1;
    parameter Real startTime(unit = "s") = 0;
  equation
    v = if time >= startTime then V else 0;
  end StepVoltage;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model EMF "Turns current into torque and speed into voltage"
    extends TwoPin;
    parameter Real k(unit = "N.m/A") = 1;
    Flange flange;
    Real w(unit = "rad/s");
  equation
    w = der(flange.phi);
    v = k*w;
    flange.tau = -k*i;
  end EMF;

  model Inertia
    parameter Real J(unit = "kg.m2") = 1;
    Flange a, b;
    Real phi(start = 0, fixed = true, unit = "rad");
    Real w(start = 0, fixed = true, unit = "rad/s");
  equation
    a.phi = phi;
    b.phi = phi;
    w = der(phi);
    J*der(w) = a.tau + b.tau;
  end Inertia;

  model LoadTorque
    parameter Real tau(unit = "N.m") = 1;
    parameter Real startTime(unit = "s") = 1;
    Flange flange;
  equation
    flange.tau = if time >= startTime then tau else 0;
  end LoadTorque;

  model Drive "A motor that is switched on at 0.1 s and loaded at 1 s"
    StepVoltage source(V = 12, startTime = 0.1);
    Resistor r(R = 0.5);
    Inductor l(L = 0.05, i(start = 0, fixed = true));
    EMF emf(k = 0.3);
    Inertia rotor(J = 0.02);
    LoadTorque load(tau = 2, startTime = 1);
    Ground ground;
  equation
    connect(source.p, r.p);
    connect(r.n, l.p);
    connect(l.n, emf.p);
    connect(emf.n, source.n);
    connect(source.n, ground.p);
    connect(emf.flange, rotor.a);
    connect(rotor.b, load.flange);
    annotation(experiment(StopTime = 2, Tolerance = 1e-6));
  end Drive;
end DCMotor;
