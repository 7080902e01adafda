// The functions on arrays: size, ndims, fill, zeros, ones, identity, diagonal, linspace, cross, transpose, sum,
// product, min, max, cat, promote, vector, matrix, scalar, skew, symmetric, outerProduct.
//! run --stop 1
//! final n = 3
//! final nd = 2
//! final f[2,2] = 7
//! final z[3] = 0
//! final o[2] = 1
//! final id[2,2] = 1
//! final id[1,2] = 0
//! final dg[3,3] = 30
//! final dg[1,2] = 0
//! final l[1] = 1
//! final l[3] = 2
//! final l[5] = 3
//! final cr[1] = 2*6 - 3*5
//! final cr[2] = 3*4 - 1*6
//! final cr[3] = 1*5 - 2*4
//! final t[3,1] = 3
//! final su = 21
//! final pr = 720
//! final mi = -5
//! final ma = 9
//! final mm = 2
//! final ct[3,2] = 6
//! final vc[2] = 8
//! final sc = 4
//! final mx[2,1] = 2
//! final op[2,1] = 2*4
//! final sk[1,2] = -3
//! final sy[2,1] = 2
//! final e = 0
model ArrayFunctions
  parameter Real m[2, 3] = [1, 2, 3; 4, 5, 6];
  Integer n = size(m, 2), nd = ndims(m);
  Real f[2, 2] = fill(7, 2, 2), z[3] = zeros(3), o[2] = ones(2), id[2, 2] = identity(2),
      dg[3, 3] = diagonal({10, 20, 30});
  Real l[5] = linspace(1, 3, 5);
  Real cr[3] = cross({1, 2, 3}, {4, 5, 6});
  Real t[3, 2] = transpose(m);
  Real su = sum(m), pr = product(m), mi = min({3, -5, 9}), ma = max({3, -5, 9}), mm = min(7, 2);
  Real ct[3, 2] = cat(1, [1, 2], [3, 4; 5, 6]);
  Real vc[2] = vector([7; 8]), sc = scalar([4]), mx[2, 1] = matrix({1, 2});
  Real op[2, 2] = outerProduct({1, 2}, {4, 5});
  Real sk[3, 3] = skew({1, 2, 3});
  Real sy[2, 2] = symmetric([1, 2; 9, 4]);
  Real e = sum(zeros(0));
end ArrayFunctions;
