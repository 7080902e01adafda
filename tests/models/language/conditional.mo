// Conditional components: a connection to one that is absent is left out, and so is its declaration.
//! class Conditional.Use
//! run --stop 1
//! final with.out = 3 +- 1e-12
//! final without.out = 1 +- 1e-12
//! check 'with.extra.y' in final and 'without.extra.y' not in final
//! run --stop 1 -p without.has=true
//! final without.out = 3 +- 1e-12
package Conditional
  connector Out = output Real;
  connector In = input Real;
  connector Node
    Real v;
    flow Real i;
  end Node;
  model Leak "draws 2 A"
    Node n;
    Real y = n.v;
  equation
    n.i = 2;
  end Leak;
  model Part
    parameter Boolean has = false;
    Leak extra if has;
    Node n;
    Real out = -s.i;
    model Source
      Node n;
      Real i = n.i;
    equation
      n.v = 5;
    end Source;
    Source src;
    model One
      Node n;
    equation
      n.i = 1;
    end One;
    One one;
    Real s_i = src.i;
  protected
    record S
      Real i;
    end S;
    S s(i = src.i);
  equation
    connect(src.n, one.n);
    connect(src.n, extra.n);
    connect(n, src.n);
  end Part;
  model Use
    Part with(has = true), without(has = false);
  end Use;
end Conditional;
