// Arrays of components in all the forms in which they are written, against answers that can be worked out by hand.
//
// Plate: a plate of n by m nodes between two electrodes, resistors along and across. By symmetry nothing flows across,
// so the potential falls evenly along: 1 - j/(m + 1) at node j, and n/(m + 1) flows in all.
//! class ComponentFamilies.Plate
//! run --stop 1
//! value [final[f'node[{i},{j}].p.v'] for i in range(1, 6) for j in range(1, 9)] \
//!     = [1 - j/9 for i in range(1, 6) for j in range(1, 9)] +- 1e-12
//! value [final[f'across[{i},{j}].p.i'] for i in range(1, 5) for j in range(1, 9)] = [0]*32 +- 1e-12
//! final left.p.i = -5/9 +- 1e-12
//! run --stop 1 -p 'first[2].R=3'
//! check abs(final['across[1,1].p.i']) > 1e-3
//! check abs(final['left.p.i'] + final['right.p.i']) < 1e-12
//
// Counters: each counts how often its own ramp of slope k reaches 1, and remembers when it did last: floor(k*t) times,
// the last at floor(k*t)/k.
//! class ComponentFamilies.Counters
//! run --stop 4.9 --tol 1e-9
//! value [final[f'c[{i}].n'] for i in range(1, 6)] = [floor(0.5*i*4.9) for i in range(1, 6)]
//! value [final[f'c[{i}].last'] for i in range(1, 6)] = [floor(0.5*i*4.9)/(0.5*i) for i in range(1, 6)] +- 1e-7
//! value [final[f'c[{i}].x'] for i in range(1, 6)] = [0.5*i*4.9 - floor(0.5*i*4.9) for i in range(1, 6)] +- 1e-6
//! final total = sum(floor(0.5*i*4.9) for i in range(1, 6))
//! value [final[f'c[{i}].sum'] for i in range(1, 6)] = [6*floor(0.5*i*4.9) for i in range(1, 6)]
//
// Mixed: of the loads some have a second terminal; the array is taken apart, the resistors stay together. Each load is
// 2 Ohm, with the terminal and what hangs on it 1 Ohm, in series with 1 Ohm.
//! class ComponentFamilies.Mixed
//! run --stop 1
//! value [final[f'r[{i}].p.i'] for i in range(1, 4)] = [1/2, 1/3, 1/2] +- 1e-12
//
// Phases: m phases in a star, in n stages one after another, each phase with its own resistance. Phase j: sum of i*j
// over the stages.
//! class ComponentFamilies.Phases
//! run --stop 1 --step 0.1
//! stage[1].r[1].p.i = sin(t)/6 +- 1e-9
//! stage[3].r[2].p.i = sin(t + 2)/12 +- 1e-9
//! stage[2].b.pin[3].v = 0 + 3*3*sin(t + 4)/18 +- 1e-9
//! sum = sin(t)/6 + sin(t + 2)/12 + sin(t + 4)/18 +- 1e-9
//
// Line: many sections; in rest the voltage falls evenly along the chain, and all currents are equal. One parameter of
// one section is set from outside.
//! class ComponentFamilies.Line
//! run --stop 1 --vars 'r[*].p.v,source.p.i'
//! final r[1].p.v = 1 +- 1e-12
//! final r[500].p.v = 501/1000 +- 1e-12
//! final source.p.i = -1/1000 +- 1e-12
//! run --stop 1 -p 'r[7].R=1001'
//! final source.p.i = -1/2000 +- 1e-12
//! final r[8].p.v = 1 - 1007/2000 +- 1e-12
package ComponentFamilies
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    parameter Real R = 1;
    Pin p, n;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;
  model Electrode
    parameter Real V = 0;
    Pin p;
  equation
    p.v = V;
  end Electrode;
  model Node
    Pin p;
  equation
    p.i = 0;
  end Node;

  model Plate
    parameter Integer n = 5, m = 8;
    Node node[n, m];
    Resistor along[n, m - 1], across[n - 1, m], first[n], last[n];
    Electrode left(V = 1), right;
  equation
    for i in 1:n loop
      connect(left.p, first[i].p);
      connect(last[i].n, right.p);
      for j in 1:m - 1 loop
        connect(node[i, j].p, along[i, j].p);
        connect(along[i, j].n, node[i, j + 1].p);
      end for;
    end for;
    connect(first.n, node[:, 1].p);
    connect(node[:, m].p, last.p);
    connect(node[1:n - 1, :].p, across.p);
    connect(across.n, node[2:n, :].p);
  end Plate;

  model Counter
    parameter Real k = 1;
    Real x(start = 0, fixed = true);
    Integer n(start = 0, fixed = true), parts[3](each start = 0, each fixed = true), sum;
    discrete Real last(start = 0, fixed = true);
  equation
    der(x) = k;
    when x >= 1 then
      n = pre(n) + 1;
      last = time;
      reinit(x, x - 1);
      for j in 1:3 loop
        parts[j] = pre(parts[j]) + j;
      end for;
    end when;
  algorithm
    sum := 0;
    for j in 1:3 loop
      sum := sum + parts[j];
    end for;
  end Counter;
  model Counters
    Counter c[5](k = {0.5*i for i in 1:5});
    Integer total = sum(c.n);
  end Counters;

  model Load
    parameter Boolean open = false;
    Pin p;
    Pin q if open;
    Resistor r(R = 2);
  equation
    connect(p, r.p);
    connect(r.n, g.p);
    connect(p, q);
  protected
    Electrode g;
  end Load;
  model Mixed
    Load load[3](open = {true, false, true});
    Resistor r[3], more[2](each R = 2);
    Electrode source(V = 1), ground;
  equation
    for i in 1:3 loop
      connect(source.p, r[i].p);
    end for;
    connect(r.n, load.p);
    connect(load[1].q, more[1].p);
    connect(load[3].q, more[2].p);
    for i in 1:2 loop
      connect(more[i].n, ground.p);
    end for;
  end Mixed;

  connector Plug
    Pin pin[3];
  end Plug;
  model Stage
    parameter Real R[3];
    Plug a, b;
    Resistor r[3](R = R);
  equation
    connect(a.pin, r.p);
    connect(r.n, b.pin);
  end Stage;
  model Supply
    Plug a;
  equation
    for j in 1:3 loop
      a.pin[j].v = sin(time + 2*(j - 1));
    end for;
  end Supply;
  model Phases
    Stage stage[3](R = {{i*j for j in 1:3} for i in 1:3});
    Supply supply;
    Electrode star;
    Real sum = star.p.i;
  equation
    for j in 1:3 loop
      connect(stage[end].b.pin[j], star.p);
    end for;
    connect(supply.a, stage[1].a);
    connect(stage[1:2].b, stage[2:3].a);
  end Phases;

  model Line
    parameter Integer n = 1000;
    Resistor r[n];
    Electrode source(V = 1), end_(V = 0);
  equation
    connect(source.p, r[1].p);
    for i in 1:n - 1 loop
      connect(r[i].n, r[i + 1].p);
    end for;
    connect(r[n].n, end_.p);
  end Line;
end ComponentFamilies;
