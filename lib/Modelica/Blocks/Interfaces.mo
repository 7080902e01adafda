within Modelica.Blocks;
package Interfaces "Connectors and partial blocks"
  extends Modelica.Icons.InterfacesPackage;
  import Modelica.Units.SI;

  connector RealInput = input Real "A signal that goes in"
    annotation(defaultComponentName = "u", Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}},
      lineColor = {0, 0, 127}, fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid)}));

  connector RealOutput = output Real "A signal that comes out"
    annotation(defaultComponentName = "y", Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}},
      lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}));

  connector BooleanInput = input Boolean "A signal that goes in"
    annotation(defaultComponentName = "u", Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}},
      lineColor = {255, 0, 255}, fillColor = {255, 0, 255}, fillPattern = FillPattern.Solid)}));

  connector BooleanOutput = output Boolean "A signal that comes out"
    annotation(defaultComponentName = "y", Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}},
      lineColor = {255, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}));

  connector IntegerInput = input Integer "A signal that goes in"
    annotation(defaultComponentName = "u", Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}},
      lineColor = {255, 127, 0}, fillColor = {255, 127, 0}, fillPattern = FillPattern.Solid)}));

  connector IntegerOutput = output Integer "A signal that comes out"
    annotation(defaultComponentName = "y", Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}},
      lineColor = {255, 127, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}));

  connector RealVectorInput = input Real "One of a row of signals that go in";
  connector IntegerVectorInput = input Integer "One of a row of signals that go in";
  connector BooleanVectorInput = input Boolean "One of a row of signals that go in";
  connector RealVectorOutput = output Real "One of a row of signals that come out";

  partial block SO "One output"
    extends Modelica.Blocks.Icons.Block;
    RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end SO;

  partial block MO "A vector of outputs"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer nout(min = 1) = 1 "number of outputs";
    RealOutput y[nout] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end MO;

  partial block SISO "One input, one output"
    extends Modelica.Blocks.Icons.Block;
    RealInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end SISO;

  partial block SI2SO "Two inputs, one output"
    extends Modelica.Blocks.Icons.Block;
    RealInput u1 annotation(Placement(transformation(extent = {{-140, 40}, {-100, 80}})));
    RealInput u2 annotation(Placement(transformation(extent = {{-140, -80}, {-100, -40}})));
    RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end SI2SO;

  partial block SIMO "One input, a vector of outputs"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer nout = 1 "number of outputs";
    RealInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    RealOutput y[nout] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end SIMO;

  partial block MISO "A vector of inputs, one output"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer nin = 1 "number of inputs";
    RealInput u[nin] annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end MISO;

  partial block PartialRealMISO "As many inputs as are connected, one output"
    parameter Integer significantDigits(min = 1) = 3 "digits that are shown";
    parameter Integer nu(min = 0) = 0 "number of inputs" annotation(Dialog(connectorSizing = true));
    RealVectorInput u[nu] annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end PartialRealMISO;

  partial block MIMO "Vectors of inputs and outputs"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer nin = 1 "number of inputs";
    parameter Integer nout = 1 "number of outputs";
    RealInput u[nin] annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    RealOutput y[nout] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end MIMO;

  partial block MIMOs "As many outputs as inputs"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n = 1 "number of inputs and of outputs";
    RealInput u[n] annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    RealOutput y[n] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end MIMOs;

  partial block MI2MO "Two vectors of inputs, one of outputs"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n = 1 "size of the vectors";
    RealInput u1[n] annotation(Placement(transformation(extent = {{-140, 40}, {-100, 80}})));
    RealInput u2[n] annotation(Placement(transformation(extent = {{-140, -80}, {-100, -40}})));
    RealOutput y[n] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end MI2MO;

  partial block SignalSource "A source of a signal"
    extends SO;
    parameter Real offset = 0 "added to the signal";
    parameter SI.Time startTime = 0 "before it the output is the offset";
  end SignalSource;

  partial block SVcontrol "A controller of one variable"
    extends Modelica.Blocks.Icons.Block;
    RealInput u_s annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    RealInput u_m annotation(Placement(transformation(origin = {0, -120}, extent = {{20, -20}, {-20, 20}},
      rotation = 270)));
    RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end SVcontrol;

  partial block MVcontrol "A controller of several variables"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer nu_s = 1 "number of set points";
    parameter Integer nu_m = 1 "number of measurements";
    parameter Integer ny = 1 "number of outputs";
    RealInput u_s[nu_s] annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    RealInput u_m[nu_m]
      annotation(Placement(transformation(origin = {0, -120}, extent = {{20, -20}, {-20, 20}}, rotation = 270)));
    RealOutput y[ny] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end MVcontrol;

  partial block DiscreteBlock "What acts at samples"
    extends Modelica.Blocks.Icons.DiscreteBlock;
    parameter SI.Time samplePeriod(min = 100*Modelica.Constants.eps, start = 0.1) "time between two samples";
    parameter SI.Time startTime = 0 "time of the first sample";
  protected
    output Boolean sampleTrigger "true at a sample";
    output Boolean firstTrigger(start = false, fixed = true) "true at the first sample";
  equation
    sampleTrigger = sample(startTime, samplePeriod);
    when sampleTrigger then
      firstTrigger = time <= startTime + samplePeriod/2;
    end when;
  end DiscreteBlock;

  partial block DiscreteSISO "One input, one output, at samples"
    extends DiscreteBlock;
    Modelica.Blocks.Interfaces.RealInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Modelica.Blocks.Interfaces.RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end DiscreteSISO;

  partial block DiscreteMIMO "Vectors of inputs and outputs, at samples"
    extends DiscreteBlock;
    parameter Integer nin = 1 "number of inputs";
    parameter Integer nout = 1 "number of outputs";
    RealInput u[nin] annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    RealOutput y[nout] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end DiscreteMIMO;

  partial block DiscreteMIMOs "As many outputs as inputs, at samples"
    extends DiscreteBlock;
    parameter Integer n = 1 "number of inputs and of outputs";
    RealInput u[n] annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    RealOutput y[n] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end DiscreteMIMOs;

  partial block BooleanSISO "One Boolean input and output"
    extends Modelica.Blocks.Icons.BooleanBlock;
    BooleanInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    BooleanOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end BooleanSISO;

  partial block BooleanMIMOs "As many Boolean outputs as inputs"
    extends Modelica.Blocks.Icons.BooleanBlock;
    parameter Integer n = 1 "number of inputs and of outputs";
    BooleanInput u[n] annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    BooleanOutput y[n] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end BooleanMIMOs;

  partial block MI2BooleanMOs "Two vectors of Real inputs, a vector of Boolean outputs"
    extends Modelica.Blocks.Icons.BooleanBlock;
    parameter Integer n = 1 "size of the vectors";
    RealInput u1[n] annotation(Placement(transformation(extent = {{-140, 40}, {-100, 80}})));
    RealInput u2[n] annotation(Placement(transformation(extent = {{-140, -80}, {-100, -40}})));
    BooleanOutput y[n] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end MI2BooleanMOs;

  partial block SI2BooleanSO "Two Boolean inputs, one output"
    extends Modelica.Blocks.Icons.BooleanBlock;
    BooleanInput u1 annotation(Placement(transformation(extent = {{-140, 40}, {-100, 80}})));
    BooleanInput u2 annotation(Placement(transformation(extent = {{-140, -80}, {-100, -40}})));
    BooleanOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end SI2BooleanSO;

  partial block BooleanSignalSource "A source of a Boolean signal"
    extends Modelica.Blocks.Icons.BooleanBlock;
    BooleanOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end BooleanSignalSource;

  partial block IntegerSO "One Integer output"
    extends Modelica.Blocks.Icons.IntegerBlock;
    IntegerOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end IntegerSO;

  partial block IntegerMO "A vector of Integer outputs"
    extends Modelica.Blocks.Icons.IntegerBlock;
    parameter Integer nout(min = 1) = 1 "number of outputs";
    IntegerOutput y[nout] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end IntegerMO;

  partial block IntegerSignalSource "A source of an Integer signal"
    extends IntegerSO;
    parameter Integer offset = 0 "added to the signal";
    parameter SI.Time startTime = 0 "before it the output is the offset";
  end IntegerSignalSource;

  partial block IntegerSIBooleanSO "One Integer input, one Boolean output"
    extends Modelica.Blocks.Icons.BooleanBlock;
    IntegerInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    BooleanOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end IntegerSIBooleanSO;

  partial block IntegerMIBooleanMOs "As many Boolean outputs as Integer inputs"
    extends Modelica.Blocks.Icons.BooleanBlock;
    parameter Integer n = 1 "number of inputs and of outputs";
    IntegerInput u[n] annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    BooleanOutput y[n] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end IntegerMIBooleanMOs;

  partial block PartialIntegerSISO "One Integer input and output"
    IntegerInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    IntegerOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end PartialIntegerSISO;

  partial block PartialIntegerMISO "As many Integer inputs as are connected, one output"
    parameter Integer nu(min = 0) = 0 "number of inputs" annotation(Dialog(connectorSizing = true));
    IntegerVectorInput u[nu] annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    IntegerOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end PartialIntegerMISO;

  partial block partialBooleanSISO "One Boolean input and output"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    BooleanInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    BooleanOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end partialBooleanSISO;

  partial block partialBooleanSI2SO "Two Boolean inputs, one output"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    BooleanInput u1 annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    BooleanInput u2 annotation(Placement(transformation(extent = {{-140, -100}, {-100, -60}})));
    BooleanOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end partialBooleanSI2SO;

  partial block partialBooleanSI3SO "Three Boolean inputs, one output"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    BooleanInput u1 annotation(Placement(transformation(extent = {{-140, 60}, {-100, 100}})));
    BooleanInput u2 annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    BooleanInput u3 annotation(Placement(transformation(extent = {{-140, -100}, {-100, -60}})));
    BooleanOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end partialBooleanSI3SO;

  partial block partialBooleanSI "One Boolean input"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    BooleanInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
  end partialBooleanSI;

  partial block partialBooleanSO "One Boolean output"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    BooleanOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end partialBooleanSO;

  partial block partialBooleanSource "A source of a Boolean signal"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    BooleanOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end partialBooleanSource;

  partial block partialBooleanThresholdComparison "A comparison with a threshold"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    parameter Real threshold = 0 "what the input is compared with";
    RealInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    BooleanOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end partialBooleanThresholdComparison;

  partial block partialBooleanComparison "A comparison of two inputs"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    RealInput u1 annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    RealInput u2 annotation(Placement(transformation(extent = {{-140, -100}, {-100, -60}})));
    BooleanOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end partialBooleanComparison;

  partial block PartialBooleanSISO_small "One Boolean input and output"
    BooleanInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    BooleanOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end PartialBooleanSISO_small;

  partial block PartialBooleanMISO "As many Boolean inputs as are connected, one output"
    parameter Integer nu(min = 0) = 0 "number of inputs" annotation(Dialog(connectorSizing = true));
    BooleanVectorInput u[nu] annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    BooleanOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end PartialBooleanMISO;

  partial block PartialConversionBlock "A conversion of units"
    RealInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end PartialConversionBlock;

end Interfaces;
