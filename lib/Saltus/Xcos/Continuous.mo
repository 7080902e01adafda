within Saltus.Xcos;
package Continuous "Blocks with continuous states"
  import Saltus.Xcos.Interfaces.*;

  block Constraint "A signal that makes its input zero (CONSTRAINT_c)"
    parameter Real x0[:] = {0} "Where the search begins";
    extends Map(r=size(x0, 1), y(start=matrix(x0)));
  equation
    u = zeros(r, c);
  end Constraint;

  block ConstraintWithRate "A signal that makes its input zero, and its rate (CONSTRAINT2_c)"
    parameter Real x0[:] = {0} "Where it begins";
    extends Saltus.Diagrams.Interfaces.Icon;
    SignalIn u[size(x0, 1), 1] "What becomes zero"
      annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    SignalOut y1[size(x0, 1), 1](start=matrix(x0)) "The signal"
      annotation (Placement(transformation(extent={{100,40},{120,60}})));
    SignalOut y2[size(x0, 1), 1] "Its rate" annotation (Placement(transformation(extent={{100,-60},{120,-40}})));
  equation
    u = zeros(size(x0, 1), 1);
    y2 = der(y1);
  end ConstraintWithRate;

  block Integral "The integral of its input (INTEGRAL_m, INTEGRAL_f)"
    parameter Real x0[:, :] = [0] "Where it begins";
    extends Map(r=size(x0, 1), c=size(x0, 2));
    output Real x[size(x0, 1), size(x0, 2)](start=x0, each fixed=true) "The state";
  equation
    der(x) = u;
    y = x;
    annotation (Icon(graphics={Text(extent={{-60,80},{60,10}}, textString="1"), Line(points={{-50,0},{50,0}}),
      Text(extent={{-60,-10},{60,-80}}, textString="s")}));
  end Integral;

  block LimitedIntegral "An integral that stops at limits (INTEGRAL_m)"
    parameter Real x0[:, :] = [0] "Where it begins";
    parameter Real high[:, :] = [1] "Largest value";
    parameter Real low[:, :] = [-1] "Least value";
    extends Map(r=size(x0, 1), c=size(x0, 2));
    output Real x[size(x0, 1), size(x0, 2)](start=x0, each fixed=true) "The state";
  equation
    for i in 1:r loop
      for j in 1:c loop
        der(x[i, j]) = if x[i, j] >= high[min(i, size(high, 1)), min(j, size(high, 2))] and u[i, j] > 0 or x[i, j] <=
          low[min(i, size(low, 1)), min(j, size(low, 2))] and u[i, j] < 0 then 0 else u[i, j];
      end for;
    end for;
    y = x;
  end LimitedIntegral;

  block ResetIntegral "An integral that is set to a second input when it is activated (INTEGRAL_m)"
    parameter Real x0[:, :] = [0] "Where it begins";
    parameter Boolean limited = false annotation (Evaluate=true);
    parameter Real high[:, :] = [1] "Largest value";
    parameter Real low[:, :] = [-1] "Least value";
    extends Map(r=size(x0, 1), c=size(x0, 2));
    SignalIn u2[size(x0, 1), size(x0, 2)] "What it is set to"
      annotation (Placement(transformation(extent={{-120,-60},{-100,-40}})));
    ActivationIn e "When" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    output Real x[size(x0, 1), size(x0, 2)](start=x0, each fixed=true) "The state";
  equation
    for i in 1:r loop
      for j in 1:c loop
        der(x[i, j]) = if limited and (x[i, j] >= high[min(i, size(high, 1)), min(j, size(high, 2))] and u[i, j] > 0 or
          x[i, j] <= low[min(i, size(low, 1)), min(j, size(low, 2))] and u[i, j] < 0) then 0 else u[i, j];
        when e then
          reinit(x[i, j], u2[i, j]);
        end when;
      end for;
    end for;
    y = x;
  end ResetIntegral;

  block Linear "A linear system: der(x) = A*x + B*u, y = C*x + D*u (CLSS, CLR)"
    parameter Real A[:, size(A, 1)] = [-1];
    parameter Real B[size(A, 1), :] = [1];
    parameter Real C[:, size(A, 1)] = [1];
    parameter Real D[size(C, 1), size(B, 2)] = [0];
    parameter Real x0[size(A, 1)] = zeros(size(A, 1)) "Where it begins";
    extends Saltus.Diagrams.Interfaces.Icon;
    SignalIn u[size(B, 2), 1] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    SignalOut y[size(C, 1), 1] annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    output Real x[size(A, 1)](start=x0, each fixed=true) "The state";
  protected
    final parameter Boolean feeds[size(C, 1), size(B, 2)] =
      {{abs(D[i, j]) > 0 for j in 1:size(B, 2)} for i in 1:size(C, 1)} "Which input acts on which output at once"
      annotation (Evaluate=true);
  equation
    der(x) = A*x + B*u[:, 1];
    y[:, 1] = C*x + {sum(if feeds[i, j] then D[i, j]*u[j, 1] else 0 for j in 1:size(B, 2)) for i in 1:size(C, 1)};
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="A B C D")}));
  end Linear;

  block JumpLinear "A linear system whose state is set to a second input when it is activated (TCLSS)"
    extends Linear;
    SignalIn u2[size(A, 1), 1] "What the state is set to"
      annotation (Placement(transformation(extent={{-120,-60},{-100,-40}})));
    ActivationIn e "When" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  equation
    for i in 1:size(A, 1) loop
      when e then
        reinit(x[i], u2[i, 1]);
      end when;
    end for;
  end JumpLinear;

  block Static "y = D*u (CLR of degree zero)"
    parameter Real D[:, :] = [1];
    extends Saltus.Diagrams.Interfaces.Icon;
    SignalIn u[size(D, 2), 1] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    SignalOut y[size(D, 1), 1] = D*u annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  end Static;

  block Derivative "The derivative of its input (DERIV)"
    extends Map;
  equation
    y = der(u);
    annotation (Icon(graphics={Text(extent={{-80,50},{80,-50}}, textString="s")}));
  end Derivative;

  block Delay "Its input some time before (TIME_DELAY)"
    parameter Real T = 1 "How long before";
    parameter Real y0[:] = {0} "Before there is such an input";
    extends Map;
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = if time < T then y0[min(i, size(y0, 1))] else delay(u[i, j], T);
      end for;
    end for;
  end Delay;

  block VariableDelay "Its input a time before that varies (VARIABLE_DELAY)"
    parameter Real T = 1 "At most so long before";
    parameter Real y0[:] = {0} "Before there is such an input";
    extends Map;
    SignalIn d[1, 1] "How long before" annotation (Placement(transformation(extent={{-120,-60},{-100,-40}})));
  protected
    Real h = max(0, min(T, d[1, 1]));
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = if time < h then y0[min(i, size(y0, 1))] else delay(u[i, j], min(h, time), T);
      end for;
    end for;
  end VariableDelay;
end Continuous;
