// Branches of overdetermined connectors form a loop.
//! class W.W
//! error M0435 22:5
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
    C r;
    L l, k;
  equation
    Connections.root(r.o);
    r.o = 1; r.v = 1;
    Connections.branch(l.b.o, l.a.o);
    connect(r, l.a);
    connect(l.b, k.a);
  end W;
end W;
