within Saltus.Diagrams;
package Discrete "Blocks that do something when they are activated"
  import Saltus.Diagrams.Interfaces.*;

  partial block Activated "One input, one output that changes when the block is activated"
    extends Interfaces.Reader;
    parameter Real y_start = 0 "Output before the first activation";
    ActivationInput e "When it acts" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    RealOutput y(start=y_start, fixed=true) "Output"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  end Activated;

  block SampleHold "Takes the value of its input and holds it"
    extends Activated;
  equation
    when e then
      y = u;
    end when;
    annotation (Icon(graphics={Line(points={{-80,-60},{-40,-60},{-40,-10},{0,-10},{0,40},{40,40},{40,10},
      {80,10}}, color={0,0,127})}));
  end SampleHold;

  block DiscreteDelay "The input at the activation before"
    extends Activated;
  protected
    discrete Real z(start=y_start, fixed=true) "Input at the last activation";
  equation
    when e then
      y = pre(z);
      z = u;
    end when;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="1/z")}),
      Documentation(info="<html><p>The output does not depend on the input of the same activation, so it may
stand in a loop.</p></html>"));
  end DiscreteDelay;

  block SelectInput "Copies the input whose activation has come"
    extends Interfaces.Icon;
    parameter Integer n(min=1) = 2 "Number of inputs";
    parameter Real y_start = 0 "Output before the first activation";
    ActivationInput e[n] "When which input is copied"
      annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    RealInput u[n] "Inputs" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    RealOutput y(start=y_start, fixed=true) "Output"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    when e then
      y = chosen(u, active(e));
    end when;
    annotation (Icon(graphics={Line(points={{-80,60},{-30,60},{20,0},{80,0}}, color={0,0,127}),
      Line(points={{-80,-60},{-30,-60}}, color={0,0,127})}),
      Documentation(info="<html><p>If several activations come at once, the input with the highest number is
copied.</p></html>"));
  end SelectInput;

  function chosen "The last element whose Boolean is true"
    input Real u[:];
    input Boolean come[size(u, 1)];
    output Real y;
  algorithm
    y := 0;
    for k in 1:size(u, 1) loop
      if come[k] then
        y := u[k];
      end if;
    end for;
  end chosen;

  block SampledFirstOrder "A first-order lag, made discrete for the period of its activation"
    extends Activated;
    parameter Real k = 1 "Gain";
    parameter Real T(unit="s") = 1 "Time constant, greater than 0";
    final parameter Real a = exp(-interval(e)/T) "What is left after a period";
  equation
    when e then
      y = a*pre(y) + k*(1 - a)*u;
    end when;
    annotation (Icon(graphics={Text(extent={{-80,70},{80,15}}, textString="%k"), Line(points={{-60,5},{60,5}}),
      Text(extent={{-80,-5},{80,-55}}, textString="%T s + 1")}),
      Documentation(info="<html><p>Exact for an input that is constant between activations. It needs an
activation that has a period, as that of a SampleClock.</p></html>"));
  end SampledFirstOrder;
end Discrete;
