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
    replaceable type T1 = Real "Numbers of u1" annotation (__Saltus(inferred=true));
    replaceable type T2 = Real "Numbers of u2" annotation (__Saltus(inferred=true));
    replaceable type T3 = Real "Numbers of u3" annotation (__Saltus(inferred=true));
    replaceable type T4 = Real "Numbers of u4" annotation (__Saltus(inferred=true));
    replaceable type T5 = Real "Numbers of u5" annotation (__Saltus(inferred=true));
    replaceable type T6 = Real "Numbers of u6" annotation (__Saltus(inferred=true));
    replaceable type T7 = Real "Numbers of u7" annotation (__Saltus(inferred=true));
    replaceable type T8 = Real "Numbers of u8" annotation (__Saltus(inferred=true));
    connector Input1 = input T1[:, :] "A matrix; its size and its numbers follow from the connection"
      annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={0,0,127}, fillPattern=FillPattern.Solid, lineThickness=1)}));
    connector Input2 = input T2[:, :] "A matrix; its size and its numbers follow from the connection"
      annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={0,0,127}, fillPattern=FillPattern.Solid, lineThickness=1)}));
    connector Input3 = input T3[:, :] "A matrix; its size and its numbers follow from the connection"
      annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={0,0,127}, fillPattern=FillPattern.Solid, lineThickness=1)}));
    connector Input4 = input T4[:, :] "A matrix; its size and its numbers follow from the connection"
      annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={0,0,127}, fillPattern=FillPattern.Solid, lineThickness=1)}));
    connector Input5 = input T5[:, :] "A matrix; its size and its numbers follow from the connection"
      annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={0,0,127}, fillPattern=FillPattern.Solid, lineThickness=1)}));
    connector Input6 = input T6[:, :] "A matrix; its size and its numbers follow from the connection"
      annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={0,0,127}, fillPattern=FillPattern.Solid, lineThickness=1)}));
    connector Input7 = input T7[:, :] "A matrix; its size and its numbers follow from the connection"
      annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={0,0,127}, fillPattern=FillPattern.Solid, lineThickness=1)}));
    connector Input8 = input T8[:, :] "A matrix; its size and its numbers follow from the connection"
      annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={0,0,127}, fillPattern=FillPattern.Solid, lineThickness=1)}));
    Input1 u1 if n >= 1 annotation (Placement(transformation(extent={{-120,72},{-100,88}})));
    Input2 u2 if n >= 2 annotation (Placement(transformation(extent={{-120,49},{-100,65}})));
    Input3 u3 if n >= 3 annotation (Placement(transformation(extent={{-120,26},{-100,42}})));
    Input4 u4 if n >= 4 annotation (Placement(transformation(extent={{-120,3},{-100,19}})));
    Input5 u5 if n >= 5 annotation (Placement(transformation(extent={{-120,-19},{-100,-3}})));
    Input6 u6 if n >= 6 annotation (Placement(transformation(extent={{-120,-42},{-100,-26}})));
    Input7 u7 if n >= 7 annotation (Placement(transformation(extent={{-120,-65},{-100,-49}})));
    Input8 u8 if n >= 8 annotation (Placement(transformation(extent={{-120,-88},{-100,-72}})));
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

  connector ComplexMatrixInput = input Types.Complex[:, :] "A matrix of complex numbers that the block reads"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={85,170,255},
      fillColor={85,170,255}, fillPattern=FillPattern.Solid, lineThickness=1)}));
  connector ComplexMatrixOutput = output Types.Complex[:, :] "A matrix of complex numbers that the block gives"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={85,170,255},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid, lineThickness=1)}));

  block ComplexMatrixConstant "A matrix of complex numbers that does not change"
    extends Interfaces.Icon;
    parameter Real re[:, :] = [1] "Real parts";
    parameter Real im[size(re, 1), size(re, 2)] = zeros(size(re, 1), size(re, 2)) "Imaginary parts";
    ComplexMatrixOutput y = complexMatrixExpression("complex(u1, u2)", re, im) "The matrix"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="A + iB")}),
      Documentation(info="<html><p>y = re + i*im.</p></html>"));
  end ComplexMatrixConstant;

  block ComplexMatrixExpression "A matrix expression that gives complex numbers"
    extends Inputs;
    ComplexMatrixOutput y = complexMatrixExpression(expression, u1, u2, u3, u4, u5, u6, u7, u8) "What it computes"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Documentation(info="<html><p>Like MatrixExpression; the inputs are real or complex, as the connections
say. <code>2i</code> is a number, <code>x'</code> the conjugate transpose.</p></html>"));
  end ComplexMatrixExpression;

  block ComplexMatrixParts "The real and the imaginary parts of a matrix"
    extends Interfaces.Icon;
    ComplexMatrixInput u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    Interfaces.MatrixOutput re = matrixExpression("real(u1)", u) "Real parts"
      annotation (Placement(transformation(extent={{100,50},{120,70}})));
    Interfaces.MatrixOutput im = matrixExpression("imag(u1)", u) "Imaginary parts"
      annotation (Placement(transformation(extent={{100,-70},{120,-50}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="C > R")}),
      Documentation(info="<html><p>u = re + i*im.</p></html>"));
  end ComplexMatrixParts;

  block ComplexMatrixDelay "The matrix of complex numbers at the activation before"
    extends Interfaces.Icon;
    parameter Real re_start[:, :] = [0] "Real parts until the second activation";
    parameter Real im_start[size(re_start, 1), size(re_start, 2)] = zeros(size(re_start, 1), size(re_start, 2))
      "Imaginary parts until then";
    Interfaces.ActivationInput e "When it moves on" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ComplexMatrixInput u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    ComplexMatrixOutput y = complexMatrixExpression("complex(u1, u2)", re, im) "Input at the activation before"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    discrete Real re[size(re_start, 1), size(re_start, 2)](start=re_start, each fixed=true);
    discrete Real im[size(re_start, 1), size(re_start, 2)](start=im_start, each fixed=true);
    discrete Real zre[size(re_start, 1), size(re_start, 2)](start=re_start, each fixed=true) "Input at the last one";
    discrete Real zim[size(re_start, 1), size(re_start, 2)](start=im_start, each fixed=true) "Input at the last one";
  equation
    when e then
      re = pre(zre);
      im = pre(zim);
      zre = u.re;
      zim = u.im;
    end when;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="1/z")}),
      Documentation(info="<html><p>The size is that of re_start. The output does not depend on the input of the same
activation, so the block may stand in a loop.</p></html>"));
  end ComplexMatrixDelay;

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
