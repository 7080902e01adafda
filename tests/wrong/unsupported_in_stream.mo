// inStream.
//! error M0903 6:12
//! says not supported yet
model M
  Real x = 1;
  Real y = inStream(x);
end M;
