within Saltus.Xcos;
package Routing "Signals joined, divided and chosen"
  import Saltus.Xcos.Interfaces.*;

  block Mux "Rows of several signals as one (MUX)"
    extends Map;
  equation
    y = u;
    annotation (Icon(graphics={Rectangle(extent={{-20,100},{20,-100}}, lineColor={0,0,0}, fillColor={0,0,0},
      fillPattern=FillPattern.Solid)}));
  end Mux;

  block Demux "Rows of a signal apart (DEMUX)"
    extends Mux;
  end Demux;

  block Switch "The first of three inputs if the second says so, else the third (SWITCH2_m)"
    parameter Integer rule = 0 "0: if u2 >= limit, 1: if u2 > limit, 2: if u2 is not limit"
      annotation (Evaluate=true);
    parameter Real limit = 0;
    extends Source;
    SignalIn u1[r, c] annotation (Placement(transformation(extent={{-120,40},{-100,60}})));
    SignalIn u2[1, 1] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    SignalIn u3[r, c] annotation (Placement(transformation(extent={{-120,-60},{-100,-40}})));
  protected
    Boolean first = if rule == 0 then u2[1, 1] >= limit elseif rule == 1 then u2[1, 1] > limit else u2[1, 1] < limit or
      u2[1, 1] > limit;
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = if first then u1[i, j] else u3[i, j];
      end for;
    end for;
  end Switch;

  block Choice "One of its inputs, always the same (SWITCH_f)"
    parameter Integer which = 1 annotation (Evaluate=true);
    extends Join;
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = u[which, i, j];
      end for;
    end for;
  end Choice;

  block Extract "Rows and columns of a matrix (EXTRACT)"
    parameter Integer rows[:] = {1};
    parameter Integer columns[:] = {1};
    extends Sink;
    SignalOut y[size(rows, 1), size(columns, 1)] = u[rows, columns]
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  end Extract;

  block ISelect "Gives its input on the output whose activation comes (ISELECT_m)"
    parameter Integer k = 2 "Number of outputs";
    parameter Integer first = 1 "The one at the beginning";
    parameter Integer r = 1;
    parameter Integer c = 1;
    extends Saltus.Diagrams.Interfaces.Icon;
    SignalIn u[r, c] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    SignalOut y[k, r, c](each start=0, each fixed=true)
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    ActivationIn e[k] annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  equation
    for l in 1:k loop
      when e[l] then
        y[l, :, :] = u;
      end when;
    end for;
  end ISelect;

  block Relay "The input whose activation came last (RELAY_f)"
    parameter Integer first = 1 "The one at the beginning";
    extends Join;
    ActivationIn e[k] "Which input is given" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    output Integer which(start=first, fixed=true) "The one that is given";
  equation
    when e then
      which = Discrete.last(active(e));
    end when;
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = sum(if which == l then u[l, i, j] else 0 for l in 1:k);
      end for;
    end for;
  end Relay;

  partial block Chosen "A number says what is chosen"
    parameter Integer base = 1 "Number of the first";
    parameter Integer rule = 1 "The number is made whole: 0 towards zero, 1 to the nearest, 2 upwards, 3 downwards"
      annotation (Evaluate=true);
    parameter Integer k = 2 "Number of signals to choose from";
    extends Source;
    SignalIn u[1, 1] "The number" annotation (Placement(transformation(extent={{-120,40},{-100,60}})));
    output Integer which = max(1, min(k, whole + 1 - base)) "What is chosen, from 1";
  protected
    Integer whole = if rule == 2 then -integer(-u[1, 1]) elseif rule == 3 then integer(u[1, 1]) elseif rule == 0 then
      (if u[1, 1] > 0 then integer(u[1, 1]) else -integer(-u[1, 1])) else
      (if u[1, 1] > 0 then integer(u[1, 1] + 0.5) else -integer(0.5 - u[1, 1]));
  end Chosen;

  block MultiSwitch "The input whose number is given (M_SWITCH)"
    extends Chosen;
    SignalIn v[k, r, c] "What is chosen from" annotation (Placement(transformation(extent={{-120,-60},{-100,-40}})));
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = sum(if which == l then v[l, i, j] else 0 for l in 1:k);
      end for;
    end for;
  end MultiSwitch;

  block ElementSwitch "The element of a signal whose number is given (M_SWITCH)"
    parameter Integer rows = 1 "Of the signal";
    parameter Integer columns = 1 "Of the signal";
    extends Chosen(k=rows*columns);
    SignalIn v[rows, columns] "What is chosen from"
      annotation (Placement(transformation(extent={{-120,-60},{-100,-40}})));
  equation
    y = [sum(if which == (j - 1)*rows + i then v[i, j] else 0 for i in 1:rows, j in 1:columns)];
  end ElementSwitch;
end Routing;
