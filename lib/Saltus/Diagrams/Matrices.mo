within Saltus.Diagrams;
package Matrices "Blocks for matrices, whose sizes follow from the connections"

  block MatrixConstant "A matrix that does not change"
    extends Interfaces.Icon;
    parameter Real A[:, :] = [1] "The matrix";
    Interfaces.MatrixOutput y = A "The matrix" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="%A")}),
      Documentation(info="<html><p>y = A.</p></html>"));
  end MatrixConstant;

  partial block Inputs "Matrices u1 to un and a text"
    extends Interfaces.Icon;
    parameter Integer n(min=0, max=8) = 1 "Number of inputs" annotation (Evaluate=true);
    parameter String expression = "u1" "What is computed of u1, u2, ... and of the parameters of the diagram";
    Interfaces.MatrixInput u1 if n >= 1 annotation (Placement(transformation(extent={{-120,72},{-100,88}})));
    Interfaces.MatrixInput u2 if n >= 2 annotation (Placement(transformation(extent={{-120,49},{-100,65}})));
    Interfaces.MatrixInput u3 if n >= 3 annotation (Placement(transformation(extent={{-120,26},{-100,42}})));
    Interfaces.MatrixInput u4 if n >= 4 annotation (Placement(transformation(extent={{-120,3},{-100,19}})));
    Interfaces.MatrixInput u5 if n >= 5 annotation (Placement(transformation(extent={{-120,-19},{-100,-3}})));
    Interfaces.MatrixInput u6 if n >= 6 annotation (Placement(transformation(extent={{-120,-42},{-100,-26}})));
    Interfaces.MatrixInput u7 if n >= 7 annotation (Placement(transformation(extent={{-120,-65},{-100,-49}})));
    Interfaces.MatrixInput u8 if n >= 8 annotation (Placement(transformation(extent={{-120,-88},{-100,-72}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%expression")}));
  end Inputs;

  block MatrixExpression "A matrix expression of inputs and parameters"
    extends Inputs;
    Interfaces.MatrixOutput y = matrixExpression(expression, u1, u2, u3, u4, u5, u6, u7, u8) "What it computes"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Documentation(info="<html><p>y is what the expression says, in the notation of matrix languages:
<code>A*u1 + u2(:, 1)'</code>. Names other than u1, u2, ... are those of the diagram in which the text is written.
docs/diagrams.md has the grammar and the functions. The block has no memory: it is always active.</p></html>"));
  end MatrixExpression;

  block ActivatedMatrixExpression "A matrix expression that is computed when an activation comes"
    extends Inputs;
    Interfaces.ActivationInput e "When it is computed"
      annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    Interfaces.MatrixOutput y(start=zeros(size(now, 1), size(now, 2)), each fixed=true)
      "The last result, 0 before the first"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    Real now[:, :] = matrixExpression(expression, u1, u2, u3, u4, u5, u6, u7, u8);
  equation
    when e then
      y = now;
    end when;
    annotation (Documentation(info="<html><p>Like MatrixExpression, but y is held between activations.</p></html>"));
  end ActivatedMatrixExpression;

  block MatrixDelay "The matrix at the activation before"
    extends Interfaces.Icon;
    parameter Real initial_y[:, :] = [0] "Output until the second activation";
    Interfaces.ActivationInput e "When it moves on" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    Interfaces.MatrixInput u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    Interfaces.MatrixOutput y(start=initial_y, each fixed=true) "Input at the activation before"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    discrete Real z[size(initial_y, 1), size(initial_y, 2)](start=initial_y, each fixed=true)
      "Input at the last activation";
  equation
    when e then
      y = pre(z);
      z = u;
    end when;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="1/z")}),
      Documentation(info="<html><p>The size is that of initial_y. The output does not depend on the input of
the same activation, so the block may stand in a loop.</p></html>"));
  end MatrixDelay;

  block MatrixGain "Multiplies a matrix from the left with a constant matrix"
    extends Interfaces.MatrixReader;
    parameter Real K[:, :] = [1] "Factor";
    Interfaces.MatrixOutput y = K*u "K*u" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Polygon(points={{-80,80},{80,0},{-80,-80},{-80,80}}, lineColor={0,0,127}),
      Text(extent={{-80,25},{40,-25}}, textString="K")}),
      Documentation(info="<html><p>y = K*u. K has as many columns as u has rows.</p></html>"));
  end MatrixGain;

  partial block Two "Two matrices"
    extends Interfaces.Icon;
    Interfaces.MatrixInput u1 "First matrix" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    Interfaces.MatrixInput u2 "Second matrix" annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
  end Two;

  block MatrixMultiplication "The product of two matrices"
    extends Two;
    Interfaces.MatrixOutput y = u1*u2 "u1*u2" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="u1 * u2")}),
      Documentation(info="<html><p>y = u1*u2. u1 has as many columns as u2 has rows.</p></html>"));
  end MatrixMultiplication;

  block MatrixDivision "Solves equations: u1 = y*u2, or u1*y = u2"
    extends Two;
    parameter Boolean left = false "y = u1\\u2, the solution of u1*y = u2; otherwise y = u1/u2"
      annotation (Evaluate=true);
    Interfaces.MatrixOutput y = matrixExpression(if left then "u1\\u2" else "u1/u2", u1, u2) "The solution"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="u1 / u2")}),
      Documentation(info="<html><p>Where the divisor is not square, in the sense of least squares.</p></html>"));
  end MatrixDivision;

  block MatrixInverse "The inverse of a matrix"
    extends Interfaces.MatrixReader;
    Interfaces.MatrixOutput y = matrixExpression("inv(u1)", u) "The inverse"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="1 / u")}),
      Documentation(info="<html><p>A matrix that has none ends the run.</p></html>"));
  end MatrixInverse;

  block Transpose "Rows become columns"
    extends Interfaces.MatrixReader;
    Interfaces.MatrixOutput y = transpose(u) "The transpose"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="u'")}),
      Documentation(info="<html><p>y[i, j] = u[j, i].</p></html>"));
  end Transpose;

  block DiagonalMatrix "A matrix with a vector on its diagonal"
    extends Interfaces.VectorReader;
    Interfaces.MatrixOutput y = diagonal(u) "Zero outside of the diagonal"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Line(points={{-60,60},{60,-60}}, color={0,0,127}, thickness=3)}),
      Documentation(info="<html><p>y[i, i] = u[i].</p></html>"));
  end DiagonalMatrix;

  block MatrixConcatenation "Two matrices beside or below each other"
    extends Two;
    parameter Boolean below = false "The second one below the first; otherwise beside it" annotation (Evaluate=true);
    Interfaces.MatrixOutput y = matrixExpression(if below then "[u1; u2]" else "[u1, u2]", u1, u2) "Both"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="[u1, u2]")}),
      Documentation(info="<html><p>[u1, u2], for matrices with equally many rows; or [u1; u2], for matrices with
equally many columns.</p></html>"));
  end MatrixConcatenation;

  block MatrixExtractor "Rows and columns of a matrix"
    extends Interfaces.MatrixReader;
    parameter Integer rows[:] = {1} "Which rows, in this order";
    parameter Integer columns[:] = {1} "Which columns, in this order";
    Interfaces.MatrixOutput y = u[rows, columns] "These rows and columns"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="u(i, j)")}),
      Documentation(info="<html><p>y[i, j] = u[rows[i], columns[j]]. Rows and columns may be repeated.</p></html>"));
  end MatrixExtractor;

  block MatrixReshape "The same elements with another number of rows"
    extends Interfaces.MatrixReader;
    parameter Integer rows(min=1) = 1 "Number of rows; it divides the number of elements" annotation (Evaluate=true);
    Interfaces.MatrixOutput y = {u[mod(i - 1 + (k - 1)*rows, m) + 1, div(i - 1 + (k - 1)*rows, m) + 1]
      for k in 1:div(m*size(u, 2), rows), i in 1:rows} "The elements, column by column"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    final parameter Integer m = size(u, 1) annotation (Evaluate=true);
  equation
    assert(mod(m*size(u, 2), rows) == 0, String(m*size(u, 2)) + " elements cannot be arranged in rows of a matrix with "
      + String(rows) + " rows");
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="reshape")}),
      Documentation(info="<html><p>The elements are taken and put column by column.</p></html>"));
  end MatrixReshape;
end Matrices;
