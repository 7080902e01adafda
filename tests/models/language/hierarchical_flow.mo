// Inside and outside connectors: the sign of a flow turns at the border of a component. A divider in a box in a box;
// the same current everywhere.
//! class HierarchicalFlow.Use
//! run --stop 1
//! final box.p.i = 12/(1 + 2 + 3) +- 1e-14
//! final box.n.i = -2 +- 1e-14
//! final box.inner_box.p.i = 2 +- 1e-14
//! final box.inner_box.r1.p.i = 2 +- 1e-14
//! final box.inner_box.r2.n.v = 12 - 2*(1 + 2) +- 1e-13
//! final source.p.i = -2 +- 1e-14
//! final g.p.i = 0 +- 1e-14
package HierarchicalFlow
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model R
    parameter Real R = 1;
    Pin p, n;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end R;
  model Inner
    Pin p, n;
    R r1(R = 1), r2(R = 2);
  equation
    connect(p, r1.p);
    connect(r1.n, r2.p);
    connect(r2.n, n);
  end Inner;
  model Box
    Pin p, n;
    Inner inner_box;
    R r3(R = 3);
  equation
    connect(p, inner_box.p);
    connect(inner_box.n, r3.p);
    connect(n, r3.n);
  end Box;
  model Source
    Pin p, n;
  equation
    p.v - n.v = 12;
    p.i + n.i = 0;
  end Source;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Use
    Box box;
    Source source;
    Ground g;
  equation
    connect(source.p, box.p);
    connect(box.n, source.n);
    connect(g.p, source.n);
  end Use;
end HierarchicalFlow;
