// Overdetermined connectors are connected, and none of them is a root.
//! class W.W
//! error M0436 9:17
package W
  type O
    extends Real;
    function equalityConstraint input O a; input O b; output Real r[0]; end equalityConstraint;
  end O;
  connector C O o; Real v; flow Real i; end C;
  model L
    C a, b;
  equation
    Connections.branch(a.o, b.o);
    a.o = b.o; a.v = b.v; a.i + b.i = 0;
  end L;
  model W
    L l, k;
  equation
    connect(l.b, k.a);
  end W;
end W;
