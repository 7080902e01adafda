within Saltus.Diagrams;
package Tables "Tables as blocks: Saltus.Tables with ports"
  import Saltus.Diagrams.Interfaces.*;
  import Saltus.Tables.Between;
  import Saltus.Tables.Beyond;

  partial block Samples "Samples of a curve, and what is beside them"
    extends Interfaces.Icon;
    parameter Real X[:] = {0, 1} "Where the samples are, rising";
    parameter Real Y[size(X, 1)] = {0, 1} "The samples";
    parameter Between between = Between.linear "Between the samples" annotation (Evaluate=true);
    parameter Beyond left = Beyond.zero "Before the first one" annotation (Evaluate=true);
    parameter Beyond right = Beyond.zero "Behind the last one" annotation (Evaluate=true);
    RealOutput y "Value of the table" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Line(points={{-80,-80},{-80,80}}), Line(points={{-80,-80},{80,-80}}),
      Line(points={{-70,-40},{-30,50},{10,20},{70,-10}}, color={0,0,127})}));
  end Samples;

  block LookupTable "y over u, by samples"
    extends Samples;
    RealInput u "Where the table is read" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  protected
    Saltus.Tables.Lookup table(X=X, Y=Y, between=between, left=left, right=right, u=u);
  equation
    y = table.y;
    annotation (
      Documentation(info="<html><p>Always active. All methods of Saltus.Tables, between the samples and beyond
them, to the left and to the right. Steps (floor, ceil,
  nearest) go on with the last sample where zero is asked for on the
right.</p></html>"));
  end LookupTable;

  block ActivatedLookupTable "y over u when an activation comes, held between"
    extends Samples(y(start=0, fixed=true));
    RealInput u "Where the table is read" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    ActivationInput e "When it is read" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  protected
    final parameter Boolean steps = between == Between.floor or between == Between.ceil or between == Between.nearest
      annotation (Evaluate=true);
    Saltus.Tables.Lookup table(X=X, Y=Y, between=between,
      left=if steps and left == Beyond.line then Beyond.hold else left,
      right=if steps and right == Beyond.line then Beyond.hold else right, u=u);
  equation
    when e then
      y = if right == Beyond.zero and u > X[size(X, 1)] then 0 else table.y;
    end when;
    annotation (Documentation(info="<html><p>y is 0 before the first activation. Steps (floor, ceil, nearest) hold the
outermost sample where a line is asked for; zero is zero on both sides.</p></html>"));
  end ActivatedLookupTable;

  block SignalGenerator "Samples over time"
    extends Samples;
  protected
    Saltus.Tables.Lookup table(X=X, Y=Y, between=between, left=left, right=right, u=time);
  equation
    y = table.y;
    annotation (Documentation(info="<html><p>With repeat on the right it is periodic.</p></html>"));
  end SignalGenerator;

  block LookupTable2D "y over u1 and u2: linear in one direction, then in the other"
    extends Interfaces.Icon;
    parameter Real X1[:] = {0, 1}, X2[:] = {0, 1} "Where the samples are, rising";
    parameter Real Y[size(X1, 1), size(X2, 1)] = [0, 0; 0, 1] "Samples: a row for each of X1";
    parameter Beyond left[2] = fill(Beyond.hold, 2) "Before the first ones, of u1 and of u2";
    parameter Beyond right[2] = fill(Beyond.hold, 2) "Behind the last ones";
    RealInput u1 "First coordinate" annotation (Placement(transformation(extent={{-120,40},{-100,60}})));
    RealInput u2 "Second coordinate" annotation (Placement(transformation(extent={{-120,-60},{-100,-40}})));
    RealOutput y "Value of the table" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    Saltus.Tables.Lookup2D table(X1=X1, X2=X2, Y=Y, left=left, right=right, u={u1, u2});
  equation
    y = table.y;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="2-D")}),
      Documentation(info="<html><p>Between four samples y is bilinear. Beyond the samples left and right say what it
is.</p></html>"));
  end LookupTable2D;

  block LookupTable3D "y over u1, u2 and u3: linear in one direction after the other"
    extends Interfaces.Icon;
    parameter Real X1[:] = {0, 1}, X2[:] = {0, 1}, X3[:] = {0, 1} "Where the samples are, rising";
    parameter Real Y[size(X1, 1), size(X2, 1), size(X3, 1)] = {{{0, 0}, {0, 0}}, {{0, 0}, {0, 1}}} "Samples";
    parameter Beyond left[3] = fill(Beyond.hold, 3) "Before the first ones, of u1, u2 and u3";
    parameter Beyond right[3] = fill(Beyond.hold, 3) "Behind the last ones";
    RealInput u1 "First coordinate" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    RealInput u2 "Second coordinate" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    RealInput u3 "Third coordinate" annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
    RealOutput y "Value of the table" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    Saltus.Tables.Lookup3D table(X1=X1, X2=X2, X3=X3, Y=Y, left=left, right=right, u={u1, u2, u3});
  equation
    y = table.y;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="3-D")}),
      Documentation(info="<html><p>Between eight samples y is trilinear. Beyond the samples left and right say what it
is.</p></html>"));
  end LookupTable3D;

  block LookupTable_port "y over u; the samples are inputs"
    extends Interfaces.Icon;
    parameter Between between = Between.linear "Between the samples" annotation (Evaluate=true);
    parameter Beyond left = Beyond.zero "Before the first one" annotation (Evaluate=true);
    parameter Beyond right = Beyond.zero "Behind the last one" annotation (Evaluate=true);
    RealInput u "Where the table is read" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    VectorInput X "Where the samples are, rising" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    VectorInput Y "The samples" annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
    RealOutput y = Saltus.Tables.interpolate(X, Y, u, between, left, right) "Value of the table"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Line(points={{-60,-80},{-60,80}}), Line(points={{-60,-80},{80,-80}}),
      Line(points={{-50,-40},{-20,50},{20,20},{70,-10}}, color={0,0,127})}),
      Documentation(info="<html><p>Samples that vary make no events: where a line bends,
      the solver has to find it. If the
table jumps (steps, zero beyond the samples), activate what reads it.</p></html>"));
  end LookupTable_port;

  block LookupTable2D_port "y over u1 and u2; the samples are inputs"
    extends Interfaces.Icon;
    RealInput u1 "First coordinate" annotation (Placement(transformation(extent={{-120,70},{-100,90}})));
    RealInput u2 "Second coordinate" annotation (Placement(transformation(extent={{-120,30},{-100,50}})));
    VectorInput X1 "Where the samples are, rising"
      annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    VectorInput X2 "Where the samples are, rising"
      annotation (Placement(transformation(extent={{-120,-50},{-100,-30}})));
    MatrixInput Y "Samples: a row for each of X1"
      annotation (Placement(transformation(extent={{-120,-90},{-100,-70}})));
    RealOutput y = Saltus.Tables.interpolateGrid({size(X1, 1), size(X2, 1)}, cat(1, X1, X2),
      {Y[div(k - 1, size(Y, 2)) + 1, mod(k - 1, size(Y, 2)) + 1] for k in 1:size(Y, 1)*size(Y, 2)}, {u1, u2})
      "Value of the table; beyond the samples the outermost ones are held"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="2-D")}),
      Documentation(info="<html><p>As LookupTable2D, but X1, X2 and Y are inputs, which may change during the
run.</p></html>"));
  end LookupTable2D_port;

  block LookupTableND "y over any number of inputs: linear in one direction after the other"
    extends Interfaces.Icon;
    parameter Integer sizes[:] = {2} "Numbers of samples in the directions";
    parameter Real X[:] = {0, 1} "Where they are, rising: those of the first direction, then those of the second, ...";
    parameter Real Y[:] = {0, 1} "Samples; the last direction runs fastest";
    RealInput u[size(sizes, 1)] "Where the table is read"
      annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    RealOutput y = Saltus.Tables.interpolateGrid(sizes, X, Y, u)
      "Value of the table; beyond the samples the outermost ones are held"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="N-D")}),
      Documentation(info="<html><p>Between the samples y is linear in each direction.</p></html>"));
  end LookupTableND;
end Tables;
