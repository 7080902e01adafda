within Saltus.Xcos;
package Events "Where activations come from, and where they go"
  import Saltus.Xcos.Interfaces.*;

  partial block Source "Gives an activation"
    extends Saltus.Diagrams.Interfaces.Icon;
    ActivationOut o annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  end Source;

  block Clock "Periodic events that are synchronous with nothing else (CLOCK_c)"
    extends Saltus.Diagrams.Activations.EventClock;
  end Clock;

  block SampleClock "Periodic instants; all such clocks are synchronous (SampleCLK)"
    extends Saltus.Diagrams.Activations.SampleClock;
  end SampleClock;

  block Delay "Lets an activation come later; the first may come by itself (EVTDLY_c, EVTDLY_f)"
    parameter Real delay = 1 "How much later";
    parameter Real first = -1 "When one comes by itself; negative: none does";
    extends Source;
    ActivationIn e annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  equation
    when initial() then
      if first >= 0 then
        schedule(o, first);
      end if;
    end when;
    when e then
      schedule(o, delay);
    end when;
    annotation (Icon(graphics={Line(points={{-80,-50},{80,-50}}), Line(points={{-60,-50},{-60,30}}, color={200,0,0},
      pattern=LinePattern.Dash), Line(points={{50,-50},{50,30}}, color={200,0,0}), Text(extent={{-80,90},{80,50}},
      textString="%delay s")}));
  end Delay;

  block VariableDelay "Lets an activation come later by what its input says (EVTVARDLY)"
    parameter Real first = -1 "When one comes by itself; negative: none does";
    extends Source;
    SignalIn u[1, 1] "How much later" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    ActivationIn e annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  equation
    when initial() then
      if first >= 0 then
        schedule(o, first);
      end if;
    end when;
    when e then
      schedule(o, u[1, 1]);
    end when;
  end VariableDelay;

  block Once "One event (EVTGEN_f)"
    parameter Real first = 0 "When";
    extends Source;
  equation
    when initial() then
      schedule(o, first);
    end when;
  end Once;

  block Union "Comes when any of its inputs comes (CLKSOM_f)"
    parameter Integer k = 3 "Number of inputs";
    extends Saltus.Diagrams.Activations.EventUnion(n=k);
  end Union;

  block Both "Comes when two activations come at once (ANDLOG_f)"
    extends Saltus.Diagrams.Interfaces.Icon;
    ActivationIn e1 annotation (Placement(transformation(extent={{-60,100},{-40,120}})));
    ActivationIn e2 annotation (Placement(transformation(extent={{40,100},{60,120}})));
    SignalOut y[1, 1](each start=0, each fixed=true) "1 if both have come at once, else -1"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    when {e1, e2} then
      y = [if active(e1) and active(e2) then 1 else -1];
    end when;
  end Both;

  block If "Leads an activation to one of two outputs (IFTHEL_f)"
    extends Saltus.Diagrams.Interfaces.Icon;
    SignalIn u[1, 1] "The first output if it is greater than 0"
      annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    ActivationIn e annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOut o1 = e and u[1, 1] > 0 annotation (Placement(transformation(extent={{-60,-120},{-40,-100}})));
    ActivationOut o2 = e and not u[1, 1] > 0 annotation (Placement(transformation(extent={{40,-120},{60,-100}})));
    annotation (Icon(graphics={Text(extent={{-80,40},{80,0}}, textString="u > 0")}));
  end If;

  block Select "Leads an activation to the output whose number is given (ESELECT_f)"
    extends Saltus.Diagrams.Interfaces.Icon;
    parameter Integer k = 2 "Number of outputs";
    SignalIn u[1, 1] "Number of the output" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    ActivationIn e annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOut o[k] annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  equation
    for i in 1:k loop
      o[i] = e and (i == 1 or u[1, 1] >= i) and (i == k or u[1, 1] < i + 1);
    end for;
  end Select;

  block Crossing "Comes when its input passes zero (NEGTOPOS_f, POSTONEG_f, ZCROSS_f)"
    parameter Boolean up = true "From below to above; else the other way" annotation (Evaluate=true);
    extends Saltus.Diagrams.Interfaces.Icon;
    SignalIn u[1, 1] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    ActivationOut o = Activation(if up then u[1, 1] > 0 else u[1, 1] < 0)
      annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  end Crossing;

  block Edge "Comes when its input has passed zero between two activations (EDGE_TRIGGER)"
    parameter Integer edge = 1 "1 rising, -1 falling, 0 both" annotation (Evaluate=true);
    extends Saltus.Diagrams.Interfaces.Icon;
    SignalIn u[1, 1] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    ActivationIn e "When it looks" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOut o = e and passed annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
    output Real z "What it saw last";
  protected
    Boolean up = pre(z) <= 0 and u[1, 1] > 0 or pre(z) < 0 and u[1, 1] >= 0;
    Boolean down = pre(z) >= 0 and u[1, 1] < 0 or pre(z) > 0 and u[1, 1] <= 0;
    Boolean passed = edge >= 0 and up or edge <= 0 and down;
  initial equation
    z = u[1, 1];
  equation
    when e then
      z = u[1, 1];
    end when;
  end Edge;

  block TwoClocks "Events on the second output after every n-1 on the first (MFCLCK_f)"
    parameter Real period = 1 "Between two events";
    parameter Integer n = 2 "One of so many comes on the second output";
    extends Saltus.Diagrams.Interfaces.Icon;
    ActivationIn e annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOut o1 annotation (Placement(transformation(extent={{-60,-120},{-40,-100}})));
    ActivationOut o2 annotation (Placement(transformation(extent={{40,-120},{60,-100}})));
  protected
    Integer count(start=0, fixed=true);
  equation
    when initial() then
      schedule(o2, 0);
    end when;
    when e then
      count = if pre(count) + 1 >= n then 0 else pre(count) + 1;
      if count == 0 then
        schedule(o2, period);
      else
        schedule(o1, period);
      end if;
    end when;
  end TwoClocks;

  block End "Ends the run at a time (END_c)"
    parameter Real last = 1 "When";
    extends Saltus.Diagrams.Interfaces.Icon;
  equation
    when time >= last then
      terminate("the diagram has ended the run");
    end when;
  end End;

  block Halt "Ends the run when it is activated (HALT_f)"
    extends Saltus.Diagrams.Activations.End;
  end Halt;
end Events;
