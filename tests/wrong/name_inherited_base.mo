// The name after extends is itself inherited.
//! error M0201 7:11
//! says inherited
model M
  model A model B end B; end A;
  extends A;
  extends B;
end M;
