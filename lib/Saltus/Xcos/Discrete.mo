within Saltus.Xcos;
package Discrete "Blocks with states that change when they are activated"
  import Saltus.Xcos.Interfaces.*;

  block Delay "The input at the activation before (DOLLAR_f, DOLLAR_m)"
    parameter Real z0[:, :] = [0] "Before there is one";
    extends Map(r=size(z0, 1), c=size(z0, 2), y(start=z0, each fixed=true));
    ActivationIn e "When it goes on" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    output Real z[size(z0, 1), size(z0, 2)](start=z0, each fixed=true) "The state";
  equation
    when e then
      y = pre(z);
      z = u;
    end when;
    annotation (Icon(graphics={Text(extent={{-60,80},{60,10}}, textString="1"), Line(points={{-50,0},{50,0}}),
      Text(extent={{-60,-10},{60,-80}}, textString="z")}));
  end Delay;

  block Register "The input some activations before (REGISTER, DELAY_f)"
    parameter Real z0[:] = {0} "Before there is one";
    extends Map(y(each start=z0[1], each fixed=true));
    ActivationIn e "When it goes on" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    output Real z[size(z0, 1)](start=z0, each fixed=true) "The state";
  equation
    when e then
      y = [pre(z[1])];
      for i in 1:size(z0, 1) - 1 loop
        z[i] = pre(z[i + 1]);
      end for;
      z[size(z0, 1)] = u[1, 1];
    end when;
  end Register;

  block Hold "The input at the last activation (SAMPHOLD_m, SAMPLEHOLD_f)"
    extends Map(y(each start=0, each fixed=true));
    ActivationIn e "When it looks" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  equation
    when e then
      y = u;
    end when;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="S/H")}));
  end Hold;

  block Linear "A discrete linear system: y = C*x + D*u, then x = A*x + B*u (DLSS, DLR)"
    parameter Real A[:, size(A, 1)] = [0];
    parameter Real B[size(A, 1), :] = [1];
    parameter Real C[:, size(A, 1)] = [1];
    parameter Real D[size(C, 1), size(B, 2)] = [0];
    parameter Real x0[size(A, 1)] = zeros(size(A, 1)) "Where it begins";
    extends Saltus.Diagrams.Interfaces.Icon;
    SignalIn u[size(B, 2), 1] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    SignalOut y[size(C, 1), 1]
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    ActivationIn e "When it goes on" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    output Real x[size(A, 1)](start=x0, each fixed=true) "The state";
  protected
    final parameter Boolean feeds[size(C, 1), size(B, 2)] =
      {{abs(D[i, j]) > 0 for j in 1:size(B, 2)} for i in 1:size(C, 1)} "Which input acts on which output at once"
      annotation (Evaluate=true);
  initial equation
    y[:, 1] = C*x0 + {sum(if feeds[i, j] then D[i, j]*u[j, 1] else 0 for j in 1:size(B, 2)) for i in 1:size(C, 1)};
  equation
    when e then
      y[:, 1] = C*pre(x) +
        {sum(if feeds[i, j] then D[i, j]*u[j, 1] else 0 for j in 1:size(B, 2)) for i in 1:size(C, 1)};
      x = A*pre(x) + B*u[:, 1];
    end when;
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="A B C D")}));
  end Linear;

  block Static "y = D*u when it is activated (DLR of degree zero)"
    parameter Real D[:, :] = [1];
    extends Saltus.Diagrams.Interfaces.Icon;
    SignalIn u[size(D, 2), 1] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    SignalOut y[size(D, 1), 1]
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    ActivationIn e "When it goes on" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  initial equation
    y = D*u;
  equation
    when e then
      y = D*u;
    end when;
  end Static;

  block Select "Copies the input whose activation comes, at that instant (SELECT_m, SELECT_f)"
    parameter Integer first = 1 "The one at the beginning";
    extends Join;
    ActivationIn e[k] "Which input is copied" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    output Integer which(start=first, fixed=true) "The one that was copied";
  initial equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = u[first, i, j];
      end for;
    end for;
  equation
    when e then
      which = last(active(e));
      for i in 1:r loop
        for j in 1:c loop
          y[i, j] = sum(if which == l then u[l, i, j] else 0 for l in 1:k);
        end for;
      end for;
    end when;
  end Select;

  block VariableDelay "Its input a time before that varies, between samples of it (DELAYV_f)"
    parameter Real z0[:] = zeros(10) "Samples from before the beginning";
    parameter Real T = 1 "At most so long before";
    extends Map;
    SignalIn d[1, 1] "How long before" annotation (Placement(transformation(extent={{-120,-60},{-100,-40}})));
    ActivationIn e "When it takes a sample" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOut o1 "When the next sample is due"
      annotation (Placement(transformation(extent={{-60,-120},{-40,-100}})));
    ActivationOut o2 "The delay is out of range" annotation (Placement(transformation(extent={{40,-120},{60,-100}})));
  protected
    parameter Integer n = size(z0, 1);
    parameter Real h = T/n "Between two samples";
    discrete Real z[n](start=z0, each fixed=true) "Samples, in a ring";
    Integer newest(start=n, fixed=true) "Place of the last one";
    discrete Real at(start=0, fixed=true) "When the last one was taken";
  equation
    when initial() then
      schedule(o1, 0);
    end when;
    when e then
      newest = mod(pre(newest), n) + 1;
      at = time;
      schedule(o1, h);
      schedule(o2, if noEvent(d[1, 1] < h or d[1, 1] >= (n - 2)*h) then 0 else -1);
    end when;
    for i in 1:n loop
      when e then
        z[i] = if i == newest then u[1, 1] else pre(z[i]);
      end when;
    end for;
    y = [between(u[1, 1], z, newest, d[1, 1], time - at, h)];
  end VariableDelay;

  function between "A value between samples, or between the last sample and now"
    input Real u "Now";
    input Real z[:] "Samples, in a ring";
    input Integer newest "Place of the last one";
    input Real d "How long before";
    input Real since "The last sample was taken so long ago";
    input Real h "Between two samples";
    output Real y;
  protected
    Integer n = size(z, 1), k;
    Real part;
  algorithm
    if d > since then
      k := min(n - 3, integer((d - since)/h));
      part := if (d - since)/h >= n - 2 then 1 else (d - since)/h - k;
      y := (1 - part)*z[mod(newest - k - 1, n) + 1] + part*z[mod(newest - k - 2, n) + 1];
    elseif since < h/100 then
      part := max(0, d/(h + since));
      y := (1 - part)*z[newest] + part*z[mod(newest - 2, n) + 1];
    else
      part := max(0, d/since);
      y := (1 - part)*u + part*z[newest];
    end if;
  end between;

  function last "The number of the last one that is true; 1: none is"
    input Boolean come[:];
    output Integer k;
  algorithm
    k := 1;
    for i in 1:size(come, 1) loop
      if come[i] then
        k := i;
      end if;
    end for;
  end last;
end Discrete;
