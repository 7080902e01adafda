// The base class is unknown.
//! class M
//! error M0201 10:11
//! says did you mean 'Base'?
model Base
  Real x = 1;
end Base;

model M
  extends Bse;
end M;
