within Modelica.Electrical.Analog;
package Sources "Sources of voltage and current"
  extends Modelica.Icons.SourcesPackage;
  import Modelica.Units.SI;

  model ConstantVoltage "A constant voltage"
    extends Interfaces.OnePort;
    extends Modelica.Electrical.Analog.Icons.VoltageSource;
    parameter SI.Voltage V(start = 1);
  equation
    v = V;
  end ConstantVoltage;

  model StepVoltage "A step of voltage"
    parameter SI.Voltage V(start = 1);
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Step signalSource(
      final height = V));
  end StepVoltage;

  model RampVoltage "A ramp of voltage"
    parameter SI.Voltage V(start = 1);
    parameter SI.Time duration(min = Modelica.Constants.small, start = 2);
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Ramp signalSource(
      final height = V, final duration = duration));
  end RampVoltage;

  model SineVoltage "A sine of voltage"
    parameter SI.Voltage V(start = 1);
    parameter SI.Angle phase = 0;
    parameter SI.Frequency f(start = 1);
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Sine signalSource(
      final amplitude = V, final f = f, final phase = phase));
  end SineVoltage;

  model CosineVoltage "A cosine of voltage"
    parameter SI.Voltage V(start = 1);
    parameter SI.Angle phase = 0;
    parameter SI.Frequency f(start = 1);
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Cosine signalSource(
      final amplitude = V, final f = f, final phase = phase));
  end CosineVoltage;

  model ExpSineVoltage "A sine of voltage that decays"
    parameter SI.Voltage V(start = 1);
    parameter SI.Frequency f(start = 2);
    parameter SI.Angle phase = 0;
    parameter Real damping(final unit = "s-1", start = 1);
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.ExpSine signalSource(
      final amplitude = V, final f = f, final phase = phase, final damping = damping));
  end ExpSineVoltage;

  model ExponentialsVoltage "A voltage that rises and falls"
    parameter SI.Voltage vMax(start = 1) "what an endless rise would reach";
    parameter SI.Time riseTime(min = 0, start = 0.5);
    parameter SI.Time riseTimeConst(min = Modelica.Constants.small, start = 0.1);
    parameter SI.Time fallTimeConst(min = Modelica.Constants.small, start = riseTimeConst);
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Exponentials signalSource(
      final outMax = vMax, final riseTime = riseTime, final riseTimeConst = riseTimeConst,
      final fallTimeConst = fallTimeConst));
  end ExponentialsVoltage;

  model PulseVoltage "Pulses of voltage"
    parameter SI.Voltage V(start = 1);
    parameter Real width(final min = Modelica.Constants.small, final max = 100, start = 50) "percent of the period";
    parameter SI.Time period(final min = Modelica.Constants.small, start = 1);
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Pulse signalSource(
      final amplitude = V, final width = width, final period = period));
  end PulseVoltage;

  model SawToothVoltage "Ramps of voltage, one after another"
    parameter SI.Voltage V(start = 1);
    parameter SI.Time period(start = 1);
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.SawTooth signalSource(
      final amplitude = V, final period = period));
  end SawToothVoltage;

  model TrapezoidVoltage "Trapezoids of voltage"
    parameter SI.Voltage V(start = 1);
    parameter SI.Time rising(final min = 0, start = 0);
    parameter SI.Time width(final min = 0, start = 0.5);
    parameter SI.Time falling(final min = 0, start = 0);
    parameter SI.Time period(final min = Modelica.Constants.small, start = 1);
    parameter Integer nperiod(start = -1) "number of periods; negative: no end";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.Trapezoid signalSource(
      final amplitude = V, final rising = rising, final width = width, final falling = falling, final period = period,
      final nperiod = nperiod));
  end TrapezoidVoltage;

  model TableVoltage "A voltage from a table over time"
    parameter Real table[:, :] = [0, 0; 1, 1; 2, 4] "rows of time and voltage";
    extends Interfaces.VoltageSource(redeclare Modelica.Blocks.Sources.TimeTable signalSource(
      final table = table));
  end TableVoltage;

  model SignalVoltage "A voltage that is a signal"
    extends Modelica.Electrical.Analog.Icons.VoltageSource;
    Interfaces.PositivePin p annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.NegativePin n annotation(Placement(transformation(extent = {{110, -10}, {90, 10}})));
    Modelica.Blocks.Interfaces.RealInput v(unit = "V")
      annotation(Placement(transformation(origin = {0, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
    SI.Current i "current from p to n";
  equation
    v = p.v - n.v;
    p.i + n.i = 0;
    i = p.i;
  end SignalVoltage;

  model SineVoltageVariableFrequencyAndAmplitude "A sine of voltage whose frequency and amplitude are signals"
    extends Interfaces.OnePort;
    extends Modelica.Electrical.Analog.Icons.VoltageSource;
    parameter Boolean useConstantAmplitude = false;
    parameter SI.Voltage constantAmplitude = 1;
    parameter Boolean useConstantFrequency = false;
    parameter SI.Frequency constantFrequency = 1;
    parameter SI.Voltage offset = 0;
    SI.Angle phi(start = 0) "phase";
    Modelica.Blocks.Interfaces.RealInput V(unit = "V") if not useConstantAmplitude
      annotation(Placement(transformation(origin = {-60, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
    Modelica.Blocks.Interfaces.RealInput f(unit = "Hz") if not useConstantFrequency
      annotation(Placement(transformation(origin = {60, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  protected
    Modelica.Blocks.Interfaces.RealInput amplitude_internal;
    Modelica.Blocks.Interfaces.RealInput f_internal(unit = "Hz");
  equation
    connect(V, amplitude_internal);
    connect(f, f_internal);
    if useConstantAmplitude then
      amplitude_internal = constantAmplitude;
    end if;
    if useConstantFrequency then
      f_internal = constantFrequency;
    end if;
    der(phi) = 2*Modelica.Constants.pi*f_internal;
    v = offset + amplitude_internal*Modelica.Math.sin(phi);
  end SineVoltageVariableFrequencyAndAmplitude;

  model CosineVoltageVariableFrequencyAndAmplitude "A cosine of voltage whose frequency and amplitude are signals"
    extends Interfaces.OnePort;
    extends Modelica.Electrical.Analog.Icons.VoltageSource;
    parameter Boolean useConstantAmplitude = false;
    parameter SI.Voltage constantAmplitude = 1;
    parameter Boolean useConstantFrequency = false;
    parameter SI.Frequency constantFrequency = 1;
    parameter SI.Voltage offset = 0;
    SI.Angle phi(start = 0) "phase";
    Modelica.Blocks.Interfaces.RealInput V(unit = "V") if not useConstantAmplitude
      annotation(Placement(transformation(origin = {-60, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
    Modelica.Blocks.Interfaces.RealInput f(unit = "Hz") if not useConstantFrequency
      annotation(Placement(transformation(origin = {60, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  protected
    Modelica.Blocks.Interfaces.RealInput amplitude_internal;
    Modelica.Blocks.Interfaces.RealInput f_internal(unit = "Hz");
  equation
    connect(V, amplitude_internal);
    connect(f, f_internal);
    if useConstantAmplitude then
      amplitude_internal = constantAmplitude;
    end if;
    if useConstantFrequency then
      f_internal = constantFrequency;
    end if;
    der(phi) = 2*Modelica.Constants.pi*f_internal;
    v = offset + amplitude_internal*Modelica.Math.cos(phi);
  end CosineVoltageVariableFrequencyAndAmplitude;

  model ConstantCurrent "A constant current"
    extends Interfaces.OnePort;
    extends Modelica.Electrical.Analog.Icons.CurrentSource;
    parameter SI.Current I(start = 1);
  equation
    i = I;
  end ConstantCurrent;

  model StepCurrent "A step of current"
    parameter SI.Current I(start = 1);
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Step signalSource(
      final height = I));
  end StepCurrent;

  model RampCurrent "A ramp of current"
    parameter SI.Current I(start = 1);
    parameter SI.Time duration(min = Modelica.Constants.small, start = 2);
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Ramp signalSource(
      final height = I, final duration = duration));
  end RampCurrent;

  model SineCurrent "A sine of current"
    parameter SI.Current I(start = 1);
    parameter SI.Angle phase = 0;
    parameter SI.Frequency f(start = 1);
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Sine signalSource(
      final amplitude = I, final f = f, final phase = phase));
  end SineCurrent;

  model CosineCurrent "A cosine of current"
    parameter SI.Current I(start = 1);
    parameter SI.Angle phase = 0;
    parameter SI.Frequency f(start = 1);
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Cosine signalSource(
      final amplitude = I, final f = f, final phase = phase));
  end CosineCurrent;

  model ExpSineCurrent "A sine of current that decays"
    parameter SI.Current I(start = 1);
    parameter SI.Frequency f(start = 2);
    parameter SI.Angle phase = 0;
    parameter Real damping(final unit = "s-1", start = 1);
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.ExpSine signalSource(
      final amplitude = I, final f = f, final phase = phase, final damping = damping));
  end ExpSineCurrent;

  model ExponentialsCurrent "A current that rises and falls"
    parameter SI.Current iMax(start = 1) "what an endless rise would reach";
    parameter SI.Time riseTime(min = 0, start = 0.5);
    parameter SI.Time riseTimeConst(min = Modelica.Constants.small, start = 0.1);
    parameter SI.Time fallTimeConst(min = Modelica.Constants.small, start = riseTimeConst);
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Exponentials signalSource(
      final outMax = iMax, final riseTime = riseTime, final riseTimeConst = riseTimeConst,
      final fallTimeConst = fallTimeConst));
  end ExponentialsCurrent;

  model PulseCurrent "Pulses of current"
    parameter SI.Current I(start = 1);
    parameter Real width(final min = Modelica.Constants.small, final max = 100, start = 50) "percent of the period";
    parameter SI.Time period(final min = Modelica.Constants.small, start = 1);
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Pulse signalSource(
      final amplitude = I, final width = width, final period = period));
  end PulseCurrent;

  model SawToothCurrent "Ramps of current, one after another"
    parameter SI.Current I(start = 1);
    parameter SI.Time period(start = 1);
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.SawTooth signalSource(
      final amplitude = I, final period = period));
  end SawToothCurrent;

  model TrapezoidCurrent "Trapezoids of current"
    parameter SI.Current I(start = 1);
    parameter SI.Time rising(final min = 0, start = 0);
    parameter SI.Time width(final min = 0, start = 0.5);
    parameter SI.Time falling(final min = 0, start = 0);
    parameter SI.Time period(final min = Modelica.Constants.small, start = 1);
    parameter Integer nperiod(start = -1) "number of periods; negative: no end";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.Trapezoid signalSource(
      final amplitude = I, final rising = rising, final width = width, final falling = falling, final period = period,
      final nperiod = nperiod));
  end TrapezoidCurrent;

  model TableCurrent "A current from a table over time"
    parameter Real table[:, :] = [0, 0; 1, 1; 2, 4] "rows of time and current";
    extends Interfaces.CurrentSource(redeclare Modelica.Blocks.Sources.TimeTable signalSource(
      final table = table));
  end TableCurrent;

  model SignalCurrent "A current that is a signal"
    extends Modelica.Electrical.Analog.Icons.CurrentSource;
    Interfaces.PositivePin p annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.NegativePin n annotation(Placement(transformation(extent = {{110, -10}, {90, 10}})));
    Modelica.Blocks.Interfaces.RealInput i(unit = "A")
      annotation(Placement(transformation(origin = {0, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
    SI.Voltage v "p.v - n.v";
  equation
    v = p.v - n.v;
    p.i + n.i = 0;
    p.i = i;
  end SignalCurrent;

  model SineCurrentVariableFrequencyAndAmplitude "A sine of current whose frequency and amplitude are signals"
    extends Interfaces.OnePort;
    extends Modelica.Electrical.Analog.Icons.CurrentSource;
    parameter Boolean useConstantAmplitude = false;
    parameter SI.Current constantAmplitude = 1;
    parameter Boolean useConstantFrequency = false;
    parameter SI.Frequency constantFrequency = 1;
    parameter SI.Current offset = 0;
    SI.Angle phi(start = 0) "phase";
    Modelica.Blocks.Interfaces.RealInput I(unit = "A") if not useConstantAmplitude
      annotation(Placement(transformation(origin = {-60, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
    Modelica.Blocks.Interfaces.RealInput f(unit = "Hz") if not useConstantFrequency
      annotation(Placement(transformation(origin = {60, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  protected
    Modelica.Blocks.Interfaces.RealInput amplitude_internal;
    Modelica.Blocks.Interfaces.RealInput f_internal(unit = "Hz");
  equation
    connect(I, amplitude_internal);
    connect(f, f_internal);
    if useConstantAmplitude then
      amplitude_internal = constantAmplitude;
    end if;
    if useConstantFrequency then
      f_internal = constantFrequency;
    end if;
    der(phi) = 2*Modelica.Constants.pi*f_internal;
    i = offset + amplitude_internal*Modelica.Math.sin(phi);
  end SineCurrentVariableFrequencyAndAmplitude;

  model CosineCurrentVariableFrequencyAndAmplitude "A cosine of current whose frequency and amplitude are signals"
    extends Interfaces.OnePort;
    extends Modelica.Electrical.Analog.Icons.CurrentSource;
    parameter Boolean useConstantAmplitude = false;
    parameter SI.Current constantAmplitude = 1;
    parameter Boolean useConstantFrequency = false;
    parameter SI.Frequency constantFrequency = 1;
    parameter SI.Current offset = 0;
    SI.Angle phi(start = 0) "phase";
    Modelica.Blocks.Interfaces.RealInput I(unit = "A") if not useConstantAmplitude
      annotation(Placement(transformation(origin = {-60, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
    Modelica.Blocks.Interfaces.RealInput f(unit = "Hz") if not useConstantFrequency
      annotation(Placement(transformation(origin = {60, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  protected
    Modelica.Blocks.Interfaces.RealInput amplitude_internal;
    Modelica.Blocks.Interfaces.RealInput f_internal(unit = "Hz");
  equation
    connect(I, amplitude_internal);
    connect(f, f_internal);
    if useConstantAmplitude then
      amplitude_internal = constantAmplitude;
    end if;
    if useConstantFrequency then
      f_internal = constantFrequency;
    end if;
    der(phi) = 2*Modelica.Constants.pi*f_internal;
    i = offset + amplitude_internal*Modelica.Math.cos(phi);
  end CosineCurrentVariableFrequencyAndAmplitude;

  model SupplyVoltage "A positive and a negative supply"
    parameter SI.Voltage Vps = +15 "positive supply";
    parameter SI.Voltage Vns = -15 "negative supply";
    Interfaces.PositivePin pin_p annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.NegativePin pin_n annotation(Placement(transformation(extent = {{110, -10}, {90, 10}})));
    Interfaces.NegativePin ground annotation(Placement(transformation(extent = {{-10, -110}, {10, -90}})));
    ConstantVoltage positiveSupply(final V = Vps);
    ConstantVoltage negativeSupply(final V = -Vns);
  equation
    connect(pin_p, positiveSupply.p);
    connect(positiveSupply.n, ground);
    connect(ground, negativeSupply.p);
    connect(negativeSupply.n, pin_n);
  end SupplyVoltage;
end Sources;
