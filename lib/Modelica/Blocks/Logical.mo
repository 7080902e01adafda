within Modelica.Blocks;
package Logical "Conditions"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;

  block And "Both"
    extends Interfaces.partialBooleanSI2SO;
  equation
    y = u1 and u2;
  end And;

  block Or "One or both"
    extends Interfaces.partialBooleanSI2SO;
  equation
    y = u1 or u2;
  end Or;

  block Xor "One, but not both"
    extends Interfaces.partialBooleanSI2SO;
  equation
    y = not (u1 == u2);
  end Xor;

  block Nor "None of the two"
    extends Interfaces.partialBooleanSI2SO;
  equation
    y = not (u1 or u2);
  end Nor;

  block Nand "Not both"
    extends Interfaces.partialBooleanSI2SO;
  equation
    y = not (u1 and u2);
  end Nand;

  block Not "The contrary"
    extends Interfaces.partialBooleanSISO;
  equation
    y = not u;
  end Not;

  block Pre "The value before the event"
    extends Interfaces.partialBooleanSISO;
    parameter Boolean pre_u_start = false "the input before the start";
  initial equation
    pre(u) = pre_u_start;
  equation
    y = pre(u);
  end Pre;

  block Edge "True where the input becomes true"
    extends Interfaces.partialBooleanSISO;
    parameter Boolean pre_u_start = false "the input before the start";
  initial equation
    pre(u) = pre_u_start;
  equation
    y = edge(u);
  end Edge;

  block FallingEdge "True where the input becomes false"
    extends Interfaces.partialBooleanSISO;
    parameter Boolean pre_u_start = false "the input before the start";
  protected
    Boolean not_u = not u annotation(HideResult = true);
  initial equation
    pre(not_u) = not pre_u_start;
  equation
    y = edge(not_u);
  end FallingEdge;

  block Change "True where the input changes"
    extends Interfaces.partialBooleanSISO;
    parameter Boolean pre_u_start = false "the input before the start";
  initial equation
    pre(u) = pre_u_start;
  equation
    y = change(u);
  end Change;

  block GreaterThreshold "Whether the input is greater than the threshold"
    extends Interfaces.partialBooleanThresholdComparison;
  equation
    y = u > threshold;
  end GreaterThreshold;

  block GreaterEqualThreshold "Whether the input is at least the threshold"
    extends Interfaces.partialBooleanThresholdComparison;
  equation
    y = u >= threshold;
  end GreaterEqualThreshold;

  block LessThreshold "Whether the input is less than the threshold"
    extends Interfaces.partialBooleanThresholdComparison;
  equation
    y = u < threshold;
  end LessThreshold;

  block LessEqualThreshold "Whether the input is at most the threshold"
    extends Interfaces.partialBooleanThresholdComparison;
  equation
    y = u <= threshold;
  end LessEqualThreshold;

  block Greater "u1 > u2"
    extends Interfaces.partialBooleanComparison;
  equation
    y = u1 > u2;
  end Greater;

  block GreaterEqual "u1 >= u2"
    extends Interfaces.partialBooleanComparison;
  equation
    y = u1 >= u2;
  end GreaterEqual;

  block Less "u1 < u2"
    extends Interfaces.partialBooleanComparison;
  equation
    y = u1 < u2;
  end Less;

  block LessEqual "u1 <= u2"
    extends Interfaces.partialBooleanComparison;
  equation
    y = u1 <= u2;
  end LessEqual;

  block ZeroCrossing "True where the input passes zero and enable is true"
    extends Interfaces.partialBooleanSO;
    Interfaces.RealInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.BooleanInput enable
      annotation(Placement(transformation(origin = {0, -120}, extent = {{-20, -20}, {20, 20}}, rotation = 90)));
  protected
    Boolean disable = not enable annotation(HideResult = true);
    Boolean u_pos;
  initial equation
    pre(u_pos) = false;
    pre(enable) = false;
    pre(disable) = not pre(enable);
  equation
    u_pos = enable and u >= 0;
    y = change(u_pos) and not edge(enable) and not edge(disable);
  end ZeroCrossing;

  block LogicalSwitch "u1 where u2 is true, and u3 where it is not"
    extends Interfaces.partialBooleanSI3SO;
  equation
    y = if u2 then u1 else u3;
  end LogicalSwitch;

  block Switch "u1 where u2 is true, and u3 where it is not"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    Interfaces.RealInput u1 annotation(Placement(transformation(extent = {{-140, 60}, {-100, 100}})));
    Interfaces.BooleanInput u2 annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealInput u3 annotation(Placement(transformation(extent = {{-140, -100}, {-100, -60}})));
    Interfaces.RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = if u2 then u1 else u3;
  end Switch;

  block Hysteresis "True above uHigh, false below uLow, and as before in between"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    parameter Real uLow(start = 0);
    parameter Real uHigh(start = 1);
    parameter Boolean pre_y_start = false "the output before the start";
    Interfaces.RealInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.BooleanOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  initial equation
    pre(y) = pre_y_start;
  equation
    assert(uHigh > uLow, "The limits are exchanged: uHigh is " + String(uHigh) + ", and uLow is " + String(uLow));
    y = not pre(y) and u > uHigh or pre(y) and u >= uLow;
  end Hysteresis;

  block OnOffController "True where the input is below the reference, with a hysteresis"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    parameter Real bandwidth(start = 0.1) "width of the hysteresis around the reference";
    parameter Boolean pre_y_start = false "the output before the start";
    Interfaces.RealInput reference annotation(Placement(transformation(extent = {{-140, 40}, {-100, 80}})));
    Interfaces.RealInput u annotation(Placement(transformation(extent = {{-140, -80}, {-100, -40}})));
    Interfaces.BooleanOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  initial equation
    pre(y) = pre_y_start;
  equation
    y = pre(y) and u < reference + bandwidth/2 or u < reference - bandwidth/2;
  end OnOffController;

  block TriggeredTrapezoid "Rises while the input is true, and falls while it is not"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    parameter Real amplitude = 1;
    parameter SI.Time rising(final min = 0) = 0 "how long a whole rise takes";
    parameter SI.Time falling(final min = 0) = rising "how long a whole fall takes";
    parameter Real offset = 0;
    Interfaces.BooleanInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  protected
    discrete Real endValue "where this rise or fall ends";
    discrete Real rate "slope of this rise or fall";
    discrete SI.Time T "when this rise or fall ends";
  initial equation
    pre(u) = false;
    pre(y) = offset;
    pre(endValue) = 0;
    pre(rate) = 0;
    pre(T) = 0;
  equation
    y = if time < T then endValue - (T - time)*rate else endValue;
    when {initial(), u, not u} then
      endValue = if u then offset + amplitude else offset;
      rate = if u and rising > 0 then amplitude/rising else if not u and falling > 0 then -amplitude/falling else 0;
      T = if u and rising <= 0 or not u and falling <= 0 or abs(amplitude) < Modelica.Constants.eps or
        abs(endValue - pre(y)) < Modelica.Constants.eps then time else time + (endValue - pre(y))/rate;
    end when;
  end TriggeredTrapezoid;

  block Timer "How long the input has been true"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    Interfaces.BooleanInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  protected
    discrete SI.Time entryTime "when the input became true";
  initial equation
    pre(entryTime) = 0;
  equation
    when {u, initial()} then
      entryTime = time;
    end when;
    y = if u then time - entryTime else 0.0;
  end Timer;

  block LogicalDelay "The input some time ago; y2 while it waits"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    parameter SI.Time delayTime(final min = 0) = 0;
    Interfaces.BooleanInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.BooleanOutput y1 annotation(Placement(transformation(extent = {{100, 50}, {120, 70}})));
    Interfaces.BooleanOutput y2 annotation(Placement(transformation(extent = {{100, -70}, {120, -50}})));
  protected
    discrete SI.Time tSwitch "when the input turned";
  initial equation
    tSwitch = time - 2*delayTime;
  equation
    when {u, not u} then
      tSwitch = time;
    end when;
    y1 = if u then true else not time >= tSwitch + delayTime;
    y2 = if not u then false else time >= tSwitch + delayTime;
  end LogicalDelay;

  block RSFlipFlop "A memory that S sets and R resets"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    parameter Boolean Qini = false "Q at the start";
    Interfaces.BooleanInput S annotation(Placement(transformation(extent = {{-140, 40}, {-100, 80}})));
    Interfaces.BooleanInput R annotation(Placement(transformation(extent = {{-140, -80}, {-100, -40}})));
    Interfaces.BooleanOutput Q annotation(Placement(transformation(extent = {{100, 50}, {120, 70}})));
    Interfaces.BooleanOutput QI annotation(Placement(transformation(extent = {{100, -70}, {120, -50}})));
    Nor nor;
    Nor nor1;
    Pre pre(pre_u_start = not Qini);
  equation
    connect(S, nor.u1);
    connect(R, nor1.u1);
    connect(nor.y, pre.u);
    connect(nor1.u2, pre.y);
    connect(nor1.y, nor.u2);
    connect(nor1.y, Q);
    connect(nor.y, QI);
  end RSFlipFlop;

  block AssertCondition "A message where the input is false"
    extends Interfaces.partialBooleanSI;
    parameter String message = "";
    parameter AssertionLevel assertionLevel = AssertionLevel.error;
  equation
    assert(u, message, assertionLevel);
  end AssertCondition;

  block TerminateSimulation "The end of the run where a condition becomes true"
    Interfaces.BooleanOutput condition = false;
    parameter String terminationText = "... End condition reached";
  equation
    when condition then
      terminate(terminationText);
    end when;
  end TerminateSimulation;
end Logical;
