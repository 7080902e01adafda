within Saltus.Diagrams;
package Continuous "Linear systems in continuous time"
  import Saltus.Diagrams.Interfaces.*;
  import Saltus.Diagrams.Interfaces;

  block Integral "The integral of the input"
    extends Interfaces.OneToOne;
    parameter Real k = 1 "Factor";
    parameter Real y_start = 0 "Output at the beginning";
    parameter Boolean limited = false "The output stays between two limits" annotation (Evaluate=true);
    parameter Real low = -1, high = 1 "The limits";
  initial equation
    y = y_start;
  equation
    assert(not limited or low <= high, "the lower limit of an Integral is above the upper one");
    der(y) = if limited and (y > high and k*u > 0 or y < low and k*u < 0) then 0 else k*u;
    annotation (Icon(graphics={Text(extent={{-80,70},{80,15}}, textString="1"), Line(points={{-40,5},{40,5}}),
      Text(extent={{-80,-5},{80,-55}}, textString="s")}),
      Documentation(info="<html><p>At a limit the output rests until the input turns.</p></html>"));
  end Integral;

  block ResetIntegral "An integral that is set anew when an activation comes"
    extends Interfaces.OneToOne;
    parameter Real k = 1 "Factor";
    parameter Real y_start = 0 "Output at the beginning";
    ActivationInput e "When it is set" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    RealInput set "What it is set to" annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
  initial equation
    y = y_start;
  equation
    der(y) = k*u;
    when e then
      reinit(y, set);
    end when;
    annotation (Icon(graphics={Text(extent={{-80,70},{80,15}}, textString="1"), Line(points={{-40,5},{40,5}}),
      Text(extent={{-80,-5},{80,-55}}, textString="s"), Line(points={{0,95},{0,75}}, color={200,0,0})}),
      Documentation(info="<html><p>The value may be made of the integral itself: it is read before it
changes.</p></html>"));
  end ResetIntegral;

  partial block System "Inputs, outputs and a state by matrices"
    extends Interfaces.Icon;
    parameter Real A[:, size(A, 1)] = [-1] "Of the state on its rate";
    parameter Real B[size(A, 1), :] = [1] "Of the inputs on the rate";
    parameter Real C[:, size(A, 1)] = [1] "Of the state on the outputs";
    parameter Real D[size(C, 1), size(B, 2)] = zeros(size(C, 1), size(B, 2)) "Of the inputs on the outputs";
    parameter Real x_start[size(A, 1)] = zeros(size(A, 1)) "State at the beginning";
    RealInput u[size(B, 2)] "Inputs" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    RealOutput y[size(C, 1)] "Outputs" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    Real x[size(A, 1)](start=x_start, each fixed=true) "State";
  protected
    final parameter Boolean feeds[size(C, 1), size(B, 2)] =
      {{abs(D[i, j]) > 0 for j in 1:size(B, 2)} for i in 1:size(C, 1)} "Which input acts on which output at once"
      annotation (Evaluate=true);
  equation
    der(x) = A*x + B*u;
    y = C*x + {sum(if feeds[i, j] then D[i, j]*u[j] else 0 for j in 1:size(B, 2)) for i in 1:size(C, 1)};
    annotation (Icon(graphics={Text(extent={{-90,80},{90,10}}, textString="x' = A x + B u"),
      Text(extent={{-90,-10},{90,-80}}, textString="y = C x + D u")}));
  end System;

  block ContStateSpace "A linear system"
    extends System;
    annotation (
      Documentation(info="<html><p>It may have no state at all: then A is zeros(0, 0), B is zeros(0, m), C is
zeros(p, 0), and y = D*u.</p></html>"));
  end ContStateSpace;

  block JumpStateSpace "A linear system whose state is set when an activation comes"
    extends System;
    ActivationInput e "When the state is set" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    RealInput set[size(A, 1)] "What it is set to"
      annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
  equation
    when e then
      for k in 1:size(A, 1) loop
        reinit(x[k], set[k]);
      end for;
    end when;
    annotation (Icon(graphics={Line(points={{-10,95},{0,80},{10,95}}, color={200,0,0})}),
      Documentation(info="<html><p>The new state may be made of the old one: it is read before it
changes.</p></html>"));
  end JumpStateSpace;

  block ContTransFunc "A transfer function of s"
    extends Interfaces.OneToOne;
    parameter Real num[:] = {1} "Numerator: coefficients of falling powers of s";
    parameter Real den[:] = {1, 1} "Denominator; its degree is at least that of the numerator";
    Real x[size(den, 1) - 1](each start=0, each fixed=true) "State: the input through 1/den, and its derivatives";
  protected
    final parameter Integer n = size(den, 1) - 1 "Degree";
    final parameter Real b[n + 1] = vector([zeros(n + 1 - size(num, 1)); num])/den[1];
    final parameter Real a[n + 1] = den/den[1];
    final parameter Boolean feeds = size(num, 1) == size(den, 1) and abs(num[1]) > 0
      "The input acts on the output at once" annotation (Evaluate=true);
  equation
    assert(size(num, 1) <= size(den, 1),
      "the degree of the numerator of a ContTransFunc is above that of the denominator");
    for k in 1:n loop
      der(x[k]) = if k == 1 then u - a[2:n + 1]*x else x[max(k - 1, 1)];
    end for;
    y = (if feeds then b[1]*u else 0) + (b[2:n + 1] - b[1]*a[2:n + 1])*x;
    annotation (Icon(graphics={Text(extent={{-80,75},{80,15}}, textString="%num"), Line(points={{-70,0},{70,0}}),
      Text(extent={{-80,-15},{80,-75}}, textString="%den")}),
      Documentation(info="<html><p>y = num(s)/den(s) u, at rest at the beginning. If the degrees are equal, y follows
u at once.</p></html>"));
  end ContTransFunc;

  block ContPoleZero "A transfer function of s by zeros, poles and a gain"
    extends ContTransFunc(final num=k*polynomial(Z), final den=polynomial(P));
    parameter Real Z[:, 2] = zeros(0, 2) "Zeros: real and imaginary part in a row";
    parameter Real P[:, 2] = [-1, 0] "Poles: real and imaginary part in a row";
    parameter Real k = 1 "Gain: factor of the product";
    annotation (Icon(graphics={Rectangle(extent={{-98,98},{98,-98}}, lineColor={255,255,255}, fillColor={255,255,255},
      fillPattern=FillPattern.Solid), Line(points={{-80,0},{80,0}}), Line(points={{40,-80},{40,80}}),
      Text(extent={{-50,30},{-10,-30}}, textString="x"), Ellipse(extent={{-80,8},{-64,-8}}, lineColor={0,0,127})}),
      Documentation(info="<html><p>y = k (s - z1)(s - z2).../((s - p1)(s - p2)...) u. Complex zeros and poles come in
pairs, with both of the pair in the table.</p></html>"));
  end ContPoleZero;

  function polynomial "The polynomial with these roots; its first coefficient is 1"
    input Real roots[:, 2] "Real and imaginary part in a row; pairs have both of theirs";
    output Real c[size(roots, 1) + 1] "Coefficients of falling powers";
  protected
    Real im[size(roots, 1) + 1], re, size_ = 1;
  algorithm
    c := zeros(size(roots, 1) + 1);
    im := zeros(size(roots, 1) + 1);
    c[1] := 1;
    for k in 1:size(roots, 1) loop
      for i in k + 1:-1:2 loop
        re := c[i] - roots[k, 1]*c[i - 1] + roots[k, 2]*im[i - 1];
        im[i] := im[i] - roots[k, 1]*im[i - 1] - roots[k, 2]*c[i - 1];
        c[i] := re;
      end for;
      size_ := size_*(1 + abs(roots[k, 1]) + abs(roots[k, 2]));
    end for;
    for i in 1:size(roots, 1) + 1 loop
      assert(abs(im[i]) <= 1e-9*size_, "roots of a polynomial that are not real come in pairs: a + b i and a - b i");
    end for;
  end polynomial;

  block PID "A controller: proportional, integral and derivative"
    extends Interfaces.OneToOne;
    parameter Real kp = 1 "Factor of the input";
    parameter Real ki(unit="1/s") = 0 "Factor of its integral";
    parameter Real kd(unit="s") = 0 "Factor of its derivative";
    parameter Real N(unit="rad/s", min=0) = 100 "Where the derivative ends: kd*s/(s/N + 1), greater than 0";
    parameter Real xi_start = 0 "Integral at the beginning";
    Real xi(start=xi_start, fixed=true) "Integral of the input";
    Real xd(start=0, fixed=true) "The input through 1/(s/N + 1)";
  equation
    assert(N > 0, "the derivative of a PID needs a limit N greater than zero");
    der(xi) = u;
    der(xd) = N*(u - xd);
    y = kp*u + ki*xi + kd*N*(u - xd);
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="PID")}),
      Documentation(info="<html><p>y = (kp + ki/s + kd*s/(s/N + 1)) u. It knows no limits: behind a Saturation its
integral goes on. A LimitedPID stops it there.</p></html>"));
  end PID;

  partial block Controller "Limits, gains and ports of a controller"
    extends Interfaces.Icon;
    parameter Real kp = 1 "Factor of the error";
    parameter Real ki(unit="1/s") = 0 "Factor of its integral";
    parameter Real kd(unit="s") = 0 "Factor of its derivative";
    parameter Real N(unit="rad/s", min=0) = 100 "Where the derivative ends: kd*s/(s/N + 1), greater than 0";
    parameter Real b = 1 "Part of the set point that kp sees";
    parameter Real c = 0 "Part of the set point that kd sees";
    parameter Real low = -1, high = 1 "Limits of the output";
    parameter Real Tt(unit="s", min=0) = 1 "Time in which the integral follows the limits, greater than 0";
    parameter Real y_off = 0 "Output while the controller is off";
    parameter Real i_start = 0 "Integral part at the beginning, and whenever the controller is switched on";
    RealInput set "Set point" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    RealInput u "What is measured" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    EnableInput on "The controller is on; nothing is connected: it is"
      annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
  equation
    assert(low < high, "the lower limit of a controller must be below the upper one");
    assert(N > 0 and Tt > 0, "a controller needs a limit N of its derivative and a time Tt greater than zero");
    annotation (Icon(graphics={Text(extent={{-80,85},{80,15}}, textString="PID"),
      Line(points={{-70,-75},{-30,-75},{30,-15},{70,-15}}, color={0,0,127})}));
  end Controller;

  block LimitedPID "A controller whose output has limits, and whose integral stops there"
    extends Controller;
    RealOutput y "Output, between the limits"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    Real wanted = kp*(b*set - u) + i + kd*N*(c*set - u - xd) "Output without limits";
    Real i(start=i_start, fixed=true) "Integral part";
    Real xd(start=0, fixed=true) "c*set - u through 1/(s/N + 1)";
  equation
    der(i) = if on then ki*(set - u) + (y - wanted)/Tt else 0;
    der(xd) = N*(c*set - u - xd);
    when on then
      reinit(i, i_start);
    end when;
    y = if not on then y_off elseif wanted > high then high elseif wanted < low then low else wanted;
    annotation (Documentation(info="<html><p>wanted = kp*(b*set - u) + i + kd*s/(s/N + 1)*(c*set - u); y is wanted
between the limits. The integral part i has the derivative ki*(set - u) + (y - wanted)/Tt, so that it does not run
away while a limit holds, and Tt says how fast it lets go. While on is false, y = y_off and i rests; when on becomes
true, i begins with i_start.</p></html>"));
  end LimitedPID;
end Continuous;
