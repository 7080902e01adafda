// connect of whole arrays of connectors: element by element, and an unconnected flow is zero. A bus of three resistors
// from three sources.
//! class ConnectArrays.Use
//! run --stop 1
//! final load[1].p.i = 1/10 +- 1e-14
//! final load[2].p.i = 2/20 +- 1e-14
//! final load[3].p.i = 9/30 +- 1e-14
//! final bus.p[3].v = 9
//! final open.i = 0
//! final total = 0.1 + 0.1 + 0.3 +- 1e-14
//! final ground.p.i = 0 +- 1e-14
package ConnectArrays
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
  model Sources
    parameter Integer n = 3;
    parameter Real V[n] = {i^2 for i in 1:n};
    Pin p[n], minus;
  equation
    for i in 1:n loop
      p[i].v - minus.v = V[i];
    end for;
    sum(p.i) + minus.i = 0;
  end Sources;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Use
    Sources bus(V = {1, 2, 9});
    Resistor load[3](R = {10, 20, 30});
    Ground ground;
    Pin open;
    Real total = sum(load.p.i);
  equation
    connect(bus.p, load.p);
    for k in 1:3 loop
      connect(load[k].n, ground.p);
    end for;
    connect(bus.minus, ground.p);
    open.v = 3;
  end Use;
end ConnectArrays;
