// Classes inside classes, lookup through enclosing scopes and base classes; components in components.
//! run --stop 1
//! final a.y = 10
//! final b.y = 20
//! final t.depth = 3
//! final t.child.child.depth = 1
//! final total = 6
model LocalClasses
  constant Real ten = 10;
  model Part
    parameter Real k = 1;
    Real y = k*ten;
  end Part;
  model Twice
    extends Part(k = 2);
  end Twice;
  model Tree1
    Integer depth = 1;
    Integer sum = depth;
  end Tree1;
  model Tree2
    Tree1 child;
    Integer depth = child.depth + 1, sum = depth + child.sum;
  end Tree2;
  model Tree3
    Tree2 child;
    Integer depth = child.depth + 1, sum = depth + child.sum;
  end Tree3;
  Part a;
  Twice b;
  Tree3 t;
  Integer total = t.sum;
end LocalClasses;
