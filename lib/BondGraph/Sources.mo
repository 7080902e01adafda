within BondGraph;
package Sources "Sources of effort and flow"
  model Se "A constant effort"
    extends Interfaces.Source;
    parameter Real e0 = 1 "effort";
  equation
    e = e0;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "Se"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -50}, {150, -90}}, textString = "%e0")}));
  end Se;

  model Sf "A constant flow"
    extends Interfaces.Source;
    parameter Real f0 = 1 "flow";
  equation
    f = f0;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "Sf"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -50}, {150, -90}}, textString = "%f0")}));
  end Sf;

  model MSe "An effort that a signal gives"
    extends Interfaces.Source;
    Interfaces.SignalIn u annotation(Placement(transformation(extent = {{-120, -20}, {-80, 20}})));
  equation
    e = u;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "MSe"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255})}));
  end MSe;

  model MSf "A flow that a signal gives"
    extends Interfaces.Source;
    Interfaces.SignalIn u annotation(Placement(transformation(extent = {{-120, -20}, {-80, 20}})));
  equation
    f = u;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "MSf"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255})}));
  end MSf;

  model SeStep "An effort that begins at a time"
    extends Interfaces.Source;
    parameter Real height = 1, offset = 0;
    parameter Real startTime(unit = "s") = 0;
  equation
    e = offset + (if time < startTime then 0 else height);
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "Se"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -50}, {150, -90}}, textString = "step")}));
  end SeStep;

  model SfStep "A flow that begins at a time"
    extends Interfaces.Source;
    parameter Real height = 1, offset = 0;
    parameter Real startTime(unit = "s") = 0;
  equation
    f = offset + (if time < startTime then 0 else height);
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "Sf"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -50}, {150, -90}}, textString = "step")}));
  end SfStep;

  model SeSine "An effort that swings"
    extends Interfaces.Source;
    parameter Real amplitude = 1, offset = 0, phase(unit = "rad") = 0;
    parameter Real frequency(unit = "Hz") = 1, startTime(unit = "s") = 0;
  equation
    e = offset + (if time < startTime then 0 else amplitude*
      sin(6.283185307179586*frequency*(time - startTime) + phase));
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "Se"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -50}, {150, -90}}, textString = "sine")}));
  end SeSine;

  model SfSine "A flow that swings"
    extends Interfaces.Source;
    parameter Real amplitude = 1, offset = 0, phase(unit = "rad") = 0;
    parameter Real frequency(unit = "Hz") = 1, startTime(unit = "s") = 0;
  equation
    f = offset + (if time < startTime then 0 else amplitude*
      sin(6.283185307179586*frequency*(time - startTime) + phase));
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "Sf"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -50}, {150, -90}}, textString = "sine")}));
  end SfSine;

  model Pulses "Pulses of a period, as a signal"
    parameter Real amplitude = 1, offset = 0;
    parameter Real width(min = 0, max = 100) = 50 "percent of the period";
    parameter Real period(unit = "s", min = 1e-60) = 1, startTime(unit = "s") = 0;
    Interfaces.SignalOut y;
  protected
    Real begun(start = startTime, fixed = true) "of this pulse";
    Boolean early(start = true, fixed = true) "none has begun";
  equation
    when sample(startTime, period) then
      begun = time;
      early = false;
    end when;
    y = offset + (if early then 0 else if time < begun + period*width/100 then amplitude else 0);
  end Pulses;

  model SePulse "An effort in pulses"
    extends Interfaces.Source;
    parameter Real amplitude = 1, offset = 0, width = 50 "percent of the period";
    parameter Real period(unit = "s") = 1, startTime(unit = "s") = 0;
    Pulses signal(final amplitude = amplitude, final offset = offset, final width = width, final period = period,
      final startTime = startTime);
  equation
    e = signal.y;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "Se"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -50}, {150, -90}}, textString = "pulse")}));
  end SePulse;

  model SfPulse "A flow in pulses"
    extends Interfaces.Source;
    parameter Real amplitude = 1, offset = 0, width = 50 "percent of the period";
    parameter Real period(unit = "s") = 1, startTime(unit = "s") = 0;
    Pulses signal(final amplitude = amplitude, final offset = offset, final width = width, final period = period,
      final startTime = startTime);
  equation
    f = signal.y;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "Sf"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -50}, {150, -90}}, textString = "pulse")}));
  end SfPulse;
end Sources;
