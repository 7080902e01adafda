// Connections.uniqueRoot: two of them in one graph, a node with no root, and operators that do not exist.
//! class UniqueRoot.Two
//! error M0623 38:5
//! says another one
//! says state diagrams are connected
package UniqueRoot
  record Node
    Real dummy;
    encapsulated function equalityConstraint
      import UniqueRoot.Node;
      input Node a, b;
      output Real residue[0];
    algorithm
      residue := fill(0.0, 0);
    end equalityConstraint;
  end Node;
  connector Port
    Node node;
  end Port;
  model Start
    Port o;
  equation
    Connections.uniqueRoot(o.node, "state diagrams are connected that should not be");
    o.node.dummy = 1;
  end Start;
  model Step
    Port i, o;
  equation
    Connections.branch(i.node, o.node);
    i.node.dummy = o.node.dummy;
  end Step;
  model Two
    Start a;
    Step s;
    Port b;
  equation
    connect(a.o, s.i);
    Connections.uniqueRoot(b.node);
    b.node.dummy = 1;
    connect(s.o, b);
  end Two;
  model Lost "Its exit belongs to none of the entries"
    Port entry[1], exit[1];
    Start c;
    Integer k[1] = Connections.uniqueRootIndices(entry.node, exit.node, "a branch begins nowhere");
  equation
    Connections.uniqueRoot(entry.node);
    entry[1].node.dummy = 1;
    connect(c.o, exit[1]);
  end Lost;
  model Operators
    Port entry;
    Integer k[1] = Connections.uniqueRootIndexes(entry.node, entry.node);
    Boolean b = Connections.uniqueRoot(entry.node);
  equation
    Connections.uniqueRoots(entry.node);
    Connections.isRoot(entry.node);
    Connections.uniqueRoot(k);
  end Operators;
end UniqueRoot;
