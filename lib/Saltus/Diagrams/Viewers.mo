within Saltus.Diagrams;
package Viewers "Scopes and displays: each of them is a figure of the run"
  import Saltus.Diagrams.Interfaces.*;
  import Saltus.Diagrams.Interfaces;

  partial block Screen "A screen"
    extends Interfaces.Icon;
    parameter String title = "" "Title of the figure; empty: the name of the component";
    annotation (Icon(graphics={Rectangle(extent={{-80,70},{80,-50}}, lineColor={0,0,0}, fillColor={230,240,230},
      fillPattern=FillPattern.Solid)}));
  end Screen;

  block Scope "Curves over time, in one panel"
    extends Screen;
    parameter Integer n(min=1) = 1 "Number of inputs";
    RealInput u[n] "What is drawn" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    annotation (__Saltus(viewer=true),
      Icon(graphics={Line(points={{-75,10},{-50,50},{-20,-20},{10,40},{40,-10},{75,20}},
      color={0,0,127})}),
      Documentation(figures={Figure(title="%title", plots={Plot(curves={Curve(y=u)})})}, info="<html><p>The run draws it
with <code>--plot --figure TITLE</code>.</p></html>"));
  end Scope;

  block ScopeXY "One number over another"
    extends Screen;
    RealInput x "To the right" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    RealInput y "Upwards" annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
    annotation (__Saltus(viewer=true), Icon(graphics={Ellipse(extent={{-50,50},{50,-30}}, lineColor={0,0,127})}),
      Documentation(figures={Figure(title="%title", plots={Plot(curves={Curve(x=x, y=y)})})}));
  end ScopeXY;

  block EventScope "When activations come: each has a staircase"
    extends Screen;
    parameter Integer n(min=1) = 1 "Number of inputs";
    ActivationInput e[n] "What is shown" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    output Integer count[n](each start=0, each fixed=true) "So many have come";
  equation
    for k in 1:n loop
      when e[k] then
        count[k] = pre(count[k]) + 1;
      end when;
    end for;
    annotation (__Saltus(viewer=true), Icon(graphics={Line(points={{-50,-40},{-50,40}}, color={200,0,0}),
      Line(points={{-10,-40},{-10,40}}, color={200,0,0}), Line(points={{50,-40},{50,40}}, color={200,0,0})}),
      Documentation(figures={Figure(title="%title", plots={Plot(curves={Curve(y=count)})})}));
  end EventScope;

  block Display "A number: its value is among the final values of the run"
    extends Screen;
    RealInput u "What is shown" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    output Real value = u "The number";
    annotation (__Saltus(viewer=true), Icon(graphics={Text(extent={{-70,50},{70,-30}}, textString="12.34")}),
      Documentation(figures={Figure(title="%title", plots={Plot(curves={Curve(y=value)})})}));
  end Display;
end Viewers;
