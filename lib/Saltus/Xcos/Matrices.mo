within Saltus.Xcos;
package Matrices "Blocks that compute with whole matrices"
  import Saltus.Xcos.Interfaces.*;

  partial block OfOne "Gives a matrix made of one"
    parameter Integer r = 1 "Rows of the result";
    parameter Integer c = 1 "Columns of the result";
    parameter Integer ru = 1 "Rows of what it reads";
    parameter Integer cu = 1 "Columns of what it reads";
    extends Saltus.Diagrams.Interfaces.Icon;
    SignalIn u[ru, cu] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    SignalOut y[r, c] annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  end OfOne;

  partial block OfTwo "Gives a matrix made of two"
    parameter Integer r = 1 "Rows of the result";
    parameter Integer c = 1 "Columns of the result";
    parameter Integer r1 = 1 "Rows of the first";
    parameter Integer c1 = 1 "Columns of the first";
    parameter Integer r2 = 1 "Rows of the second";
    parameter Integer c2 = 1 "Columns of the second";
    extends Saltus.Diagrams.Interfaces.Icon;
    SignalIn u1[r1, c1] annotation (Placement(transformation(extent={{-120,40},{-100,60}})));
    SignalIn u2[r2, c2] annotation (Placement(transformation(extent={{-120,-60},{-100,-40}})));
    SignalOut y[r, c] annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  end OfTwo;

  block Product "u1*u2 (MATMUL)"
    extends OfTwo;
  equation
    y = u1*u2;
  end Product;

  block ElementProduct "Element by element (MATMUL)"
    extends OfTwo;
  equation
    y = u1.*u2;
  end ElementProduct;

  block ScalarProduct "A matrix times a number (MATMUL)"
    extends OfTwo;
  equation
    y = u1*u2[1, 1];
  end ScalarProduct;

  block Transpose "Rows as columns (MATTRAN)"
    extends OfOne;
  equation
    y = transpose(u);
  end Transpose;

  block Expression "What a matrix expression says (MATINV, MATDET, MATSUM, EXPRESSION, ...)"
    parameter String text = "u1" "The expression of u1";
    extends OfOne;
  equation
    y = matrixExpression(text, u);
  end Expression;

  block ExpressionOfTwo "What a matrix expression says (MATDIV, MATBKSL, ...)"
    parameter String text = "u1" "The expression of u1 and u2";
    extends OfTwo;
  equation
    y = matrixExpression(text, u1, u2);
  end ExpressionOfTwo;

  block Beside "Matrices beside each other (MATCATH)"
    extends Routing.Mux;
  end Beside;

  block RunningSum "Sums of what came before, by columns, rows or all (CUMSUM)"
    parameter Integer rule = 0 "0 all, 1 rows, 2 columns" annotation (Evaluate=true);
    extends Map;
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = if rule == 1 then sum(u[l, j] for l in 1:i) elseif rule == 2 then sum(u[i, l] for l in 1:j) else
          sum(u[l, i2] for l in 1:r, i2 in 1:j - 1) + sum(u[l, j] for l in 1:i);
      end for;
    end for;
  end RunningSum;

  block Triangle "One triangle of a matrix (EXTTRI)"
    parameter Integer which = 1 "1 upper, 2 lower, 3 diagonal" annotation (Evaluate=true);
    extends Map;
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = if which == 1 and i <= j or which == 2 and i >= j or i == j then u[i, j] else 0;
      end for;
    end for;
  end Triangle;

  block LU "A matrix, with its rows exchanged, as a product of a lower and an upper triangle (MATLU)"
    parameter Integer n = 1 "Rows and columns";
    extends Saltus.Diagrams.Interfaces.Icon;
    SignalIn u[n, n] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    SignalOut upper[n, n] annotation (Placement(transformation(extent={{100,40},{120,60}})));
    SignalOut lower[n, n] annotation (Placement(transformation(extent={{100,-60},{120,-40}})));
  equation
    (lower, upper) = triangles(u);
  end LU;

  function triangles "L and U whose product has the rows of A, by elimination with the largest pivots"
    input Real A[:, size(A, 1)];
    output Real L[size(A, 1), size(A, 1)];
    output Real U[size(A, 1), size(A, 1)];
  protected
    Integer n = size(A, 1), row[size(A, 1)] = 1:size(A, 1), p, q;
    Real B[size(A, 1), size(A, 1)] = A;
  algorithm
    for k in 1:n loop
      p := k;
      for i in k + 1:n loop
        if abs(B[row[i], k]) > abs(B[row[p], k]) then
          p := i;
        end if;
      end for;
      q := row[k];
      row[k] := row[p];
      row[p] := q;
      for i in k + 1:n loop
        if B[row[i], k] <> 0 then
          B[row[i], k] := B[row[i], k]/B[row[k], k];
          for j in k + 1:n loop
            B[row[i], j] := B[row[i], j] - B[row[i], k]*B[row[k], j];
          end for;
        end if;
      end for;
    end for;
    for i in 1:n loop
      for j in 1:n loop
        L[i, j] := if j < i then B[row[i], j] elseif j == i then 1 else 0;
        U[i, j] := if j < i then 0 else B[row[i], j];
      end for;
    end for;
  end triangles;
end Matrices;
