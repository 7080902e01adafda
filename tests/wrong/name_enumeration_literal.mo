// An enumeration has no such literal.
//! error M0320 6:20
//! says did you mean 'slow'?
model M
  type Mode = enumeration(off, slow, fast);
  Mode mode = Mode.slwo;
end M;
