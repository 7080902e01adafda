// Blocks of Saltus.Diagrams.Matrices: products, solutions and selections of small matrices by hand. a grows with 1 + t.
//! class Algebra
//! run --stop 1
//! gain.y[1,1] = (1 + t)*(1 + 2*3) +- 1e-12
//! gain.y[1,2] = (1 + t)*(2 + 2*4) +- 1e-12
//! product.y[1,1] = (1 + t)*(1*2 + 2*1) +- 1e-12
//! product.y[2,2] = (1 + t)*(3*0 + 4*4) +- 1e-12
// x*[2, 0; 1, 4] = [1, 2; 3, 4] has x = [1/4, 1/2; 1, 1]
//! right.y[1,1] = (1 + t)/4 +- 1e-12
//! right.y[2,1] = 1 + t +- 1e-12
// [1, 2; 3, 4]*x = [2, 0; 1, 4] has x = [-3, 4; 5/2, -2]
//! left.y[1,1] = -3/(1 + t) +- 1e-12
//! left.y[2,1] = 2.5/(1 + t) +- 1e-12
//! inverse.y[1,1] = -2/(1 + t) +- 1e-12
//! inverse.y[2,1] = 1.5/(1 + t) +- 1e-12
//! transposed.y[1,2] = 3*(1 + t) +- 1e-12
//! class Shapes
//! run --stop 1
//! diagonal.y[2,2] = 2*t +- 1e-12
//! diagonal.y[1,2] = 0
//! beside.y[2,4] = 8
//! below.y[4,2] = 8
//! part.y[1,1] = 6
//! part.y[1,2] = 4
//! part.y[2,1] = 3
// the elements column by column: 1, 4, 2, 5, 3, 6
//! flat.y[1,1] = 1
//! flat.y[1,2] = 2
//! flat.y[2,1] = 4
//! flat.y[2,3] = 6
//! tall.y[1,1] = 1
//! tall.y[2,1] = 4
//! tall.y[3,1] = 2
//! tall.y[3,2] = 6
//! class Singular
//! run --stop 1
//! status failed
model Algebra
  import Saltus.Diagrams.Matrices.*;
  block Grows
    Saltus.Diagrams.Interfaces.MatrixOutput y = [1, 2; 3, 4]*(1 + time);
  end Grows;
  Grows a;
  MatrixConstant b(A = [2, 0; 1, 4]);
  MatrixGain gain(K = [1, 2]);
  MatrixMultiplication product;
  MatrixDivision right, left(left = true);
  MatrixInverse inverse;
  Transpose transposed;
equation
  connect(a.y, gain.u);
  connect(a.y, product.u1);
  connect(b.y, product.u2);
  connect(a.y, right.u1);
  connect(b.y, right.u2);
  connect(a.y, left.u1);
  connect(b.y, left.u2);
  connect(a.y, inverse.u);
  connect(a.y, transposed.u);
end Algebra;

model Shapes
  import Saltus.Diagrams.Matrices.*;
  Saltus.Diagrams.Routing.Mux vector(u = {time, 2*time});
  MatrixConstant a(A = [1, 2; 3, 4]), b(A = [5, 6; 7, 8]), c(A = [1, 2, 3; 4, 5, 6]);
  DiagonalMatrix diagonal;
  MatrixConcatenation beside, below(below = true);
  MatrixExtractor part(rows = {2, 1}, columns = {3, 1});
  MatrixReshape flat(rows = 2), tall(rows = 3);
equation
  connect(vector.y, diagonal.u);
  connect(a.y, beside.u1);
  connect(b.y, beside.u2);
  connect(a.y, below.u1);
  connect(b.y, below.u2);
  connect(c.y, part.u);
  connect(c.y, flat.u);
  connect(c.y, tall.u);
end Shapes;

model Singular
  import Saltus.Diagrams.Matrices.*;
  block Falls
    Saltus.Diagrams.Interfaces.MatrixOutput y = [1, 2; 2, 4]*(1 + time);
  end Falls;
  Falls a;
  MatrixInverse inverse;
equation
  connect(a.y, inverse.u);
end Singular;
