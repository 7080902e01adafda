// An inherited class is extended under its own name although it is not replaceable.
//! error M0215 11:17
model A
  model Part
    Real x = 1;
  end Part;
end A;

model M
  extends A;
  model extends Part
    Real y = 2;
  end Part;
  Part p;
end M;
