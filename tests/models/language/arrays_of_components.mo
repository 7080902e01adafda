// Arrays of components, connected in a for loop to a chain: a ladder of RC cells. In rest every capacitor has the
// voltage of the source; at once after the start the sum of the currents is balanced. The chain of one cell is a single
// exponential.
//! class ArraysOfComponents.Ladder
//! run --stop 600 --tol 1e-8
//! final cell[1].c.v = 1 +- 1e-6
//! final cell[5].c.v = 1 +- 1e-6
//! final source.p.i = 0 +- 1e-6
//! check j['states'] == 5
//! value [cell1 >= cell5 - 1e-7 for cell1, cell5 in zip(col('cell[1].c.v'), col('cell[5].c.v'))] = [True]*len(times)
//! class ArraysOfComponents.One
//! run --stop 2 --tol 1e-8 --step 0.1
//! cell[1].c.v = 1 - exp(-t/2) +- 1e-6
package ArraysOfComponents
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    parameter Real R = 2;
    Pin p, n;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;
  model Capacitor
    parameter Real C = 1;
    Pin p, n;
    Real v(start = 0, fixed = true) = p.v - n.v;
  equation
    C*der(v) = p.i;
    p.i + n.i = 0;
  end Capacitor;
  model Source
    Pin p, n;
  equation
    p.v - n.v = 1;
    p.i + n.i = 0;
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Cell
    Pin a, b, g;
    Resistor r;
    Capacitor c;
  equation
    connect(a, r.p);
    connect(r.n, b);
    connect(r.n, c.p);
    connect(c.n, g);
  end Cell;
  model Ladder
    parameter Integer n = 5;
    Cell cell[n];
    Source source;
    Ground ground;
  equation
    connect(source.p, cell[1].a);
    for i in 1:n - 1 loop
      connect(cell[i].b, cell[i + 1].a);
    end for;
    for i in 1:n loop
      connect(cell[i].g, ground.p);
    end for;
    connect(source.n, ground.p);
  end Ladder;
  model One
    extends Ladder(n = 1);
  end One;
end ArraysOfComponents;
