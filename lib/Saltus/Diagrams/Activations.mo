within Saltus.Diagrams;
package Activations "Where activations come from, and where they go"
  import Saltus.Diagrams.Interfaces.*;

  block SampleClock "Periodic instants; all clocks of a domain are synchronous"
    extends Interfaces.Icon;
    parameter Real period(unit="s") = 1 "Time between two instants, greater than 0";
    parameter Real offset(unit="s") = 0 "Time of the first instant";
    parameter String domain = "" "Clocks of one domain are synchronous with each other, and with no others";
    ActivationOutput o = Activation(period, offset, domain) "At offset, offset + period, ..."
      annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
    annotation (Icon(graphics={Ellipse(extent={{-70,70},{70,-70}}, lineColor={0,0,0}),
      Line(points={{0,50},{0,0},{35,20}}),
      Text(extent={{-80,-72},{80,-98}}, textString="%period s")}),
      Documentation(info="<html><p>Blocks that this clock activates know its period before the run:
<code>interval(e)</code>. Two SampleClocks of one domain that come at the same time are one source: what both activate
runs once.</p></html>"));
  end SampleClock;

  block ReSampleClock "Every n-th instant of a periodic activation, which is periodic itself"
    extends Interfaces.Icon;
    parameter Integer n(min=1) = 2 "One of so many instants";
    parameter Real offset(unit="s") = 0 "Time of the first instant";
    parameter String domain = "" "That of the clock behind e";
    final parameter Real period(unit="s") = n*interval(e) "Time between two instants";
    ActivationInput e "Must have a period" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOutput o = Activation(period, offset, domain) "At offset, offset + n periods of e, ..."
      annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
    annotation (Icon(graphics={Ellipse(extent={{-70,70},{70,-70}}, lineColor={0,0,0}),
      Line(points={{0,50},{0,0},{35,20}}),
      Text(extent={{-80,-72},{80,-98}}, textString="1 : %n")}),
      Documentation(info="<html><p>Blocks behind it know its period. A FrequencyDivider counts what comes,
whatever it is, and what it lets through has no period. Give the offset of the clock behind e, or another of its
instants, and its domain; then o is synchronous with e.</p></html>"));
  end ReSampleClock;

  block EventClock "Periodic events, which are synchronous with nothing else"
    extends Interfaces.Icon;
    parameter Real period(unit="s") = 1 "Time between two events";
    parameter Real offset(unit="s") = 0 "Time of the first event, from the beginning of the run on";
    ActivationOutput o "At offset, offset + period, ..."
      annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  equation
    assert(period > 0, "the period of an EventClock must be greater than zero");
    when initial() then
      schedule(o, offset);
    end when;
    when o then
      schedule(o, period);
    end when;
    annotation (Icon(graphics={Line(points={{-80,-50},{80,-50}}),
      Line(points={{-60,-50},{-60,40}}, color={200,0,0}, arrow={Arrow.None,Arrow.Filled}),
      Line(points={{0,-50},{0,40}}, color={200,0,0}, arrow={Arrow.None,Arrow.Filled}),
      Line(points={{60,-50},{60,40}}, color={200,0,0}, arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-80,90},{80,55}}, textString="%period s")}),
      Documentation(info="<html><p>An event that programs the next one. It has no period before the run:
blocks that ask for one refuse it.</p></html>"));
  end EventClock;

  block InitialEvent "One instant, at the beginning of the run"
    extends Interfaces.Icon;
    ActivationOutput o = Activation(initial()) "At the beginning"
      annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
    annotation (Icon(graphics={Line(points={{-70,-50},{80,-50}}),
      Line(points={{-70,-50},{-70,50}}, color={200,0,0}, arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-60,60},{0,10}}, textString="0")}),
      Documentation(info="<html><p>It is synchronous with SampleClocks of the domain without a name.</p>
</html>"));
  end InitialEvent;

  block EventGenerate "One event"
    extends Interfaces.Icon;
    parameter Real delay(unit="s") = 0 "From the beginning of the run on";
    ActivationOutput o "Once" annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  equation
    when initial() then
      schedule(o, delay);
    end when;
    annotation (Icon(graphics={Line(points={{-80,-50},{80,-50}}),
      Line(points={{10,-50},{10,50}}, color={200,0,0}, arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-80,90},{80,60}}, textString="%delay s")}),
      Documentation(info="<html><p>o comes once, at the time delay after the beginning of the run. It is a source of
its own.</p></html>"));
  end EventGenerate;

  block EventDelay "Lets an activation come later"
    extends Interfaces.Icon;
    parameter Real delay(unit="s") = 1 "How much later";
    ActivationInput e "What is delayed" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOutput o "The same, later" annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  equation
    assert(delay >= 0, "the delay of an EventDelay must not be negative");
    when e then
      schedule(o, delay);
    end when;
    annotation (Icon(graphics={Line(points={{-80,-50},{80,-50}}),
      Line(points={{-60,-50},{-60,30}}, color={200,0,0}, pattern=LinePattern.Dash, arrow={Arrow.None,Arrow.Filled}),
      Line(points={{50,-50},{50,30}}, color={200,0,0}, arrow={Arrow.None,Arrow.Filled}),
      Line(points={{-55,0},{45,0}}, arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-80,90},{80,50}}, textString="%delay s")}),
      Documentation(info="<html><p>There is one pending event: if e comes again before it has come, that one
is lost, and a warning says so. EventDelayedChannel keeps all of them.</p></html>"));
  end EventDelay;

  block RepeatActivation "Lets an activation come again in the same instant"
    extends Interfaces.Icon;
    ActivationInput e "What is repeated" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOutput o "Once more, when all that e has activated is done"
      annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  equation
    when e then
      schedule(o, 0);
    end when;
    annotation (Icon(graphics={Ellipse(extent={{-50,50},{50,-50}}, startAngle=60, endAngle=360, lineColor={200,0,0},
      closure=EllipseClosure.None), Line(points={{60,0},{50,-8},{40,0}}, color={200,0,0})}),
      Documentation(info="<html><p>For an iteration without time: join o with what begins it, and lead the
activation to e as long as there is something left to do. What is behind the join alone is repeated. More rounds than
microsteps are allowed in an instant (<code>--max-microsteps</code>) end the run.</p></html>"));
  end RepeatActivation;

  block End "Ends the run when it is activated"
    extends Interfaces.Icon;
    parameter String message = "the diagram has ended the run" "What is said";
    parameter Boolean failure = false "The run has failed";
    parameter Boolean restart = false "Another simulation of the diagram follows";
    ActivationInput e "When it ends" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  protected
    Boolean asks(start=false, fixed=true) "It has ended the run, and another one is to follow";
  equation
    when e then
      asks = restart;
      if failure then
        assert(false, message);
      else
        terminate(message);
      end if;
    end when;
    annotation (Icon(graphics={Ellipse(extent={{-60,60},{60,-60}}, lineColor={200,0,0}, fillColor={200,0,0},
      fillPattern=FillPattern.Solid),
      Rectangle(extent={{-35,10},{35,-10}}, lineColor={255,255,255}, fillColor={255,255,255},
      fillPattern=FillPattern.Solid)}),
      __Saltus(again=asks),
      Documentation(info="<html><p>The instant is finished first: all that the same source activates has its turn, and
what waits in this instant, too. With restart, another simulation follows, in which everything begins anew but
what ToBase keeps; <code>--max-runs</code> limits them.</p></html>"));
  end End;

  block ToBase "Keeps a number for the simulation that follows"
    extends Interfaces.Reader(u "What is kept");
    parameter Real y_start = 0 "Number in the first simulation";
    ActivationInput e "When it is kept" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    RealOutput y = kept "What was kept: that of the simulation before, until e comes"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    discrete Real kept(start=y_start, fixed=true) annotation (__Saltus(keep=true));
  equation
    when e then
      kept = u;
    end when;
    annotation (Icon(graphics={Rectangle(extent={{-50,30},{50,-50}}, lineColor={0,0,127}),
      Line(points={{0,70},{0,-20}}, color={0,0,127}, arrow={Arrow.None,Arrow.Filled})}),
      Documentation(info="<html><p>Its output is what other tools read by FromBase: the number that the simulation
before
has kept.</p></html>"));
  end ToBase;

  block SimulationCounter "The number of the simulation, from 1 on"
    extends Interfaces.Icon;
    IntegerOutput y = count "Number" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    Integer ended(start=0, fixed=true) "So many have ended" annotation (__Saltus(keep=true));
    Integer count "Of this one";
  equation
    when terminal() then
      ended = pre(ended) + 1;
    end when;
    when initial() then
      count = ended + 1;
    end when;
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="run 1 2 3")}),
      Documentation(info="<html><p>y is 1 in the first simulation, 2 in the one that follows it (see End with
restart), and so on.</p></html>"));
  end SimulationCounter;

  block EventVariableDelay "Lets an activation come later by a delay that is an input"
    extends Interfaces.Reader(u(unit="s") "How much later; negative: the pending event is cancelled");
    ActivationInput e "What is delayed" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOutput o "The same, later" annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  equation
    when e then
      schedule(o, u);
    end when;
    annotation (Icon(graphics={Line(points={{-80,-50},{80,-50}}),
      Line(points={{-60,-50},{-60,30}}, color={200,0,0}, pattern=LinePattern.Dash, arrow={Arrow.None,Arrow.Filled}),
      Line(points={{50,-50},{50,30}}, color={200,0,0}, arrow={Arrow.None,Arrow.Filled}),
      Line(points={{-55,0},{45,0}}, arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-40,90},{40,50}}, textString="u")}),
      Documentation(info="<html><p>An activation of e programs o at the time u later, with the value of u then. One
event is pending at most: another activation of e before it moves it, and is told. Let u be negative to cancel it.
EventDelayedChannel loses none.</p></html>"));
  end EventVariableDelay;

  block EventDelayedChannel "Lets activations come later, each by its own delay; none is lost"
    extends Interfaces.Reader(u(unit="s") "How much later this one comes");
    parameter Integer n(min=1) = 16 "At most so many are on their way";
    ActivationInput e "What is delayed" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOutput o = joined.o "The same, later"
      annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
    output Integer waiting = sum(if busy[k] then 1 else 0 for k in 1:n) "So many are on their way";
  protected
    Activation slot[n] "One pending event each";
    Boolean busy[n](each start=false, each fixed=true);
    Integer free(start=0, fixed=true) "Slot of the last one; 0: there was none";
    EventUnion joined(n=n, e=slot);
  equation
    when e then
      free = firstFree(pre(busy));
      assert(free > 0, "more events are on their way than the channel has room for");
      assert(u >= 0, "the delay of an EventDelayedChannel must not be negative");
      for k in 1:n loop
        if free == k then
          schedule(slot[k], u);
        end if;
      end for;
    end when;
    for k in 1:n loop
      when {e, slot[k]} then
        busy[k] = if active(slot[k]) then false else pre(busy[k]) or free == k;
      end when;
    end for;
    annotation (Icon(graphics={Line(points={{-80,-50},{80,-50}}),
      Line(points={{-60,-50},{-60,30}}, color={200,0,0}, pattern=LinePattern.Dash, arrow={Arrow.None,Arrow.Filled}),
      Line(points={{50,-50},{50,30}}, color={200,0,0}, arrow={Arrow.None,Arrow.Filled}),
      Line(points={{-55,0},{45,0}}, arrow={Arrow.None,Arrow.Filled}),
      Line(points={{70,-50},{70,30}}, color={200,0,0}, arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-40,90},{40,50}}, textString="u")}),
      Documentation(info="<html><p>Later events may overtake earlier ones.</p></html>"));
  end EventDelayedChannel;

  function firstFree "The first that is false; 0: none is"
    input Boolean busy[:];
    output Integer k;
  algorithm
    k := 0;
    for i in 1:size(busy, 1) loop
      if k == 0 and not busy[i] then
        k := i;
      end if;
    end for;
  end firstFree;

  block EventUnion "Comes when any of its inputs comes"
    extends Interfaces.Icon;
    parameter Integer n(min=1) = 2 "Number of inputs";
    ActivationInput e[n] "What is joined" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOutput o = some[n] "Any of them" annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  protected
    Activation some[n] "Of the first ones";
  equation
    some[1] = e[1];
    for k in 2:n loop
      some[k] = some[k - 1] or e[k];
    end for;
    annotation (Icon(graphics={Line(points={{-50,80},{0,0},{0,-80}}, color={200,0,0},
      arrow={Arrow.None,Arrow.Filled}), Line(points={{50,80},{0,0}}, color={200,0,0})}),
      Documentation(info="<html><p>Inputs that come from one source at once are one activation of the output.
</p></html>"));
  end EventUnion;

  block IfThenElse "Leads an activation to one of two outputs"
    extends Interfaces.Reader(u "Decides: then if it is greater than 0");
    ActivationInput e "What is led on" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOutput yes = e and u > 0 "If u > 0"
      annotation (Placement(transformation(extent={{-60,-120},{-40,-100}})));
    ActivationOutput no = e and not u > 0 "Otherwise"
      annotation (Placement(transformation(extent={{40,-120},{60,-100}})));
    annotation (Icon(graphics={Line(points={{0,80},{0,30},{-50,-80}}, color={200,0,0},
      arrow={Arrow.None,Arrow.Filled}),
      Line(points={{0,30},{50,-80}}, color={200,0,0}, arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-95,30},{-15,0}}, textString="u > 0")}),
      Documentation(info="<html><p>Both outputs are synchronous with the input.</p></html>"));
  end IfThenElse;

  block SwitchCase "Leads an activation to one of n outputs"
    extends Interfaces.Reader(u "Number of the output, rounded to the nearest whole number");
    parameter Integer n(min=1) = 2 "Number of outputs";
    ActivationInput e "What is led on" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOutput o[n] "The one with the number u; below 1 the first, above n the last"
      annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  equation
    for k in 1:n loop
      o[k] = e and (k == 1 or u >= k - 0.5) and (k == n or u < k + 0.5);
    end for;
    annotation (Icon(graphics={Line(points={{0,80},{0,30},{-60,-80}}, color={200,0,0},
      arrow={Arrow.None,Arrow.Filled}),
      Line(points={{0,30},{0,-80}}, color={200,0,0}, arrow={Arrow.None,Arrow.Filled}),
      Line(points={{0,30},{60,-80}}, color={200,0,0}, arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-80,40},{-20,0}}, textString="u")}),
      Documentation(info="<html><p>o[k] comes with e, in the same pass, if u is nearest to k. Below 1 it is o[1],
above n it is o[n].</p></html>"));
  end SwitchCase;

  block FrequencyDivider "Lets every n-th activation through"
    extends Interfaces.Icon;
    parameter Integer n(min=1) = 2 "One of so many comes through";
    parameter Integer first(min=1, max=n) = 1 "Number of the first one that does";
    ActivationInput e "What is divided" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOutput o = e and mod(count - first, n) == 0 "Synchronous with e"
      annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  protected
    Integer count(start=0, fixed=true);
  equation
    when e then
      count = pre(count) + 1;
    end when;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="1 / %n")}),
      Documentation(info="<html><p>Of the activations of e those with the numbers first, first + n, first + 2*n, ...
come through, in the same pass. What comes through has no period before the run; a ReSampleClock has.</p></html>"));
  end FrequencyDivider;

  block ZeroCrossUp "Comes when its input rises through zero"
    extends Interfaces.Reader(u "What is watched");
    ActivationOutput o = Activation(u > 0) "When it becomes greater than 0"
      annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
    annotation (Icon(graphics={Line(points={{-80,0},{80,0}}), Line(points={{-60,-60},{60,60}}, color={0,0,127}),
      Ellipse(extent={{-10,10},{10,-10}}, lineColor={200,0,0}, fillColor={200,0,0}, fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>o is an event at the time at which u becomes greater than 0, which is found to the
accuracy of the run. It does not come at the beginning if u is greater than 0 then.</p></html>"));
  end ZeroCrossUp;

  block ZeroCrossDown "Comes when its input falls through zero"
    extends Interfaces.Reader(u "What is watched");
    ActivationOutput o = Activation(u < 0) "When it becomes less than 0"
      annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
    annotation (Icon(graphics={Line(points={{-80,0},{80,0}}), Line(points={{-60,60},{60,-60}}, color={0,0,127}),
      Ellipse(extent={{-10,10},{10,-10}}, lineColor={200,0,0}, fillColor={200,0,0}, fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>o is an event at the time at which u becomes less than 0, which is found to the
accuracy of the run. It does not come at the beginning if u is less than 0 then.</p></html>"));
  end ZeroCrossDown;

  block Counter "Counts activations"
    extends Interfaces.Icon;
    ActivationInput e "What is counted" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    IntegerOutput n(start=0, fixed=true) "So many have come"
      annotation (Placement(transformation(extent={{100,30},{120,50}})));
    RealOutput last(start=0, fixed=true, unit="s") "When the last one came"
      annotation (Placement(transformation(extent={{100,-50},{120,-30}})));
  equation
    when e then
      n = pre(n) + 1;
      last = time;
    end when;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="1 2 3 ...")}),
      Documentation(info="<html><p>n is the number of activations so far, and last the time of the last one. Two
sources that come at the same time count twice, as they are two activations; synchronous ones count
once.</p></html>"));
  end Counter;

  block ActivationIntersection "Comes when all of its inputs come at once"
    extends Interfaces.Icon;
    parameter Integer n(min=1) = 2 "Number of inputs";
    ActivationInput e[n] "What must come" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOutput o = all[n] "All of them" annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  protected
    Activation all[n] "Of the first ones";
  equation
    all[1] = e[1];
    for k in 2:n loop
      all[k] = all[k - 1] and e[k];
    end for;
    annotation (Icon(graphics={Ellipse(extent={{-70,40},{20,-50}}, lineColor={200,0,0}),
      Ellipse(extent={{-20,40},{70,-50}}, lineColor={200,0,0})}),
      Documentation(info="<html><p>At once means from one source: events that only have the same time are
not.</p></html>"));
  end ActivationIntersection;

  block AndActivations "Comes when each of its inputs has come since it came last"
    extends Interfaces.Icon;
    parameter Integer n(min=1) = 2 "Number of inputs";
    ActivationInput e[n] "What must come" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOutput o = any.o and complete "With the last of them"
      annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  protected
    EventUnion any(n=n, e=e);
    Boolean come[n](each start=false, each fixed=true) "Has come";
    Boolean complete(start=false, fixed=true) "All have come";
  equation
    when any.o then
      come = {(pre(come[k]) and not pre(complete)) or active(e[k]) for k in 1:n};
      complete = min({if come[k] then 1 else 0 for k in 1:n}) > 0;
    end when;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="&")}),
      Documentation(info="<html><p>A meeting of events, in any order and at any times.</p></html>"));
  end AndActivations;

  type Edge = enumeration(rising, falling, both) "Which way a number passes zero";

  block EdgeTrigger "Comes when its input passes zero"
    extends Interfaces.Reader(u "What is watched");
    parameter Edge edge = Edge.rising "Which way" annotation (Evaluate=true);
    ActivationOutput o "When it passes zero" annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  equation
    if edge == Edge.rising then
      o = Activation(u > 0);
    elseif edge == Edge.falling then
      o = Activation(u < 0);
    else
      o = Activation(u > 0) or Activation(u < 0);
    end if;
    annotation (Icon(graphics={Line(points={{-80,-50},{0,-50},{0,50},{80,50}}, color={0,0,127}),
      Line(points={{-15,-10},{0,10},{15,-10}}, color={200,0,0}), Text(extent={{-90,95},{90,60}}, textString="%edge")}),
      Documentation(info="<html><p>As ZeroCrossUp (rising), ZeroCrossDown (falling), or both.</p></html>"));
  end EdgeTrigger;

  block DiscrEdgeTrigger "Comes when its input has passed zero since the activation before"
    extends Interfaces.Reader(u "What is looked at");
    parameter Edge edge = Edge.rising "Which way" annotation (Evaluate=true);
    ActivationInput e "When the input is looked at" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOutput o = e and passed "Synchronous with e"
      annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  protected
    Boolean above(start=false, fixed=true), begun(start=false, fixed=true), passed(start=false, fixed=true);
  equation
    when e then
      above = u > 0;
      begun = true;
      passed = pre(begun) and (edge <> Edge.falling and above and not pre(above)
        or edge <> Edge.rising and pre(above) and not above);
    end when;
    annotation (Icon(graphics={Line(points={{-80,-50},{0,-50},{0,50},{80,50}}, color={0,0,127}),
      Line(points={{-15,-10},{0,10},{15,-10}}, color={200,0,0}), Text(extent={{-90,95},{90,60}}, textString="%edge")}),
      Documentation(info="<html><p>At the first activation there is nothing to compare with.</p></html>"));
  end DiscrEdgeTrigger;

  block EventToCode "A number that tells which activations have come"
    extends Interfaces.Icon;
    parameter Integer n(min=1, max=31) = 2 "Number of inputs";
    ActivationInput e[n] "What may come" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    IntegerOutput y(start=0, fixed=true)
      "1 for the first, 2 for the second, 4 for the third, ...: the sum of those at once"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    final parameter Integer weight[n] = {integer(2^(k - 1) + 0.5) for k in 1:n};
  equation
    when e then
      y = sum(if active(e[k]) then weight[k] else 0 for k in 1:n);
    end when;
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="1 2 4")}),
      Documentation(info="<html><p>When some of e come in one pass, y becomes the sum of their weights: the first has
1, the second 2, the third 4. It holds its value in between.</p></html>"));
  end EventToCode;

  block IfExpressions "Leads an activation to the first output whose condition holds"
    extends Math.Inputs;
    parameter String expression = "[u1 > 0]" "Conditions of u1, u2, ...: [first; second; ...]";
    ActivationInput e "What is led on" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOutput o[size(holds, 1) + 1] "One for each condition; the last one: none holds"
      annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  protected
    Real holds[:] = vector(matrixExpression(expression, u1, u2, u3, u4, u5, u6, u7, u8)) "1: true";
    Boolean before[size(holds, 1) + 1] "One before holds";
  equation
    before[1] = false;
    for k in 1:size(holds, 1) loop
      before[k + 1] = before[k] or holds[k] > 0.5;
      o[k] = e and holds[k] > 0.5 and not before[k];
    end for;
    o[size(holds, 1) + 1] = e and not before[size(holds, 1) + 1];
    annotation (Icon(graphics={Line(points={{0,80},{0,30},{-60,-80}}, color={200,0,0},
      arrow={Arrow.None,Arrow.Filled}),
      Line(points={{0,30},{60,-80}}, color={200,0,0}, arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-90,20},{90,-20}}, textString="%expression")}),
      Documentation(info="<html><p>The conditions are read in the notation of MatrixExpression. With e comes the
output of the first one that holds, in the same pass; the last output comes if none holds.</p></html>"));
  end IfExpressions;

  block ExtractActivation "Comes when its input may change"
    extends Interfaces.Typed;
    Input u "What changes at activations" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    ActivationOutput o = activation(u) "Synchronous with what sets the number"
      annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
    annotation (Icon(graphics={Line(points={{-80,0},{0,0}}, color={0,0,127}),
      Line(points={{0,0},{0,-80}}, color={200,0,0}, arrow={Arrow.None,Arrow.Filled})}),
      Documentation(info="<html><p>The union of the activations of all blocks that the number is made of. A
number that
changes all the time has none.</p></html>"));
  end ExtractActivation;
end Activations;
