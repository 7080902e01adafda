within Saltus.Diagrams;
package Sources "Numbers that blocks give by themselves"
  import Saltus.Diagrams.Interfaces.*;

  partial block Drawing "A random number at each activation"
    extends Interfaces.Icon;
    parameter Integer seed(min=1, max=2147483646) = 1 "Where the sequence begins";
    ActivationInput e "When a number is drawn" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    RealOutput y(start=0, fixed=true) "The last number"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    Integer state(start=seed, fixed=true);
    discrete Real r(start=0, fixed=true) "Between 0 and 1";
  equation
    when e then
      state = mod(16807*pre(state), 2147483647);
      r = state/2147483647;
    end when;
    annotation (Icon(graphics={Line(points={{-80,0},{-65,40},{-50,-30},{-35,60},{-20,-50},{-5,20},{10,-15},{25,70},
      {40,-60},{55,30},{80,-5}}, color={0,0,127})}));
  end Drawing;

  block Uniform "Random numbers, all between two limits alike"
    extends Drawing;
    parameter Real low = 0 "Least";
    parameter Real high = 1 "Most";
  equation
    assert(low <= high, "the least number of a Uniform is greater than the greatest");
    when e then
      y = low + (high - low)*r;
    end when;
    annotation (Icon(graphics={Text(extent={{-90,-65},{90,-95}}, textString="%low ... %high")}),
      Documentation(info="<html><p>At each activation another number between low and high. The sequence depends on the
seed alone (the multiplicative generator 16807 modulo 2^31 - 1).</p></html>"));
  end Uniform;

  block Exponential "Random numbers of the exponential distribution"
    extends Drawing;
    parameter Real mean(min=0) = 1 "Mean, greater than 0";
  equation
    assert(mean > 0, "the mean of an exponential law must be greater than zero");
    when e then
      y = -mean*log(r);
    end when;
    annotation (Icon(graphics={Text(extent={{-90,-65},{90,-95}}, textString="mean %mean")}),
      Documentation(info="<html><p>At each activation another number with the density exp(-y/mean)/mean: the times
between events of a Poisson process.</p></html>"));
  end Exponential;

  block Normal "Random numbers of the normal distribution"
    extends Drawing;
    parameter Real mean = 0 "Mean";
    parameter Real deviation(min=0) = 1 "Standard deviation";
  protected
    Integer second(start=first(seed), fixed=true) "Of a second sequence";
  equation
    assert(deviation >= 0, "the standard deviation of a Normal must not be negative");
    when e then
      second = mod(48271*pre(second), 2147483647);
      y = mean + deviation*sqrt(-2*log(r))*cos(2*3.14159265358979323846*second/2147483647);
    end when;
    annotation (Icon(graphics={Text(extent={{-90,-65},{90,-95}}, textString="%mean, %deviation")}),
      Documentation(info="<html><p>The method of Box and Muller: the radius from one sequence, the angle from
another.</p></html>"));
  end Normal;

  function first "The seed of the second sequence: another number, far away from the first"
    input Integer seed;
    output Integer second;
  algorithm
    second := 1 + mod(69621*seed + 12345, 2147483646);
  end first;

  type Law = enumeration(uniform "all between a - b and a + b alike", normal "mean a, standard deviation b",
    exponential "mean a") "Laws of random numbers";

  block Random "Random numbers of a law"
    extends Drawing;
    parameter Law law = Law.uniform "Which" annotation (Evaluate=true);
    parameter Real a = 0 "Mean";
    parameter Real b(min=0) = 1 "Half of the width, or standard deviation; an exponential law has none";
  protected
    Integer second(start=first(seed), fixed=true) "Of a second sequence";
  equation
    assert(b >= 0, "the width of a law of random numbers must not be negative");
    assert(law <> Law.exponential or a > 0, "the mean of an exponential law must be greater than zero");
    when e then
      second = mod(48271*pre(second), 2147483647);
      y = if law == Law.uniform then a + b*(2*r - 1) elseif law == Law.exponential then -a*log(r)
        else a + b*sqrt(-2*log(r))*cos(2*3.14159265358979323846*second/2147483647);
    end when;
    annotation (Icon(graphics={Text(extent={{-90,-65},{90,-95}}, textString="%law")}),
      Documentation(info="<html><p>Uniform: between a - b and a + b. Normal: mean a, standard deviation b.
Exponential: mean a. The sequence depends on the seed alone.</p></html>"));
  end Random;

  block Constant "A number that does not change"
    extends Interfaces.Giver;
    parameter Real k = 1 "The number";
  equation
    y = k;
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%k")}),
      Documentation(info="<html><p>y = k.</p></html>"));
  end Constant;

  block Time "The time of the run"
    extends Interfaces.Giver(y(unit="s"));
  equation
    y = time;
    annotation (Icon(graphics={Ellipse(extent={{-70,70},{70,-70}}, lineColor={0,0,127}),
      Line(points={{0,50},{0,0},{35,20}}, color={0,0,127})}),
      Documentation(info="<html><p>y = time, in seconds.</p></html>"));
  end Time;

  partial block Shaped "A curve over time that begins at a time"
    extends Interfaces.Giver;
    parameter Real offset = 0 "Output before the beginning, and what is added to the curve";
    parameter Real startTime(unit="s") = 0 "When the curve begins";
    annotation (Icon(graphics={Line(points={{-80,-80},{-80,80}}), Line(points={{-80,-60},{80,-60}})}));
  end Shaped;

  block Step "A step"
    extends Shaped;
    parameter Real height = 1 "Height of the step";
  equation
    y = offset + (if time < startTime then 0 else height);
    annotation (Icon(graphics={Line(points={{-80,-60},{0,-60},{0,50},{80,50}}, color={0,0,127})}),
      Documentation(info="<html><p>y = offset before startTime, and offset + height from then on. The step is an
event.</p></html>"));
  end Step;

  block Ramp "A line that begins at a time"
    extends Shaped;
    parameter Real slope(unit="1/s") = 1 "Rise in a second";
  equation
    y = offset + (if time < startTime then 0 else slope*(time - startTime));
    annotation (Icon(graphics={Line(points={{-80,-60},{-20,-60},{80,60}}, color={0,0,127})}),
      Documentation(info="<html><p>y = offset before startTime, then offset + slope*(time - startTime).</p></html>"));
  end Ramp;

  block RampSaturate "A line from a beginning to an end, constant before and behind"
    extends Shaped;
    parameter Real height = 1 "Height of the end over the beginning";
    parameter Real duration(unit="s", min=0) = 1 "Time from the beginning to the end, greater than 0";
  equation
    assert(duration > 0, "the duration of a RampSaturate must be greater than zero; a Step has none");
    y = offset + (if time < startTime then 0 elseif time < startTime + duration then height*(time - startTime)/duration
      else height);
    annotation (Icon(graphics={Line(points={{-80,-60},{-30,-60},{30,50},{80,50}}, color={0,0,127})}),
      Documentation(info="<html><p>y rises from offset at startTime to offset + height at startTime + duration, on a
straight line.</p></html>"));
  end RampSaturate;

  block SineWaveGenerator "A sine of the time"
    extends Interfaces.Giver;
    parameter Real amplitude = 1 "Amplitude";
    parameter Real frequency(unit="rad/s") = 1 "Angular frequency";
    parameter Real phase(unit="rad") = 0 "Angle at time 0";
    parameter Real bias = 0 "What is added";
  equation
    y = bias + amplitude*sin(frequency*time + phase);
    annotation (Icon(graphics={Line(points={{-80,0},{80,0}}), Line(points={{-80,0},{-60,42},{-40,60},{-20,42},{0,0},
      {20,-42},{40,-60},{60,-42},{80,0}}, color={0,0,127}, smooth=Smooth.Bezier)}),
      Documentation(info="<html><p>y = bias + amplitude*sin(frequency*time + phase). The frequency is an angular one,
in rad/s: that of 50 Hz is 314.159.</p></html>"));
  end SineWaveGenerator;

  partial block Periodic "A curve that repeats itself"
    extends Shaped;
    parameter Real period(unit="s", min=0) = 1 "Time after which it repeats itself, greater than 0";
  protected
    Integer turns "Number of the period; -1 before the first";
    Real since(unit="s") "Time from the beginning of the period on";
  equation
    assert(period > 0, "the period of a curve must be greater than zero");
    turns = if time < startTime then -1 else integer((time - startTime)/period);
    since = time - startTime - turns*period;
  end Periodic;

  block SquareWaveGenerator "High for a part of each period, low for the rest"
    extends Periodic;
    parameter Real low = 0, high = 1 "The two values; offset is added to both";
    parameter Real duty(min=0, max=1) = 0.5 "Part of the period that is high";
  equation
    assert(duty >= 0 and duty <= 1, "the duty of a SquareWaveGenerator is a part of the period, from 0 to 1");
    y = offset + (if turns >= 0 and since < duty*period then high else low);
    annotation (Icon(graphics={Line(points={{-80,-60},{-70,-60},{-70,50},{-30,50},{-30,-60},{10,-60},{10,50},{50,50},
      {50,-60},{80,-60}}, color={0,0,127})}),
      Documentation(info="<html><p>From startTime on y is offset + high for the part duty of each period, then offset
+ low. Before startTime it is offset + low.</p></html>"));
  end SquareWaveGenerator;

  block Sawtooth "Rises in each period, and falls at its end"
    extends Periodic;
    parameter Real amplitude = 1 "Height";
  equation
    y = offset + (if turns >= 0 then amplitude*since/period else 0);
    annotation (Icon(graphics={Line(points={{-80,-60},{-30,50},{-30,-60},{20,50},{20,-60},{70,50},{70,-60}},
      color={0,0,127})}),
      Documentation(info="<html><p>From startTime on y rises from offset to offset + amplitude in each period, and
falls back at its end.</p></html>"));
  end Sawtooth;

  block Trapezoid "Rises, stays, falls and rests in each period"
    extends Periodic(period=4);
    parameter Real amplitude = 1 "Height";
    parameter Real rising(unit="s", min=0) = 1, width(unit="s", min=0) = 1, falling(unit="s", min=0) = 1
      "Time of the rise, of the stay and of the fall";
  equation
    assert(rising >= 0 and width >= 0 and falling >= 0 and rising + width + falling <= period,
      "the rise, the stay and the fall of a Trapezoid must not be negative, and fit into its period");
    y = offset + (if turns < 0 then 0 elseif since < rising then amplitude*since/rising
      elseif since < rising + width then amplitude
      elseif since < rising + width + falling then amplitude*(rising + width + falling - since)/falling else 0);
    annotation (Icon(graphics={Line(points={{-80,-60},{-50,50},{-10,50},{20,-60},{60,-60},{80,10}}, color={0,0,127})}),
      Documentation(info="<html><p>In each period y rises in the time rising, stays at offset + amplitude for the time
width, falls in the time falling, and rests at offset.</p></html>"));
  end Trapezoid;

  block Counter "Counts activations from one number to another, then again"
    extends Interfaces.Activatable;
    parameter Integer low = 0, high = 10 "Least and greatest number";
    parameter Boolean down = false "Counts from high to low";
    IntegerOutput y(start=if down then low else high, fixed=true) "The number; it begins with the first activation"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    assert(low <= high, "the least number of a Counter is greater than the greatest");
    when e then
      y = if down then (if pre(y) <= low then high else pre(y) - 1) else (if pre(y) >= high then low else pre(y) + 1);
    end when;
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%low ... %high")}),
      Documentation(info="<html><p>low, low + 1, ..., high, low, ...; with down the other way round. The first
activation gives low (or high).</p></html>"));
  end Counter;

  block ModuloCounter "Counts activations: 0, 1, ..., n - 1, 0, ..."
    extends Counter(final low=0, final high=n - 1, final down=false);
    parameter Integer n(min=1) = 2 "How many numbers there are";
    annotation (Icon(graphics={Text(extent={{-90,-50},{90,-90}}, textString="mod %n")}),
      Documentation(info="<html><p>The first activation gives 0.</p></html>"));
  end ModuloCounter;
end Sources;
