// What a model can ask of its connections. cardinality counts the connect equations in which a connector stands, inside
// and outside (3.6, 3.7.4.3); the numbers here are counted by hand. uniqueRoot and uniqueRootIndices say which entry a
// branch of a state diagram comes from.
//! class ConnectionQueries.Counted
//! run --stop 1
//! final a.n = 1
//! final b.n = 3
//! final c.n = 2
//! final x = 3
//! final y = 6
//! final z[1] = 1
//! final z[2] = 0
//! final w = 2
//! final s = 3
//! final u[3] = 2
//! final m[2].n[1] = 2
//! final m[1].n[2] = 0
//! class ConnectionQueries.Parallel
//! run --stop 1
//! final indices[1] = 3
//! final indices[2] = 1
//! final indices[3] = 2
package ConnectionQueries
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Part
    Pin p;
    Integer n = cardinality(p) "In a declaration";
    parameter Real v = 0;
  equation
    if cardinality(p) == 1 then
      p.i = 0;
    else
      p.i = (p.v - v)/n;
    end if;
  end Part;
  model Many
    Pin p[2];
    Integer n[2] = {cardinality(p[i]) for i in 1:2} "In a comprehension";
  equation
    p[1].i = 0;
    p[2].v = 0;
  end Many;
  model Counted
    Part a, b(v = 1), c(v = 2);
    Pin q[2];
    parameter Integer k = cardinality(q[1]) "In a parameter";
    Real x(start = cardinality(b.p), fixed = true) "In an attribute";
    Real y, z[2], w, s, u[3];
    Many m[2];
    Pin free if cardinality_free > 0;
    parameter Integer cardinality_free = 0;
  equation
    connect(a.p, b.p);
    connect(b.p, c.p);
    connect(b.p, q[1]);
    connect(c.p, m[2].p[1]);
    connect(m[2].p[1], m[1].p[1]);
    connect(q[1], free);
    der(x) = 0;
    q[2].v = 0;
    y = sum(cardinality(m[i].p[1]) for i in 1:2)*2 "In a sum";
    for i in 1:2 loop
      assert(cardinality(q[i]) < 3, "In an assertion of a loop");
      z[i] = cardinality(q[i]);
    end for;
    s = if cardinality(q[2]) > 0 then 1 else 3;
    for i in 1:3 loop
      if cardinality(q[1]) == i then
        u[i] = 1;
      else
        u[i] = 2;
      end if;
    end for;
  initial equation
    assert(cardinality(b.p) == 3, "In an initial equation");
  algorithm
    if k == 1 then
      w := 2;
    else
      w := 1;
    end if;
    assert(cardinality(c.p) == 2, "In an algorithm");
  end Counted;

  record Node "Of a state diagram: nothing has to be equal"
    Real dummy;
    encapsulated function equalityConstraint
      import ConnectionQueries.Node;
      input Node a, b;
      output Real residue[0];
    algorithm
      residue := fill(0.0, 0);
    end equalityConstraint;
  end Node;
  connector Port
    Node node;
  end Port;
  model Step
    Port i, o;
  equation
    Connections.branch(i.node, o.node);
    i.node.dummy = o.node.dummy;
  end Step;
  model Parallel "Three branches, two of which come to an exit"
    Port entry[3], exit[2];
    Integer indices[3];
    Step a, b, c, d;
  equation
    Connections.uniqueRoot(entry.node, "two branches must not be connected");
    indices = Connections.uniqueRootIndices(entry.node, exit.node, "a branch must begin at an entry");
    for i in 1:3 loop
      entry[i].node.dummy = i;
    end for;
    connect(entry[1], a.i);
    connect(a.o, exit[2]);
    connect(entry[2], b.i);
    connect(entry[3], c.i);
    connect(c.o, d.i);
    connect(d.o, exit[1]);
  end Parallel;
end ConnectionQueries;
