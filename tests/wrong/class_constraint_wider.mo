// A redeclaration with a constraining class that allows more than the first one.
//! error M0216 17:48
model A
  Real x = 1;
end A;

model B
  Real x = 1, y = 2;
end B;

model Holder
  replaceable B b constrainedby B;
end Holder;

model M
  // the class after constrainedby has no y
  extends Holder(replaceable B b constrainedby A);
end M;
