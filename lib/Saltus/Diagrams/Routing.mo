within Saltus.Diagrams;
package Routing "Numbers on their way: joined, taken apart, chosen"
  import Saltus.Diagrams.Interfaces.*;
  import Saltus.Diagrams.Interfaces;

  block Identity "The input itself"
    extends Interfaces.Typed;
    Input u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    Output y = u "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Line(points={{-80,0},{80,0}}, color={0,0,127})}),
      Documentation(info="<html><p>y = u, whatever the type of u is. It gives a name to a signal, or a place to a
line.</p></html>"));
  end Identity;

  block Mux "Several numbers become a vector"
    extends Interfaces.Icon;
    parameter Integer n(min=1) = 2 "Number of inputs";
    RealInput u[n] "Inputs" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    VectorOutput y = u "The vector" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Line(points={{-80,60},{0,0},{80,0}}, color={0,0,127}),
      Line(points={{-80,-60},{0,0}}, color={0,0,127})}),
      Documentation(info="<html><p>y = {u[1], ..., u[n]}.</p></html>"));
  end Mux;

  block Demux "The elements of a vector"
    extends Interfaces.VectorReader;
    RealOutput y[size(u, 1)] = u "Outputs" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Line(points={{-80,0},{0,0},{80,60}}, color={0,0,127}),
      Line(points={{0,0},{80,-60}}, color={0,0,127})}),
      Documentation(info="<html><p>y[k] = u[k]. The number of outputs is that of the elements.</p></html>"));
  end Demux;

  block Extractor "Some elements of a vector"
    extends Interfaces.VectorReader;
    parameter Integer indices[:] = {1} "Which, in this order";
    VectorOutput y = u[indices] "These elements" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="u(i)")}),
      Documentation(info="<html><p>y[i] = u[indices[i]]. Elements may be repeated.</p></html>"));
  end Extractor;

  block Assignment "A vector of which some elements are replaced"
    extends Interfaces.Icon;
    parameter Integer indices[:] = {1} "Which are replaced" annotation (Evaluate=true);
    VectorInput u "The vector" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    RealInput v[size(indices, 1)] "New elements" annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
    VectorOutput y = replaced(u, indices, v) "The vector"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="u(i) := v")}),
      Documentation(info="<html><p>y is u, but y[indices[i]] = v[i].</p></html>"));
  end Assignment;

  function replaced "A copy of u with other elements"
    input Real u[:];
    input Integer indices[:];
    input Real v[size(indices, 1)];
    output Real y[size(u, 1)];
  algorithm
    y := u;
    for k in 1:size(indices, 1) loop
      y[indices[k]] := v[k];
    end for;
    annotation (Inline=true);
  end replaced;

  block ScalarExpand "A vector whose elements are all the same number"
    extends Interfaces.Reader;
    parameter Integer n(min=0) = 2 "Number of elements";
    VectorOutput y = fill(u, n) "The vector" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="u * ones(%n)")}),
      Documentation(info="<html><p>y = {u, u, ..., u}.</p></html>"));
  end ScalarExpand;

  block Switch2 "One of two values, by a third"
    extends Interfaces.Typed;
    parameter Real threshold = 0 "The first one while the control is greater than this";
    Input u1 "Taken while the control is greater"
      annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    RealInput control "Decides" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    Input u2 "Taken otherwise" annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
    Output y "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    y = if control > threshold then u1 else u2;
    annotation (Icon(graphics={Line(points={{-80,60},{-30,60},{20,0},{80,0}}, color={0,0,127}),
      Line(points={{-80,-60},{-30,-60}}, color={0,0,127}), Line(points={{-80,0},{-50,0}}, color={0,0,127}),
      Text(extent={{-80,30},{0,5}}, textString="> %threshold")}),
      Documentation(info="<html><p>y = u1 while control is greater than threshold, else u2. Where it turns is an
event. The type is that of the connections.</p></html>"));
  end Switch2;

  block SwitchN "One of n values, by its number"
    extends Interfaces.Typed;
    parameter Integer n(min=1) = 2 "Number of inputs";
    IntegerInput control "Number of the input; below 1 the first, above n the last"
      annotation (Placement(transformation(extent={{-120,70},{-100,90}})));
    Input u[n] "Inputs" annotation (Placement(transformation(extent={{-120,-30},{-100,-10}})));
    Output y = u[min(max(control, 1), n)] "Output"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Line(points={{-80,40},{-30,40},{20,0},{80,0}}, color={0,0,127}),
      Line(points={{-80,-20},{-30,-20}}, color={0,0,127}), Line(points={{-80,-70},{-30,-70}}, color={0,0,127})}),
      Documentation(info="<html><p>y = u[control]; below 1 it is u[1], above n it is u[n].</p></html>"));
  end SwitchN;

  block ConditionalSelect "One of two values, by a truth value"
    extends Interfaces.Typed;
    BooleanInput c "Decides" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    Input u1 "While c is true" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    Input u2 "While c is false" annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
    Output y = if c then u1 else u2 "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Line(points={{-80,60},{-30,60},{20,0},{80,0}}, color={0,0,127}),
      Line(points={{-80,-60},{-30,-60}}, color={0,0,127}), Line(points={{-80,0},{-50,0}}, color={255,0,255})}),
      Documentation(info="<html><p>y = u1 while c is true, else u2. The type is that of the
connections.</p></html>"));
  end ConditionalSelect;

  block ConditionalNSelect "The first of n numbers whose truth value is true"
    extends Interfaces.Icon;
    parameter Integer n(min=1) = 2 "Number of inputs";
    parameter Real otherwise = 0 "Output where none is true";
    BooleanInput c[n] "Which may be taken" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    RealInput u[n] "Inputs" annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
    RealOutput y = if taken == 0 then otherwise else u[max(taken, 1)] "Output"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    Integer taken = firstTrue(c) "Its number; 0: none";
    annotation (Icon(graphics={Line(points={{-80,40},{-30,40},{20,0},{80,0}}, color={0,0,127}),
      Line(points={{-80,0},{-30,0}}, color={0,0,127}), Line(points={{-80,-40},{-30,-40}}, color={0,0,127})}),
      Documentation(info="<html><p>y = u[k] for the first k with c[k], or otherwise where there is
none.</p></html>"));
  end ConditionalNSelect;

  function firstTrue "The number of the first that is true; 0: none is"
    input Boolean c[:];
    output Integer k;
  algorithm
    k := 0;
    for i in size(c, 1):-1:1 loop
      if c[i] then
        k := i;
      end if;
    end for;
  end firstTrue;

  block SelectOutput "Copies its input to the output whose activation has come"
    extends Interfaces.Reader;
    parameter Integer n(min=1) = 2 "Number of outputs";
    parameter Real y_start = 0 "Outputs before the first activation";
    ActivationInput e[n] "When which output changes"
      annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    RealOutput y[n](each start=y_start, each fixed=true) "Outputs"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    for k in 1:n loop
      when e[k] then
        y[k] = u;
      end when;
    end for;
    annotation (Icon(graphics={Line(points={{-80,0},{-20,0},{30,60},{80,60}}, color={0,0,127}),
      Line(points={{30,-60},{80,-60}}, color={0,0,127})}),
      Documentation(info="<html><p>When e[k] comes, y[k] becomes u. The others keep their values. Several may come at
once.</p></html>"));
  end SelectOutput;

  block FormattedString "A text with a number in it"
    extends Interfaces.Reader;
    parameter String before = "", behind = "" "Text around the number";
    parameter String format = "g" "As in C, without %: g, .3f, 12.4e" annotation (Evaluate=true);
    StringOutput y = before + String(u, format=format) + behind "The text"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%before%%%format")}),
      Documentation(info="<html><p>y is before, the number in this format, and behind: before = &quot;T = &quot;,
format = &quot;.1f&quot; gives T = 21.5.</p></html>"));
  end FormattedString;
end Routing;
