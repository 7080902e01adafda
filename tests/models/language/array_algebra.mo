// Array algebra: products of matrices and vectors, elementwise operators, powers, slices, concatenation, solution by
// equation.
//| A = [[2, 1], [1, 3]]
//! run --stop 1
//! final s = 1*4 + 2*5 + 3*6
//! final v[1] = 2*1 + 1*2
//! final v[2] = 1*1 + 3*2
//! final m[1,2] = 2*1 + 1*3
//! final p[2,2] = 1 + 9
//! final e[1,2] = 1*10
//! final e[2,1] = 1*30
//! final w[2] = (5 - 1)/2
//! final row[2] = 3
//! final column[1] = 1
//! final c[1,3] = 10
//! final c[2,4] = 40
//! final d[3] = 2
//! final d[4] = 1
//! final sol[1] = 1
//! final sol[2] = 1
//! final scaled[1] = 3
//! final pw[2] = 8
//! final neg[3] = -3
//! final last = 6
//! final part[1] = 5
//! final plus[2] = 12
//! final x3[2,1] = 3
model ArrayAlgebra
  parameter Real A[2, 2] = [2, 1; 1, 3];
  parameter Real B[2, 2] = {{10, 10}, {30, 40}};
  parameter Real a[3] = {1, 2, 3}, b[3] = {4, 5, 6};
  Real s = a*b;
  Real v[2] = A*{1, 2};
  Real m[2, 2] = A*A;
  Real p[2, 2] = A^2;
  Real e[2, 2] = A .* B;
  Real w[2] = ({3, 5} .- 1) ./ 2;
  Real row[2] = A[2, :];
  Real column[2] = A[:, 2];
  Real c[2, 4] = [A, B];
  Real d[4] = cat(1, {4, 3}, {2, 1});
  Real sol[2];
  Real scaled[3] = 3*a;
  Real pw[3] = a .^ 3;
  Real neg[3] = -a;
  Real last = b[end];
  Real part[2] = b[2:3];
  Real plus[2] = {1, 2} + {10, 10};
  Real x3[3, 1] = [1; 3; 5];
equation
  A*sol = {3, 4};
end ArrayAlgebra;
