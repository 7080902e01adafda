within Saltus.Diagrams;
package Nonlinear "Limits, gaps, steps and hysteresis"
  import Saltus.Diagrams.Interfaces.*;
  import Saltus.Diagrams.Interfaces;

  partial block Curve "A number as a curve of another"
    extends Interfaces.OneToOne;
    annotation (Icon(graphics={Line(points={{0,-85},{0,85}}), Line(points={{-85,0},{85,0}})}));
  end Curve;

  block Saturation "The input between two limits"
    extends Curve;
    parameter Real low = -1, high = 1 "Limits";
  equation
    assert(low <= high, "the lower limit of a Saturation is above the upper one");
    y = if u > high then high elseif u < low then low else u;
    annotation (Icon(graphics={Line(points={{-80,-50},{-50,-50},{50,50},{80,50}}, color={0,0,127})}),
      Documentation(info="<html><p>Where a limit is reached is an event.</p></html>"));
  end Saturation;

  block ControlledSaturation "The input between two limits that are inputs"
    extends Interfaces.Icon;
    RealInput high "Upper limit" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    RealInput u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    RealInput low "Lower limit" annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
    RealOutput y "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    assert(low <= high, "the lower limit of a ControlledSaturation has come above the upper one");
    y = if u > high then high elseif u < low then low else u;
    annotation (Icon(graphics={Line(points={{0,-85},{0,85}}), Line(points={{-85,0},{85,0}}),
      Line(points={{-80,-50},{-50,-50},{50,50},{80,50}}, color={0,0,127}),
      Line(points={{-80,60},{80,60}}, pattern=LinePattern.Dash),
      Line(points={{-80,-60},{80,-60}}, pattern=LinePattern.Dash)}),
      Documentation(info="<html><p>y is u, but not above high and not below low. Where a limit is reached is an event.
The run ends if low comes above high.</p></html>"));
  end ControlledSaturation;

  block Deadzone "Zero between two limits, the distance from them outside"
    extends Curve;
    parameter Real low = -1, high = 1 "Limits";
  equation
    assert(low <= high, "the lower limit of a Deadzone is above the upper one");
    y = if u > high then u - high elseif u < low then u - low else 0;
    annotation (Icon(graphics={Line(points={{-80,-60},{-30,0},{30,0},{80,60}}, color={0,0,127})}),
      Documentation(info="<html><p>y = 0 between the limits, u - high above, u - low below. Both limits are
events.</p></html>"));
  end Deadzone;

  block Hysteresis "Switches on above one limit, and off below another"
    extends Curve;
    parameter Real on = 1 "Switches on where the input rises above this";
    parameter Real off = -1 "Switches off where the input falls below this";
    parameter Real high = 1, low = 0 "Output while on, and while off";
    parameter Boolean start_on = false "On at the beginning, if the input is between the limits";
    BooleanOutput state(start=start_on, fixed=true) "It is on"
      annotation (Placement(transformation(extent={{100,-70},{120,-50}})));
  equation
    assert(off <= on, "a Hysteresis must switch off below where it switches on");
    state = not pre(state) and u > on or pre(state) and u >= off;
    y = if state then high else low;
    annotation (Icon(graphics={Line(points={{-80,-50},{40,-50},{40,50},{80,50}}, color={0,0,127}),
      Line(points={{40,50},{-40,50},{-40,-50}}, color={0,0,127})}),
      Documentation(info="<html><p>It switches on where u rises above on, and off where u falls below off. In between
it stays as it is.</p></html>"));
  end Hysteresis;

  block Quantization "Multiples of a step"
    extends Curve;
    parameter Real step(min=0) = 1 "Distance of two values, greater than 0";
    parameter Math.Rounding mode = Math.Rounding.nearest "How the input is rounded" annotation (Evaluate=true);
  equation
    assert(step > 0, "the step of a Quantization must be greater than zero");
    y = step*Math.rounded(u/step, mode);
    annotation (Icon(graphics={Line(points={{-80,-60},{-40,-60},{-40,-20},{0,-20},{0,20},{40,20},{40,60},{80,60}},
      color={0,0,127})}),
      Documentation(info="<html><p>y = step*round(u/step). Each step is an event.</p></html>"));
  end Quantization;

  block Backlash "A play: the output is pushed by the input"
    extends Curve;
    parameter Real gap(min=0) = 1 "Width of the play";
    parameter Real y_start = 0 "Output at the beginning, if the input allows it";
  protected
    Integer push(start=0, fixed=true) "1: upwards, -1: downwards, 0: the output rests";
    discrete Real rest(start=y_start, fixed=true) "Where the output rests";
    Real rate = der(u);
  equation
    assert(gap >= 0, "the gap of a Backlash must not be negative");
    y = if push > 0 then u - gap/2 elseif push < 0 then u + gap/2 else rest;
    when {initial(), pre(push) == 0 and u - pre(rest) > gap/2, pre(push) == 0 and u - pre(rest) < -gap/2,
        pre(push) > 0 and rate < 0, pre(push) < 0 and rate > 0} then
      push = if pre(push) <> 0 then 0 elseif u - pre(rest) > gap/2 then 1 elseif u - pre(rest) < -gap/2 then -1 else 0;
      rest = if pre(push) > 0 then u - gap/2 elseif pre(push) < 0 then u + gap/2 else pre(rest);
    end when;
    annotation (Icon(graphics={Line(points={{-60,-70},{20,-70},{70,70}}, color={0,0,127}),
      Line(points={{70,70},{-20,70},{-70,-70}}, color={0,0,127})}),
      Documentation(info="<html><p>While the input pushes,
      the output follows it at the distance of half of the gap; when
the input turns, the output rests until the gap is crossed. The input must be continuous, and have a derivative.</p>
</html>"));
  end Backlash;

  block RateLimiter "Follows the input, but not faster than two limits"
    extends Interfaces.OneToOne;
    parameter Real rising(unit="1/s") = 1 "Greatest rate, greater than 0";
    parameter Real falling(unit="1/s") = -rising "Least rate, less than 0";
    parameter Real Td(unit="s") = 1e-3 "Time constant with which the output follows a slow input, greater than 0";
  initial equation
    y = u;
  equation
    assert(rising > 0 and falling < 0 and Td > 0,
      "a RateLimiter needs a rising rate and a time constant above zero, and a falling rate below zero");
    der(y) = if u - y > rising*Td then rising elseif u - y < falling*Td then falling else (u - y)/Td;
    annotation (Icon(graphics={Line(points={{-80,-50},{-40,-50},{-40,50},{80,50}}, pattern=LinePattern.Dash),
      Line(points={{-80,-50},{-40,-50},{30,50},{80,50}}, color={0,0,127})}),
      Documentation(info="<html><p>Behind a slow input with the rate r, the output lags by r*Td.</p></html>"));
  end RateLimiter;

  block SampledRateLimiter "Moves towards the input at each activation, by a limited step"
    extends Interfaces.OneToOne(y(start=y_start, fixed=true));
    parameter Real rising(unit="1/s") = 1 "Greatest rate, greater than 0";
    parameter Real falling(unit="1/s") = -rising "Least rate, less than 0";
    parameter Real y_start = 0 "Output before the first activation";
    ActivationInput e "When it moves" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  protected
    discrete Real last(start=0, fixed=true, unit="s") "Time of the last activation";
    Boolean first(start=true, fixed=true);
  equation
    assert(rising > 0 and falling < 0, "a SampledRateLimiter needs a rising rate above zero and a falling one below");
    when e then
      y = if pre(first) then u
        else pre(y) + min(max(u - pre(y), falling*(time - pre(last))), rising*(time - pre(last)));
      last = time;
      first = false;
    end when;
    annotation (Icon(graphics={Line(points={{-80,-50},{-40,-50},{-40,-15},{-10,-15},{-10,20},{20,20},{20,50},{80,50}},
      color={0,0,127})}),
      Documentation(info="<html><p>At each activation y moves to u, but by no more than rising, and no less than
falling, times the time since the activation before. At the first one y = u.</p></html>"));
  end SampledRateLimiter;
end Nonlinear;
