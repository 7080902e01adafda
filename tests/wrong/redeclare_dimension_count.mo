// An array is redeclared with another number of dimensions.
//! error M0216 5:28
//! says 2 dimensions
model M model B replaceable Real a[3] = {1, 2, 3}; end B;
  B b(redeclare       Real a[2, 2] = [1, 2; 3, 4]);
end M;
