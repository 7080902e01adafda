// The class and its constraining class have different numbers of dimensions.
//! error M0216 6:20
model M
  type Real3 = Real[3];
  type Real23 = Real[2, 3];
  replaceable type T = Real3[2] constrainedby Real23;
  T x = {{1, 2, 3}, {4, 5, 6}};
end M;
