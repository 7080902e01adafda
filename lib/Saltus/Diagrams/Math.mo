within Saltus.Diagrams;
package Math "Mathematics of numbers and vectors"
  import Saltus.Diagrams.Interfaces.*;
  import Saltus.Diagrams.Interfaces;

  block Abs "The absolute value"
    extends Interfaces.OneToOne;
  equation
    y = abs(u);
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="|u|")}),
      Documentation(info="<html><p>y = |u|. Where u passes zero is an event.</p></html>"));
  end Abs;

  block Sign "-1, 0 or 1"
    extends Interfaces.OneToOne;
  equation
    y = if u > 0 then 1 elseif u < 0 then -1 else 0;
    annotation (Icon(graphics={Line(points={{-80,0},{80,0}}), Line(points={{-80,-50},{0,-50},{0,50},{80,50}},
      color={0,0,127})}), Documentation(info="<html><p>Where u passes zero is an event.</p></html>"));
  end Sign;

  block Negate "The number with the other sign"
    extends Interfaces.OneToOne;
  equation
    y = -u;
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="-u")}),
      Documentation(info="<html><p>y = -u.</p></html>"));
  end Negate;

  block Bias "Adds a constant"
    extends Interfaces.OneToOne;
    parameter Real bias = 0 "What is added";
  equation
    y = u + bias;
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="u + %bias")}),
      Documentation(info="<html><p>y = u + bias.</p></html>"));
  end Bias;

  block Gain "Multiplies with a constant"
    extends Interfaces.OneToOne;
    parameter Real k = 1 "Factor";
  equation
    y = k*u;
    annotation (Icon(graphics={Polygon(points={{-80,80},{80,0},{-80,-80},{-80,80}}, lineColor={0,0,127}),
      Text(extent={{-80,25},{40,-25}}, textString="%k")}),
      Documentation(info="<html><p>y = k*u.</p></html>"));
  end Gain;

  block Power "A power with a constant exponent"
    extends Interfaces.OneToOne;
    parameter Real exponent = 2 "Exponent";
  equation
    y = u^exponent;
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="u^%exponent")}),
      Documentation(info="<html><p>y = u^exponent. For a negative u the exponent must be a whole
number.</p></html>"));
  end Power;

  block Pow "The first input to the power of the second"
    extends Interfaces.TwoToOne;
  equation
    y = u1^u2;
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="u1^u2")}),
      Documentation(info="<html><p>y = u1^u2.</p></html>"));
  end Pow;

  block Exponential "A base to the power of the input"
    extends Interfaces.OneToOne;
    parameter Real base(min=0) = 2.71828182845904523536 "Base, greater than 0";
  equation
    assert(base > 0, "the base of an Exponential must be greater than zero");
    y = exp(u*log(base));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="b^u")}),
      Documentation(info="<html><p>y = base^u.</p></html>"));
  end Exponential;

  block Log "The logarithm of the input"
    extends Interfaces.OneToOne;
    parameter Real base(min=0) = 2.71828182845904523536 "Base, greater than 0, and not 1";
  equation
    assert(base > 0 and base <> 1, "the base of a logarithm must be greater than zero, and not 1");
    y = log(u)/log(base);
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="log u")}),
      Documentation(info="<html><p>y = log(u)/log(base). The run ends where u is not greater than 0.</p></html>"));
  end Log;

  type Function = enumeration(exp, log, log10, sqrt, square, reciprocal, abs, sign, floor, ceil, round, fix
    "towards zero") "Functions of one number";

  block MathFunc "A function of the input"
    extends Interfaces.OneToOne;
    parameter Function func = Function.exp "Which" annotation (Evaluate=true);
  equation
    y = if func == Function.exp then exp(u) elseif func == Function.log then log(u)
      elseif func == Function.log10 then log10(u) elseif func == Function.sqrt then sqrt(u)
      elseif func == Function.square then u*u elseif func == Function.reciprocal then 1/u
      elseif func == Function.abs then abs(u)
      elseif func == Function.sign then (if u > 0 then 1 elseif u < 0 then -1 else 0)
      elseif func == Function.floor then floor(u) elseif func == Function.ceil then ceil(u)
      elseif func == Function.round then floor(u + 0.5) else (if u < 0 then ceil(u) else floor(u));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%func")}),
      Documentation(info="<html><p>Half way, round goes up.</p></html>"));
  end MathFunc;

  type Angle = enumeration(sin, cos, tan, asin, acos, atan, sinh, cosh, tanh) "Functions of angles";

  block TrigFunc "A function of an angle in radians, or an angle of a number"
    extends Interfaces.OneToOne;
    parameter Angle func = Angle.sin "Which" annotation (Evaluate=true);
  equation
    y = if func == Angle.sin then sin(u) elseif func == Angle.cos then cos(u) elseif func == Angle.tan then tan(u)
      elseif func == Angle.asin then asin(u) elseif func == Angle.acos then acos(u)
      elseif func == Angle.atan then atan(u) elseif func == Angle.sinh then sinh(u)
      elseif func == Angle.cosh then cosh(u) else tanh(u);
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%func")}),
      Documentation(info="<html><p>y = func(u). Angles are in radians.</p></html>"));
  end TrigFunc;

  block Atan2 "The angle of the point (u2, u1), from -pi to pi"
    extends Interfaces.TwoToOne;
  equation
    y = atan2(u1, u2);
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="atan2")}),
      Documentation(info="<html><p>y = atan2(u1, u2): the angle from the first axis to the point with the coordinates
u2 and u1.</p></html>"));
  end Atan2;

  block Hypot "The distance of the point (u1, u2)"
    extends Interfaces.TwoToOne;
  equation
    y = Saltus.Matrices.hypot(u1, u2);
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="hypot")}),
      Documentation(info="<html><p>The root of the sum of squares, also where a square is too large for a number.</p>
</html>"));
  end Hypot;

  block Modulo "What is left of the first input after whole multiples of the second"
    extends Interfaces.TwoToOne;
  equation
    y = mod(u1, u2);
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="mod")}),
      Documentation(info="<html><p>It has the sign of u2.</p></html>"));
  end Modulo;

  block Sum "The sum of the inputs with signs"
    extends Interfaces.Icon;
    parameter Real signs[:] = {1, 1} "1, -1, or another factor for each input";
    RealInput u[size(signs, 1)] "Inputs" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    RealOutput y "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    y = signs*u;
    annotation (Icon(graphics={Ellipse(extent={{-70,70},{70,-70}}, lineColor={0,0,127}),
      Text(extent={{-60,50},{60,-50}}, textString="+"),
      Text(extent={{-95,-72},{95,-98}}, textString="%signs")}),
      Documentation(info="<html><p>y = signs[1]*u[1] + signs[2]*u[2] + ... There are as many inputs as signs; {1, -1}
is a difference.</p></html>"));
  end Sum;

  block Product "The product of the inputs, of which some may divide"
    extends Interfaces.Icon;
    parameter Integer exponents[:] = {1, 1} "1: a factor, -1: a divisor";
    RealInput u[size(exponents, 1)] "Inputs" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    RealOutput y "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    for k in 1:size(exponents, 1) loop
      assert(abs(exponents[k]) == 1, "an exponent of a Product is 1 or -1, and not " + String(exponents[k]));
    end for;
    y = product(if exponents[k] > 0 then u[k] else 1/u[k] for k in 1:size(exponents, 1));
    annotation (Icon(graphics={Ellipse(extent={{-70,70},{70,-70}}, lineColor={0,0,127}),
      Text(extent={{-60,50},{60,-50}}, textString="x")}),
      Documentation(info="<html><p>y is the product of all inputs; one with the exponent -1 divides. There are as many
inputs as exponents.</p></html>"));
  end Product;

  type Rounding = enumeration(nearest "half way up", floor "down", ceil "up", fix "towards zero") "Ways to round";

  function rounded "A whole number near u"
    input Real u;
    input Rounding mode;
    output Real y;
  algorithm
    y := if mode == Rounding.nearest then floor(u + 0.5) elseif mode == Rounding.floor then floor(u)
      elseif mode == Rounding.ceil then ceil(u) elseif u < 0 then ceil(u) else floor(u);
    annotation (Inline=true);
  end rounded;

  block Round "A whole number near the input"
    extends Interfaces.OneToOne;
    parameter Rounding mode = Rounding.nearest "How" annotation (Evaluate=true);
  equation
    y = rounded(u, mode);
    annotation (Icon(graphics={Line(points={{-80,-60},{-40,-60},{-40,-20},{0,-20},{0,20},{40,20},{40,60},{80,60}},
      color={0,0,127})}),
      Documentation(info="<html><p>nearest: to the nearest whole number, halves upwards; floor: down; ceil: up; fix:
towards zero. Each step is an event.</p></html>"));
  end Round;

  block RoundProduct "A whole number near the product of the inputs"
    extends Product;
    parameter Rounding mode = Rounding.nearest "How" annotation (Evaluate=true);
    IntegerOutput n "The number" annotation (Placement(transformation(extent={{100,-70},{120,-50}})));
  equation
    n = integer(rounded(y, mode));
    annotation (Icon(graphics={Text(extent={{-60,-60},{95,-95}}, textString="round")}),
      Documentation(info="<html><p>y is the product, n the whole number.</p></html>"));
  end RoundProduct;

  block Horner "A polynomial of the input"
    extends Interfaces.OneToOne;
    parameter Real coefficients[:] = {0, 1} "Of 1, u, u^2, ...";
  protected
    Real part[size(coefficients, 1)];
  equation
    assert(size(coefficients, 1) > 0, "a polynomial needs a coefficient");
    for k in 1:size(coefficients, 1) loop
      part[k] = coefficients[k] + (if k < size(coefficients, 1) then u*part[min(k + 1, size(coefficients, 1))] else 0);
    end for;
    y = part[1];
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="p(u)")}),
      Documentation(info="<html><p>By Horner's rule: c1 + u*(c2 + u*(c3 + ...)).</p></html>"));
  end Horner;

  block MaxMin "The greatest or the least of the inputs"
    extends Interfaces.SeveralToOne;
    parameter Boolean least = false "The least one" annotation (Evaluate=true);
  equation
    y = if least then min(u) else max(u);
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="max min")}),
      Documentation(info="<html><p>y = max(u[1], ..., u[n]), or the minimum.</p></html>"));
  end MaxMin;

  partial block Compared "Which elements of a vector are greater than which"
    extends Interfaces.VectorReader;
  protected
    Boolean more[size(u, 1), size(u, 1)] = {u[i] > u[k] for k in 1:size(u, 1), i in 1:size(u, 1)}
      "Element i is greater than element k";
  end Compared;

  block MaxElements "The greatest element of a vector, and where it is"
    extends Compared;
    RealOutput y = max(u) "The greatest element" annotation (Placement(transformation(extent={{100,30},{120,50}})));
    IntegerOutput index = order(more, true)*first "The first place where it is"
      annotation (Placement(transformation(extent={{100,-50},{120,-30}})));
  protected
    final parameter Integer first[size(u, 1)] = {if k == 1 then 1 else 0 for k in 1:size(u, 1)};
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="max u")}),
      Documentation(info="<html><p>y is the greatest element, index the number of the first one that is as great. A
change of the index is an event.</p></html>"));
  end MaxElements;

  block MinElements "The least element of a vector, and where it is"
    extends Compared;
    RealOutput y = min(u) "The least element" annotation (Placement(transformation(extent={{100,30},{120,50}})));
    IntegerOutput index = order(more, false)*first "The first place where it is"
      annotation (Placement(transformation(extent={{100,-50},{120,-30}})));
  protected
    final parameter Integer first[size(u, 1)] = {if k == 1 then 1 else 0 for k in 1:size(u, 1)};
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="min u")}),
      Documentation(info="<html><p>y is the least element, index the number of the first one that is as small. A
change of the index is an event.</p></html>"));
  end MinElements;

  block SumElements "The sum of the elements of a vector"
    extends Interfaces.VectorReader;
    RealOutput y = sum(u) "The sum" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="sum u")}),
      Documentation(info="<html><p>y = u[1] + u[2] + ...</p></html>"));
  end SumElements;

  block CumulativeSum "The sums of the first elements of a vector"
    extends Interfaces.VectorReader;
    VectorOutput y = {sum(u[1:k]) for k in 1:size(u, 1)} "u1, u1 + u2, ..."
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Line(points={{-70,-60},{-40,-60},{-40,-30},{0,-30},{0,30},{40,30},{40,60},{70,60}},
      color={0,0,127})}),
      Documentation(info="<html><p>y[k] = u[1] + ... + u[k].</p></html>"));
  end CumulativeSum;

  block Sort "The elements of a vector in their order, and where they were"
    extends Compared;
    parameter Boolean descending = false "The greatest one first";
    VectorOutput y = {u[index[k]] for k in 1:size(u, 1)} "Elements in their order"
      annotation (Placement(transformation(extent={{100,30},{120,50}})));
    IntegerOutput index[size(u, 1)] = order(more, descending) "Where they were; equal ones in the order of their places"
      annotation (Placement(transformation(extent={{100,-50},{120,-30}})));
    annotation (Icon(graphics={Line(points={{-60,-60},{-60,-40}}, color={0,0,127}, thickness=3),
      Line(points={{-20,-60},{-20,-10}}, color={0,0,127}, thickness=3),
      Line(points={{20,-60},{20,20}}, color={0,0,127}, thickness=3),
      Line(points={{60,-60},{60,60}}, color={0,0,127}, thickness=3)}),
      Documentation(info="<html><p>Where two elements change places is an event.</p></html>"));
  end Sort;

  function order "Places of elements in their order, by which is greater than which"
    input Boolean more[:, size(more, 1)];
    input Boolean descending;
    output Integer index[size(more, 1)];
  protected
    Integer place;
  algorithm
    index := zeros(size(more, 1));
    for i in 1:size(more, 1) loop
      place := 1;
      for k in 1:size(more, 1) loop
        if (if descending then more[k, i] else more[i, k]) or k < i and not more[i, k] and not more[k, i] then
          place := place + 1;
        end if;
      end for;
      index[place] := i;
    end for;
  end order;

  block CrossProduct "The vector that is perpendicular to two vectors"
    extends Interfaces.Icon;
    RealInput u1[3] "First vector" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    RealInput u2[3] "Second vector" annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
    RealOutput y[3] = cross(u1, u2) "u1 x u2" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="u1 x u2")}),
      Documentation(info="<html><p>y = (u1[2]*u2[3] - u1[3]*u2[2], u1[3]*u2[1] - u1[1]*u2[3], u1[1]*u2[2] -
u1[2]*u2[1]).</p></html>"));
  end CrossProduct;

  partial block Inputs "Numbers u1 to un"
    extends Interfaces.Icon;
    parameter Integer n(min=0, max=8) = 1 "Number of inputs" annotation (Evaluate=true);
    RealInput u1 if n >= 1 annotation (Placement(transformation(extent={{-120,72},{-100,88}})));
    RealInput u2 if n >= 2 annotation (Placement(transformation(extent={{-120,49},{-100,65}})));
    RealInput u3 if n >= 3 annotation (Placement(transformation(extent={{-120,26},{-100,42}})));
    RealInput u4 if n >= 4 annotation (Placement(transformation(extent={{-120,3},{-100,19}})));
    RealInput u5 if n >= 5 annotation (Placement(transformation(extent={{-120,-19},{-100,-3}})));
    RealInput u6 if n >= 6 annotation (Placement(transformation(extent={{-120,-42},{-100,-26}})));
    RealInput u7 if n >= 7 annotation (Placement(transformation(extent={{-120,-65},{-100,-49}})));
    RealInput u8 if n >= 8 annotation (Placement(transformation(extent={{-120,-88},{-100,-72}})));
  end Inputs;

  block MathExpression "A formula of the inputs and of the parameters of the diagram"
    extends Inputs;
    parameter String expression = "u1" "What is computed of u1, u2, ...";
    RealOutput y = scalar(matrixExpression(expression, u1, u2, u3, u4, u5, u6, u7, u8)) "Value of the formula"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%expression")}),
      Documentation(info="<html><p>The notation of MatrixExpression, for numbers: <code>u1*sin(u2) + k</code>. Names
other than u1, u2, ... are those of the diagram in which the text is written.</p></html>"));
  end MathExpression;

  block MathExpressions "A list of formulas of the inputs"
    extends Inputs;
    parameter String expression = "[u1; u1]" "What is computed of u1, u2, ...: [first; second; ...]";
    VectorOutput y = vector(matrixExpression(expression, u1, u2, u3, u4, u5, u6, u7, u8)) "Values of the formulas"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%expression")}),
      Documentation(info="<html><p>As MathExpression; a formula for each element of y.</p></html>"));
  end MathExpressions;
end Math;
