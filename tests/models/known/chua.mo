// Chua's circuit from components, chaotic. The numbers come from bench/independent.py, which solves the equations of
// the three linear pieces by Taylor series with sixty digits. An error grows a hundredfold from 2000 to 5000 and a
// thousandfold from there to 10 000.
//| reference = {1000: [-3.616242531393767, -0.11757233037297406, -3.2969288319372656],
//|              2000: [2.105454479600449, 0.16334727898456392, 0.6404432730895957],
//|              5000: [1.1419506543503788, 0.045426514030025844, -0.5482065304779357],
//|              10000: [3.632608284187248, 0.6286753969502, 2.1767407530260114]}
//| names = ['C1.v', 'C2.v', 'L.i']
//! run --stop 10000 --step 1000 --tol {1e-8,1e-10,1e-12} --solver {auto,cvode,adams,erk}
//! value [right(n, 1000) for n in names] = reference[1000] +- 3e3*tol + 1e-9
//! value [right(n, 2000) for n in names] = reference[2000] +- 3e3*tol + 1e-9
//! across all(max(abs(r.right(n, 5000) - x) for n, x in zip(names, reference[5000])) < 1e-5 \
//!     for r in runs if r.tol <= 1e-10)
//! across all(max(abs(r.right(n, 10000) - x) for n, x in zip(names, reference[10000])) < 1e-3 \
//!     for r in runs if r.tol <= 1e-12 and r.solver == 'erk')
package Chua
  connector Pin
    Real v;
    flow Real i;
  end Pin;

  partial model TwoPins
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPins;

  model Conductor
    extends TwoPins;
    parameter Real G;
  equation
    i = G*v;
  end Conductor;

  model Capacitor
    extends TwoPins(v(fixed = true));
    parameter Real C;
  equation
    C*der(v) = i;
  end Capacitor;

  model Coil
    extends TwoPins(i(start = 0, fixed = true));
    parameter Real L;
  equation
    L*der(i) = v;
  end Coil;

  model NegativeConductor "steep between -limit and limit, flat outside"
    extends TwoPins;
    parameter Real steep, flat, limit;
  equation
    i = if v < -limit then flat*(v + limit) - steep*limit elseif v > limit then flat*(v - limit) + steep*limit
        else steep*v;
  end NegativeConductor;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Circuit
    Capacitor C1(C = 10, v(start = 4)), C2(C = 100, v(start = 0));
    Coil L(L = 18);
    Conductor R(G = 80), G(G = 0.565);
    NegativeConductor N(steep = -0.757576, flat = -0.409091, limit = 1);
    Ground ground;
  equation
    connect(L.n, R.p);
    connect(L.p, C2.p);
    connect(C2.p, G.p);
    connect(G.n, C1.p);
    connect(C1.p, N.p);
    connect(R.n, ground.p);
    connect(C1.n, ground.p);
    connect(C2.n, ground.p);
    connect(N.n, ground.p);
  end Circuit;
end Chua;
