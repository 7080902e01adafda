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
    annotation (Documentation(info="<html><p>The output does not depend on the input of the same activation, so it may
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
    annotation (Documentation(info="<html><p>If several activations come at once, the input with the highest number is
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
    annotation (Documentation(info="<html><p>Exact for an input that is constant between activations. It needs an
activation that has a period, as that of a SampleClock.</p></html>"));
  end SampledFirstOrder;
end Discrete;
