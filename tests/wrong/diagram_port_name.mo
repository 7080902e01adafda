// A connection names a port that the block has not: the port whose size is not known is not what is wrong.
//! class M
//! error M0426 11:24
//! says its connectors are u1, u2, y
model M
  import Saltus.Diagrams.*;
  Matrices.MatrixConstant a(A = [1, 2; 3, 4]), b(A = [1; 2]);
  Matrices.MatrixMultiplication product;
  Matrices.Transpose turned;
equation
  connect(a.y, product.left);
  connect(b.y, product.right);
  connect(product.y, turned.u);
end M;
