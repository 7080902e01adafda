within Modelica.Blocks;
package Sources "Signals that depend on time alone"
  extends Modelica.Icons.SourcesPackage;
  import Modelica.Blocks.Interfaces;
  import Modelica.Constants.pi;
  import Modelica.Units.SI;

  block RealExpression "An expression that is given as modifier"
    Interfaces.RealOutput y = 0.0 annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end RealExpression;

  block IntegerExpression "An Integer expression that is given as modifier"
    Interfaces.IntegerOutput y = 0 annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end IntegerExpression;

  block BooleanExpression "A Boolean expression that is given as modifier"
    Interfaces.BooleanOutput y = false annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end BooleanExpression;

  block ContinuousClock "The time since startTime"
    extends Interfaces.SignalSource;
  equation
    y = offset + (if time < startTime then 0 else time - startTime);
  end ContinuousClock;

  block Constant "A constant"
    extends Interfaces.SO;
    parameter Real k(start = 1) "the output";
  equation
    y = k;
  end Constant;

  block Step "A step"
    extends Interfaces.SignalSource;
    parameter Real height = 1;
  equation
    y = offset + (if time < startTime then 0 else height);
  end Step;

  block Ramp "A ramp"
    extends Interfaces.SignalSource;
    parameter Real height = 1 "a negative one goes down";
    parameter SI.Time duration(min = 0.0, start = 2) "0: a step";
  equation
    y = offset + (if time < startTime then 0 elseif time < startTime + duration then
      (time - startTime)*height/duration else height);
  end Ramp;

  block Sine "A sine"
    extends Interfaces.SignalSource;
    parameter Real amplitude = 1;
    parameter SI.Frequency f(start = 1);
    parameter SI.Angle phase = 0;
    parameter Boolean continuous = false "before startTime the value at startTime, and not the offset";
  equation
    y = offset + amplitude*(if continuous then
      (if time < startTime then Modelica.Math.sin(phase) else
        Modelica.Math.sin(2*pi*f*(time - startTime) + phase)) else
      (if time < startTime then 0 else Modelica.Math.sin(2*pi*f*(time - startTime) + phase)));
  end Sine;

  block Cosine "A cosine"
    extends Interfaces.SignalSource;
    parameter Real amplitude = 1;
    parameter SI.Frequency f(start = 1);
    parameter SI.Angle phase = 0;
    parameter Boolean continuous = false "before startTime the value at startTime, and not the offset";
  equation
    y = offset + amplitude*(if continuous then
      (if time < startTime then Modelica.Math.cos(phase) else
        Modelica.Math.cos(2*pi*f*(time - startTime) + phase)) else
      (if time < startTime then 0 else Modelica.Math.cos(2*pi*f*(time - startTime) + phase)));
  end Cosine;

  partial block VariableFrequencyAndAmplitude "An oscillation whose frequency and amplitude are signals"
    extends Interfaces.SO;
    parameter Boolean useConstantAmplitude = false;
    parameter Real constantAmplitude = 1;
    parameter Boolean useConstantFrequency = false;
    parameter SI.Frequency constantFrequency = 1;
    parameter Real offset = 0;
    SI.Angle phi(start = 0) "the phase";
    Interfaces.RealInput amplitude if not useConstantAmplitude
      annotation(Placement(transformation(extent = {{-140, 40}, {-100, 80}})));
    Interfaces.RealInput f(unit = "Hz") if not useConstantFrequency
      annotation(Placement(transformation(extent = {{-140, -80}, {-100, -40}})));
  protected
    Interfaces.RealInput amplitude_internal;
    Interfaces.RealInput f_internal(unit = "Hz");
  equation
    connect(amplitude, amplitude_internal);
    connect(f, f_internal);
    if useConstantAmplitude then
      amplitude_internal = constantAmplitude;
    end if;
    if useConstantFrequency then
      f_internal = constantFrequency;
    end if;
    der(phi) = 2*pi*f_internal;
  end VariableFrequencyAndAmplitude;

  block SineVariableFrequencyAndAmplitude "A sine whose frequency and amplitude are signals"
    extends VariableFrequencyAndAmplitude;
  equation
    y = offset + amplitude_internal*Modelica.Math.sin(phi);
  end SineVariableFrequencyAndAmplitude;

  block CosineVariableFrequencyAndAmplitude "A cosine whose frequency and amplitude are signals"
    extends VariableFrequencyAndAmplitude;
  equation
    y = offset + amplitude_internal*Modelica.Math.cos(phi);
  end CosineVariableFrequencyAndAmplitude;

  block Sinc "sin(x)/x of x = 2*pi*f*t"
    extends Interfaces.SignalSource;
    parameter Real amplitude = 1;
    parameter SI.Frequency f(start = 1);
    parameter Boolean continuous = false "before startTime the value at startTime, and not the offset";
  protected
    SI.Angle x = 2*pi*f*(time - startTime);
  equation
    y = offset + amplitude*(if time < startTime then (if continuous then 1 else 0) else
      (if noEvent(abs(x) < 1e-5) then 1 - x*x/6 else Modelica.Math.sin(x)/x));
  end Sinc;

  block ExpSine "A sine that decays"
    extends Interfaces.SignalSource;
    parameter Real amplitude = 1;
    parameter SI.Frequency f(start = 2);
    parameter SI.Angle phase = 0;
    parameter Real damping(final unit = "s-1", start = 1);
  equation
    y = offset + (if time < startTime then 0 else amplitude*Modelica.Math.exp(-(time - startTime)*damping)*
      Modelica.Math.sin(2*pi*f*(time - startTime) + phase));
  end ExpSine;

  block Exponentials "A rise towards outMax, and a fall after it"
    extends Interfaces.SignalSource;
    parameter Real outMax = 1 "what an endless rise would reach";
    parameter SI.Time riseTime(min = 0, start = 0.5) "how long it rises";
    parameter SI.Time riseTimeConst(min = Modelica.Constants.small) = 0.1;
    parameter SI.Time fallTimeConst(min = Modelica.Constants.small) = riseTimeConst;
  protected
    Real y_riseTime = outMax*(1 - Modelica.Math.exp(-riseTime/riseTimeConst));
  equation
    y = offset + (if time < startTime then 0 elseif time < startTime + riseTime then
      outMax*(1 - Modelica.Math.exp(-(time - startTime)/riseTimeConst)) else
      y_riseTime*Modelica.Math.exp(-(time - startTime - riseTime)/fallTimeConst));
  end Exponentials;

  partial block PeriodicSource "What begins anew with each period"
    extends Interfaces.SignalSource;
    parameter Real amplitude = 1;
    parameter SI.Time period(final min = Modelica.Constants.small, start = 1);
    parameter Integer nperiod = -1 "number of periods; negative: no end";
  protected
    SI.Time T_start(final start = startTime) "when this period began";
    Integer count "number of this period, from 0";
  initial algorithm
    count := integer((time - startTime)/period);
    T_start := startTime + count*period;
  equation
    when integer((time - startTime)/period) > pre(count) then
      count = pre(count) + 1;
      T_start = time;
    end when;
  end PeriodicSource;

  block Pulse "Pulses"
    extends PeriodicSource;
    parameter Real width(final min = Modelica.Constants.small, final max = 100) = 50 "percent of the period";
  protected
    SI.Time T_width = period*width/100;
  equation
    y = offset + (if time < startTime or nperiod == 0 or nperiod > 0 and count >= nperiod then 0
      elseif time < T_start + T_width then amplitude else 0);
  end Pulse;

  block SawTooth "Ramps, one after another"
    extends PeriodicSource;
  equation
    y = offset + (if time < startTime or nperiod == 0 or nperiod > 0 and count >= nperiod then 0 else
      amplitude*(time - T_start)/period);
  end SawTooth;

  block Trapezoid "Trapezoids, one after another"
    extends PeriodicSource;
    parameter SI.Time rising(final min = 0) = 0;
    parameter SI.Time width(final min = 0) = 0.5 "at the top";
    parameter SI.Time falling(final min = 0) = 0;
  protected
    parameter SI.Time T_rising = rising "when the top begins";
    parameter SI.Time T_width = T_rising + width "when the top ends";
    parameter SI.Time T_falling = T_width + falling "when it is down";
  equation
    y = offset + (if time < startTime or nperiod == 0 or nperiod > 0 and count >= nperiod then 0
      elseif time < T_start + T_rising then amplitude*(time - T_start)/rising
      elseif time < T_start + T_width then amplitude
      elseif time < T_start + T_falling then amplitude*(T_start + T_falling - time)/falling else 0);
  end Trapezoid;

  block LogFrequencySweep "An angular frequency that rises by decades"
    extends Interfaces.SO;
    parameter Real wMin(final min = Modelica.Constants.eps) "at the start";
    parameter Real wMax(final min = Modelica.Constants.eps) "at the end";
    parameter SI.Time startTime = 0;
    parameter SI.Time duration(min = 0.0, start = 1);
  equation
    y = if time < startTime then wMin elseif time < startTime + max(duration, Modelica.Constants.eps) then
      10^(log10(wMin) + (log10(wMax) - log10(wMin))*min(1, (time - startTime)/max(duration, Modelica.Constants.eps)))
      else wMax;
  end LogFrequencySweep;

  partial block FastestMotion "The profile of the fastest motion from 0 to 1, within limits of speed and acceleration"
    parameter Real qd_max[:](each final min = Modelica.Constants.small) = {1} "greatest speeds";
    parameter Real qdd_max[:](each final min = Modelica.Constants.small) = {1} "greatest accelerations";
    parameter SI.Time startTime = 0 "when the motion begins";
  protected
    parameter Integer axes = 1;
    parameter Real way[axes] = fill(1, axes) "what each axis has to go";
    parameter Real slowest = max(abs(way[i])/qd_max[if size(qd_max, 1) == 1 then 1 else i] for i in 1:axes);
    parameter Real laziest = max(abs(way[i])/qdd_max[if size(qdd_max, 1) == 1 then 1 else i] for i in 1:axes);
    parameter Boolean stands = slowest <= Modelica.Constants.eps;
    parameter Real sdd_max = if stands then 1 else 1/laziest "acceleration of the profile";
    parameter Real sd_max = if stands then 1 else min(1/slowest, sqrt(sdd_max)) "speed of the profile";
    parameter SI.Time Ta1 = if stands then 0 else sd_max/sdd_max "end of the acceleration";
    parameter SI.Time Tv = if stands then 0 else 1/sd_max "begin of the deceleration";
    parameter SI.Time Te = if stands then 0 else Tv + Ta1 "end of the motion";
    Boolean before = time < startTime or stands;
    Boolean faster = not before and time < startTime + Ta1;
    Boolean steady = not before and not faster and time < startTime + Tv;
    Boolean slower = not before and not faster and not steady and time < startTime + Te;
    SI.Time t = time - startTime;
    Real sdd = if faster then sdd_max elseif slower then -sdd_max else 0;
    Real sd = if faster then sdd_max*t elseif steady then sd_max elseif slower then sdd_max*(Te - t) else 0;
    Real s = if before then 0 elseif faster then sdd_max*t^2/2 elseif steady then sd_max*(t - Ta1/2) elseif slower then
      1 - sdd_max*(Te - t)^2/2 else 1;
  end FastestMotion;

  block KinematicPTP "Accelerations of the fastest motion from point to point, all axes together"
    parameter Real deltaq[:] = {1} "what each axis has to go";
    extends FastestMotion(final axes = nout,
      final way = if size(deltaq, 1) == 1 then fill(deltaq[1], nout) else deltaq);
    extends Interfaces.MO(final nout = max([size(deltaq, 1); size(qd_max, 1); size(qdd_max, 1)]));
  equation
    y = way*sdd;
  end KinematicPTP;

  block KinematicPTP2 "The fastest motion from point to point, all axes together"
    extends Modelica.Blocks.Icons.Block;
    parameter Real q_begin[:] = {0} "where it begins";
    parameter Real q_end[:] = {1} "where it ends";
    extends FastestMotion(final axes = nout, final way =
      (if size(q_end, 1) == 1 then fill(q_end[1], nout) else q_end) -
      (if size(q_begin, 1) == 1 then fill(q_begin[1], nout) else q_begin));
    final parameter Integer nout = max([size(q_begin, 1); size(q_end, 1); size(qd_max, 1); size(qdd_max, 1)]);
    output SI.Time endTime = startTime + Te "when the motion ends";
    Interfaces.RealOutput q[nout] annotation(Placement(transformation(extent = {{100, 70}, {120, 90}})));
    Interfaces.RealOutput qd[nout] annotation(Placement(transformation(extent = {{100, 20}, {120, 40}})));
    Interfaces.RealOutput qdd[nout] annotation(Placement(transformation(extent = {{100, -40}, {120, -20}})));
    Interfaces.BooleanOutput moving[nout] annotation(Placement(transformation(extent = {{100, -90}, {120, -70}})));
  protected
    parameter Real p_q_begin[nout] = if size(q_begin, 1) == 1 then fill(q_begin[1], nout) else q_begin;
  equation
    q = p_q_begin + way*s;
    qd = way*sd;
    qdd = way*sdd;
    moving = {(faster or steady or slower) and abs(way[i]) > Modelica.Constants.eps for i in 1:nout};
  end KinematicPTP2;

  block TimeTable "Straight lines between the points of a table; two points of one time make a jump"
    extends Interfaces.SignalSource;
    parameter Real table[:, 2] = fill(0.0, 0, 2) "rows of time and value";
    parameter SI.Time timeScale(min = Modelica.Constants.eps) = 1 "unit of the times of the table";
    parameter SI.Time shiftTime = startTime "added to the times of the table";
  protected
    parameter Modelica.Blocks.Types.ExternalCombiTimeTable tableID = Modelica.Blocks.Types.ExternalCombiTimeTable(
      "NoName", "NoName", table, startTime/timeScale, {2}, Modelica.Blocks.Types.Smoothness.LinearSegments,
      Modelica.Blocks.Types.Extrapolation.LastTwoPoints, shiftTime/timeScale,
      Modelica.Blocks.Types.TimeEvents.Always, false);
    discrete Real nextEvent(start = 0, fixed = true) "time of the next point, in units of the table";
    Real now = time/timeScale;
  equation
    when {now >= pre(nextEvent), initial()} then
      nextEvent = Tables.Internal.getNextTimeEvent(tableID, now);
    end when;
    y = offset + (if time < startTime then 0 else
      Tables.Internal.getTimeTableValueNoDer2(tableID, 1, now, nextEvent, pre(nextEvent)));
  end TimeTable;

  block CombiTimeTable "A table over time, given here or in a file"
    extends Interfaces.MO(final nout = max([size(columns, 1); size(offset, 1)]));
    parameter Boolean tableOnFile = false "the table is in a file";
    parameter Real table[:, :] = fill(0.0, 0, 2) "times in the first column";
    parameter String tableName = "NoName" "name of the table in the file";
    parameter String fileName = "NoName";
    parameter String delimiter = "," "between the numbers of a CSV file";
    parameter Integer nHeaderLines = 0 "lines of a CSV file that are left out";
    parameter Boolean verboseRead = true "tell that a file is read";
    parameter Integer columns[:] = 2:size(table, 2) "columns that become outputs";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments;
    parameter Modelica.Blocks.Types.Extrapolation extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints;
    parameter SI.Time timeScale(min = Modelica.Constants.eps) = 1 "unit of the times of the table";
    parameter Real offset[:] = {0} "added to the outputs";
    parameter SI.Time startTime = 0 "before it the outputs are the offsets";
    parameter SI.Time shiftTime = startTime "added to the times of the table";
    parameter Modelica.Blocks.Types.TimeEvents timeEvents = Modelica.Blocks.Types.TimeEvents.Always;
    parameter Boolean verboseExtrapolation = false "warn where the table is read beyond its ends";
    final parameter SI.Time t_min = t_minScaled*timeScale "first time of the table";
    final parameter SI.Time t_max = t_maxScaled*timeScale "last time of the table";
    final parameter Real t_minScaled = Tables.Internal.getTimeTableTmin(tableID);
    final parameter Real t_maxScaled = Tables.Internal.getTimeTableTmax(tableID);
  protected
    final parameter Real p_offset[nout] = if size(offset, 1) == 1 then fill(offset[1], nout) else offset;
    parameter Modelica.Blocks.Types.ExternalCombiTimeTable tableID = Modelica.Blocks.Types.ExternalCombiTimeTable(
      Tables.Internal.nameInFile(tableOnFile, tableName, fileName), if tableOnFile then fileName else "NoName", table,
      startTime/timeScale, columns, smoothness, extrapolation, shiftTime/timeScale,
      if smoothness == Modelica.Blocks.Types.Smoothness.LinearSegments then timeEvents elseif
        smoothness == Modelica.Blocks.Types.Smoothness.ConstantSegments then
        Modelica.Blocks.Types.TimeEvents.Always else Modelica.Blocks.Types.TimeEvents.NoTimeEvents,
      if tableOnFile then verboseRead else false, delimiter, nHeaderLines);
    discrete Real nextTimeEvent(start = 0, fixed = true) "time of the next event of the table";
    discrete Real nextTimeEventScaled(start = 0, fixed = true);
    Real timeScaled = time/timeScale;
  equation
    assert(not verboseExtrapolation or noEvent(time >= startTime + t_min and time <= startTime + t_max),
      "The table is read beyond its ends, at " + String(time) + ".", AssertionLevel.warning);
    if extrapolation == Modelica.Blocks.Types.Extrapolation.NoExtrapolation then
      assert(noEvent(time >= shiftTime + t_min), "The table begins at " + String(t_min) +
        ", and extrapolation is not allowed.");
      assert(noEvent(time <= shiftTime + t_max), "The table ends at " + String(t_max) +
        ", and extrapolation is not allowed.");
    end if;
    when {time >= pre(nextTimeEvent), initial()} then
      nextTimeEventScaled = Tables.Internal.getNextTimeEvent(tableID, timeScaled);
      nextTimeEvent = if nextTimeEventScaled < Modelica.Constants.inf then nextTimeEventScaled*timeScale else
        Modelica.Constants.inf;
    end when;
    for i in 1:nout loop
      y[i] = p_offset[i] + (
        if smoothness == Modelica.Blocks.Types.Smoothness.ConstantSegments then
          Tables.Internal.getTimeTableValueNoDer(tableID, i, timeScaled, nextTimeEventScaled, pre(nextTimeEventScaled))
        elseif smoothness == Modelica.Blocks.Types.Smoothness.LinearSegments then
          Tables.Internal.getTimeTableValueNoDer2(tableID, i, timeScaled, nextTimeEventScaled,
            pre(nextTimeEventScaled))
        else
          Tables.Internal.getTimeTableValue(tableID, i, timeScaled, nextTimeEventScaled, pre(nextTimeEventScaled)));
    end for;
  end CombiTimeTable;

  block BooleanConstant "A Boolean constant"
    extends Interfaces.partialBooleanSource;
    parameter Boolean k = true "the output";
  equation
    y = k;
  end BooleanConstant;

  block BooleanStep "A Boolean that turns once"
    extends Interfaces.partialBooleanSource;
    parameter SI.Time startTime = 0 "when it turns";
    parameter Boolean startValue = false "before it turns";
  equation
    y = if time >= startTime then not startValue else startValue;
  end BooleanStep;

  block BooleanPulse "Boolean pulses"
    extends Interfaces.partialBooleanSource;
    parameter Real width(final min = Modelica.Constants.small, final max = 100) = 50 "percent of the period";
    parameter SI.Time period(final min = Modelica.Constants.small, start = 1);
    parameter SI.Time startTime = 0 "begin of the first pulse";
  protected
    parameter SI.Time Twidth = period*width/100 annotation(HideResult = true);
    discrete SI.Time pulseStart "begin of this pulse" annotation(HideResult = true);
  initial equation
    pulseStart = startTime;
  equation
    when sample(startTime, period) then
      pulseStart = time;
    end when;
    y = time >= pulseStart and time < pulseStart + Twidth;
  end BooleanPulse;

  block SampleTrigger "A Boolean that is true at samples only"
    extends Interfaces.partialBooleanSource;
    parameter SI.Time period(final min = Modelica.Constants.small, start = 0.01);
    parameter SI.Time startTime = 0 "time of the first sample";
  equation
    y = sample(startTime, period);
  end SampleTrigger;

  block BooleanTable "A Boolean that turns at given times"
    extends Interfaces.partialBooleanSO;
    parameter SI.Time table[:] = {0, 1} "when it turns";
    parameter Boolean startValue = false "before it turns first";
    parameter Modelica.Blocks.Types.Extrapolation extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint;
    parameter SI.Time startTime = -Modelica.Constants.inf "before it the output is startValue";
    parameter SI.Time shiftTime = 0 "added to the times of the table";
  protected
    parameter Integer n = size(table, 1);
    parameter Boolean again = extrapolation == Modelica.Blocks.Types.Extrapolation.Periodic;
    parameter SI.Time span = if n > 1 then table[n] - table[1] else 0;
    CombiTimeTable turns(
      final table = if n > 0 then [table, {if startValue then 1 - mod(i, 2) else mod(i, 2) for i in 1:n}] else [0, 0],
      final smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments,
      final extrapolation = if again then Modelica.Blocks.Types.Extrapolation.Periodic else
        Modelica.Blocks.Types.Extrapolation.HoldLastPoint, final shiftTime = shiftTime);
  equation
    if n > 0 then
      assert(not again or n > 1 and span > 0, "A table that is repeated needs two different times.");
    end if;
    y = if time < startTime or n == 0 then startValue elseif time < shiftTime + (if n > 0 then table[1] else 0) and not
      again then startValue else turns.y[1] > 0.5;
  end BooleanTable;

  block IntegerConstant "An Integer constant"
    extends Interfaces.IntegerSO;
    parameter Integer k(start = 1) "the output";
  equation
    y = k;
  end IntegerConstant;

  block IntegerStep "An Integer step"
    extends Interfaces.IntegerSignalSource;
    parameter Integer height = 1;
  equation
    y = offset + (if time < startTime then 0 else height);
  end IntegerStep;

  block IntegerTable "An Integer that changes at given times"
    extends Interfaces.IntegerSO;
    parameter Real table[:, 2] = fill(0, 0, 2) "rows of time and value";
    parameter Modelica.Blocks.Types.Extrapolation extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint;
    parameter SI.Time startTime = -Modelica.Constants.inf "before it the output is 0";
    parameter SI.Time shiftTime = 0 "added to the times of the table";
  protected
    CombiTimeTable values(final table = table, final smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments,
      final extrapolation = extrapolation, final shiftTime = shiftTime);
  equation
    y = if time < startTime then 0 else integer(values.y[1] + 0.5);
  end IntegerTable;
end Sources;
