within Saltus.Diagrams;
package Discrete "Blocks that do something when they are activated"
  import Saltus.Diagrams.Interfaces.*;

  partial block Inheriting "An activation port, or the activation of the inputs"
    extends Interfaces.Icon;
    parameter Boolean inherits = false "It acts when its inputs may change, and has no port e"
      annotation (Evaluate=true);
    ActivationInput e if not inherits "When it acts"
      annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  protected
    Interfaces.Port acting "When it acts";
  equation
    connect(e, acting.e);
    annotation (Documentation(info="<html><p>With inherits, the block acts whenever one of the blocks acts that its
inputs come from: it has the union of their activations, and runs behind them in the same pass.</p></html>"));
  end Inheriting;

  partial block Activated "One input, one output that changes when the block is activated"
    extends Interfaces.Reader;
    extends Inheriting;
    parameter Real y_start = 0 "Output before the first activation";
    RealOutput y(start=y_start, fixed=true) "Output"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    if inherits then
      acting.e = activation(u);
    end if;
  end Activated;

  partial block TypedActivated "One input, one output of the same type that changes when the block is activated"
    extends Interfaces.Typed;
    extends Inheriting;
    parameter T y_start "Output before the first activation";
    Input u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    Output y(start=y_start, fixed=true) "Output"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    if inherits then
      acting.e = activation(u);
    end if;
  end TypedActivated;

  block SampleHold "Takes the value of its input and holds it"
    extends TypedActivated;
  equation
    when acting.e then
      y = u;
    end when;
    annotation (Icon(graphics={Line(points={{-80,-60},{-40,-60},{-40,-10},{0,-10},{0,40},{40,40},{40,10},
      {80,10}}, color={0,0,127})}),
      Documentation(info="<html><p>y = u at each activation; in between, and before the first one from y_start on, y
does not change.</p></html>"));
  end SampleHold;

  block DiscreteDelay "The input at the activation before"
    extends TypedActivated;
  protected
    discrete T z(start=y_start, fixed=true) "Input at the last activation";
  equation
    when acting.e then
      y = pre(z);
      z = u;
    end when;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="1/z")}),
      Documentation(info="<html><p>The output does not depend on the input of the same activation, so it may
stand in a loop.</p></html>"));
  end DiscreteDelay;

  block SelectInput "Copies the input whose activation has come"
    extends Interfaces.Typed;
    parameter Integer n(min=1) = 2 "Number of inputs";
    parameter T y_start "Output before the first activation";
    parameter Boolean inherits = false "Each input is copied when it may change; there are no ports e"
      annotation (Evaluate=true);
    ActivationInput e[n] if not inherits "When which input is copied"
      annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    Input u[n] "Inputs" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    Output y(start=y_start, fixed=true) "Output"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    Interfaces.Port acting[n] "When which input is copied";
  equation
    connect(e, acting.e);
    if inherits then
      for k in 1:n loop
        acting[k].e = activation(u[k]);
      end for;
    end if;
    when acting.e then
      y = u[lastTrue(active(acting.e))];
    end when;
    annotation (Icon(graphics={Line(points={{-80,60},{-30,60},{20,0},{80,0}}, color={0,0,127}),
      Line(points={{-80,-60},{-30,-60}}, color={0,0,127})}),
      Documentation(info="<html><p>If several activations come at once, the input with the highest number is
copied.</p></html>"));
  end SelectInput;

  function lastTrue "The number of the last that is true; 1: none is"
    input Boolean come[:];
    output Integer k;
  algorithm
    k := 1;
    for i in 1:size(come, 1) loop
      if come[i] then
        k := i;
      end if;
    end for;
  end lastTrue;

  block SampledFirstOrder "A first-order lag, made discrete for the period of its activation"
    extends Activated;
    parameter Real k = 1 "Gain";
    parameter Real T(unit="s") = 1 "Time constant, greater than 0";
    final parameter Real a = exp(-interval(acting.e)/T) "What is left after a period";
  equation
    when acting.e then
      y = a*pre(y) + k*(1 - a)*u;
    end when;
    annotation (Icon(graphics={Text(extent={{-80,70},{80,15}}, textString="%k"), Line(points={{-60,5},{60,5}}),
      Text(extent={{-80,-5},{80,-55}}, textString="%T s + 1")}),
      Documentation(info="<html><p>Exact for an input that is constant between activations. It needs an
activation that has a period, as that of a SampleClock.</p></html>"));
  end SampledFirstOrder;

  block Memory "The input at the activation before, as DiscreteDelay"
    extends DiscreteDelay;
    annotation (Documentation(info="<html><p>y(k) = u(k - 1), and y_start at the first activation. It may stand in a
loop.</p></html>"));
  end Memory;

  block LastInput "The input just before the activation"
    extends TypedActivated;
  equation
    when acting.e then
      y = pre(u);
    end when;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="u-")}),
      Documentation(info="<html><p>The left limit: what the input was before anything changed at this instant.</p>
</html>"));
  end LastInput;

  block ShiftRegister "The inputs at the last activations"
    extends Interfaces.Reader;
    extends Inheriting;
    parameter Integer n(min=1) = 2 "How many are kept";
    parameter Real y_start = 0 "Outputs before the first activations";
    RealOutput y[n](each start=y_start, each fixed=true) "The input one activation before, two before, ..."
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    discrete Real z(start=y_start, fixed=true) "Input at the last activation";
  equation
    if inherits then
      acting.e = activation(u);
    end if;
    when acting.e then
      z = u;
      y[1] = pre(z);
    end when;
    for k in 2:n loop
      when acting.e then
        y[k] = pre(y[k - 1]);
      end when;
    end for;
    annotation (Icon(graphics={Rectangle(extent={{-80,30},{-30,-30}}, lineColor={0,0,127}),
      Rectangle(extent={{-25,30},{25,-30}}, lineColor={0,0,127}),
      Rectangle(extent={{30,30},{80,-30}}, lineColor={0,0,127})}),
      Documentation(info="<html><p>y[i] at activation k is u(k - i), or y_start where there was none.</p></html>"));
  end ShiftRegister;

  block Accumulator "The sum of all inputs"
    extends Activated;
    parameter Real k = 1 "Factor of each input";
  equation
    when acting.e then
      y = pre(y) + k*u;
    end when;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="sum")}),
      Documentation(info="<html><p>y(k) = y(k - 1) + k*u(k), from y_start on. DiscreteIntegral takes the period into
account.</p></html>"));
  end Accumulator;

  type Method = enumeration(forward "the last input held", backward "the new input", trapezoidal "the mean of both")
    "Ways to integrate from activation to activation";

  block DiscreteIntegral "The integral of the input, made discrete for the period of its activation"
    extends Activated;
    parameter Real k = 1 "Factor";
    parameter Method method = Method.forward "How" annotation (Evaluate=true);
    final parameter Real period(unit="s") = interval(acting.e) "Time between two activations";
  protected
    discrete Real last(start=0, fixed=true) "Input at the last activation";
    Boolean begun(start=false, fixed=true);
  equation
    when acting.e then
      y = if not pre(begun) then y_start else pre(y) + k*period*(if method == Method.forward then pre(last)
        elseif method == Method.backward then u else (pre(last) + u)/2);
      last = u;
      begun = true;
    end when;
    annotation (Icon(graphics={Text(extent={{-80,70},{80,15}}, textString="T"), Line(points={{-60,5},{60,5}}),
      Text(extent={{-80,-5},{80,-55}}, textString="z - 1")}),
      Documentation(info="<html><p>y is y_start at the first activation. It needs an activation that has a period,
      as that
of a SampleClock.</p></html>"));
  end DiscreteIntegral;

  partial block System "Inputs and outputs by matrices"
    extends Inheriting;
    parameter Real A[:, size(A, 1)] = [0.5] "Of the state on itself";
    parameter Real B[size(A, 1), :] = [1] "Of the inputs on the state";
    parameter Real C[:, size(A, 1)] = [1] "Of the state on the outputs";
    parameter Real D[size(C, 1), size(B, 2)] = zeros(size(C, 1), size(B, 2)) "Of the inputs on the outputs";
    parameter Real x_start[size(A, 1)] = zeros(size(A, 1)) "State at the beginning";
    RealInput u[size(B, 2)] "Inputs" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  protected
    final parameter Boolean feeds[size(C, 1), size(B, 2)] =
      {{abs(D[i, j]) > 0 for j in 1:size(B, 2)} for i in 1:size(C, 1)} "Which input acts on which output at once"
      annotation (Evaluate=true);
  equation
    if inherits then
      acting.e = activation(u);
    end if;
  end System;

  block DiscrStateSpace "A linear system from activation to activation"
    extends System;
    RealOutput y[size(C, 1)](each start=0, each fixed=true) "C*x + D*u, with the state before"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    discrete Real x[size(A, 1)](start=x_start, each fixed=true) "State";
  equation
    when acting.e then
      y = C*pre(x) + {sum(if feeds[i, j] then D[i, j]*u[j] else 0 for j in 1:size(B, 2)) for i in 1:size(C, 1)};
      x = A*pre(x) + B*u;
    end when;
    annotation (Icon(graphics={Text(extent={{-90,80},{90,10}}, textString="x+ = A x + B u"),
      Text(extent={{-90,-10},{90,-80}}, textString="y = C x + D u")}),
      Documentation(info="<html><p>At each activation y = C*x + D*u with the state before, then x = A*x +
B*u.</p></html>"));
  end DiscrStateSpace;

  block SampledData "A continuous linear system, made discrete for the period of its activation"
    extends System(A=[-1]);
    RealOutput y[size(C, 1)](each start=0, each fixed=true) "C*x + D*u at the activation"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    final parameter Integer n = size(A, 1), m = size(B, 2) annotation (Evaluate=true);
    final parameter Real step[n + m, n + m] = matrixExpression("expm(u1)", [A, B; zeros(m, n + m)]*interval(acting.e))
      "From one activation to the next";
  protected
    discrete Real x[n](start=x_start, each fixed=true) "State";
  equation
    when acting.e then
      y = C*pre(x) + {sum(if feeds[i, j] then D[i, j]*u[j] else 0 for j in 1:size(B, 2)) for i in 1:size(C, 1)};
      x = step[1:n, 1:n]*pre(x) + step[1:n, n + 1:n + m]*u;
    end when;
    annotation (Icon(graphics={Text(extent={{-90,80},{90,10}}, textString="x' = A x + B u"),
      Line(points={{-70,-60},{-30,-60},{-30,-40},{10,-40},{10,-25},{50,-25},{50,-15},{75,-15}}, color={0,0,127})}),
      Documentation(info="<html><p>Exact for inputs that are held between activations: x+ = exp(A T) x + B'
u.</p></html>"));
  end SampledData;

  block DiscrTransFunc "A transfer function of z"
    extends Activated;
    parameter Real num[:] = {1} "Numerator: coefficients of falling powers of z";
    parameter Real den[:] = {1, -0.5} "Denominator; its degree is at least that of the numerator";
  protected
    final parameter Integer n = size(den, 1) - 1 "Degree";
    final parameter Real b[n + 1] = vector([zeros(n + 1 - size(num, 1)); num])/den[1];
    final parameter Real a[n + 1] = den/den[1];
    final parameter Boolean feeds = size(num, 1) == size(den, 1) and abs(num[1]) > 0
      "The input acts on the output at once" annotation (Evaluate=true);
    discrete Real w[n](each start=0, each fixed=true) "The last values of the input through 1/den";
  equation
    assert(size(num, 1) <= size(den, 1),
      "the degree of the numerator of a DiscrTransFunc is above that of the denominator");
    when acting.e then
      y = (if feeds then b[1]*u else 0) + (b[2:n + 1] - b[1]*a[2:n + 1])*pre(w);
    end when;
    for k in 1:n loop
      when acting.e then
        w[k] = if k == 1 then u - a[2:n + 1]*pre(w) else pre(w[max(k - 1, 1)]);
      end when;
    end for;
    annotation (Icon(graphics={Text(extent={{-80,75},{80,15}}, textString="%num"), Line(points={{-70,0},{70,0}}),
      Text(extent={{-80,-15},{80,-75}}, textString="%den")}),
      Documentation(info="<html><p>y = num(z)/den(z) u, where z is one activation; at rest before the first one. If
the degrees are equal, y follows u in the same pass.</p></html>"));
  end DiscrTransFunc;

  block DiscrPoleZero "A transfer function of z by zeros, poles and a gain"
    extends DiscrTransFunc(final num=k*Continuous.polynomial(Z), final den=Continuous.polynomial(P));
    parameter Real Z[:, 2] = zeros(0, 2) "Zeros: real and imaginary part in a row";
    parameter Real P[:, 2] = [0.5, 0] "Poles: real and imaginary part in a row";
    parameter Real k = 1 "Gain: factor of the product";
    annotation (Icon(graphics={Rectangle(extent={{-98,98},{98,-98}}, lineColor={255,255,255}, fillColor={255,255,255},
      fillPattern=FillPattern.Solid), Line(points={{-80,0},{80,0}}), Line(points={{0,-80},{0,80}}),
      Ellipse(extent={{-60,60},{60,-60}}), Text(extent={{5,30},{45,-30}}, textString="x"),
      Ellipse(extent={{-50,8},{-34,-8}}, lineColor={0,0,127})}),
      Documentation(info="<html><p>y = k (z - z1)(z - z2).../((z - p1)(z - p2)...) u. Complex zeros and poles come in
pairs, with both of the pair in the table.</p></html>"));
  end DiscrPoleZero;

  block SampledPID "A controller that acts at a clock, has limits, and whose integral stops there"
    extends Continuous.Controller;
    final parameter Real period(unit="s") = interval(e) "Time between two activations";
    ActivationInput e "When it acts; it must have a period"
      annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    RealOutput y(start=y_off, fixed=true) "Output, between the limits"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    discrete Real i(start=i_start, fixed=true) "Integral part for the next activation";
  protected
    discrete Real d(start=0, fixed=true) "Derivative part";
    discrete Real seen(start=0, fixed=true) "What the derivative part has seen last";
    discrete Real wanted(start=0, fixed=true) "Output without limits";
    Boolean acts(start=false, fixed=true) "It was on at the activation before";
    final parameter Real back = min(1, period/Tt) "Part of what is too much that the integral gives back";
  equation
    when e then
      seen = c*set - u;
      d = if pre(acts) and on then (pre(d) + kd*N*(seen - pre(seen)))/(1 + N*period) else 0;
      wanted = kp*(b*set - u) + (if pre(acts) then pre(i) else i_start) + d;
      y = if not on then y_off elseif wanted > high then high elseif wanted < low then low else wanted;
      i = if on then (if pre(acts) then pre(i) else i_start) + ki*period*(set - u) + back*(y - wanted) else i_start;
      acts = on;
    end when;
    annotation (Documentation(info="<html><p>LimitedPID, made discrete for the period of its activation: the integral
by forward differences, the derivative by backward differences. Where a limit holds, the integral part gives back the
part period/Tt of what is too much. When it is switched on, it begins with i_start, and the derivative part with
0.</p></html>"));
  end SampledPID;
end Discrete;
