within Modelica.Blocks;
package Math "Functions of signals"
  extends Modelica.Icons.Package;
  import Modelica.Blocks.Interfaces;
  import Modelica.Units.SI;

  encapsulated package UnitConversions "Conversions of units"
    import Modelica;
    extends Modelica.Icons.Package;

    block To_degC "To degrees Celsius"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "K"), y(unit = "degC"));
    equation
      y = Modelica.Units.Conversions.to_degC(u);
    end To_degC;

    block From_degC "From degrees Celsius"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "degC"), y(unit = "K"));
    equation
      y = Modelica.Units.Conversions.from_degC(u);
    end From_degC;

    block To_degF "To degrees Fahrenheit"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "K"), y(unit = "degF"));
    equation
      y = Modelica.Units.Conversions.to_degF(u);
    end To_degF;

    block From_degF "From degrees Fahrenheit"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "degF"), y(unit = "K"));
    equation
      y = Modelica.Units.Conversions.from_degF(u);
    end From_degF;

    block To_degRk "To degrees Rankine"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "K"), y(unit = "degRk"));
    equation
      y = Modelica.Units.Conversions.to_degRk(u);
    end To_degRk;

    block From_degRk "From degrees Rankine"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "degRk"), y(unit = "K"));
    equation
      y = Modelica.Units.Conversions.from_degRk(u);
    end From_degRk;

    block To_deg "To degrees"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "rad"), y(unit = "deg"));
    equation
      y = Modelica.Units.Conversions.to_deg(u);
    end To_deg;

    block From_deg "From degrees"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "deg"), y(unit = "rad"));
    equation
      y = Modelica.Units.Conversions.from_deg(u);
    end From_deg;

    block To_rpm "To revolutions per minute"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "rad/s"), y(unit = "rev/min"));
    equation
      y = Modelica.Units.Conversions.to_rpm(u);
    end To_rpm;

    block From_rpm "From revolutions per minute"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "rev/min"), y(unit = "rad/s"));
    equation
      y = Modelica.Units.Conversions.from_rpm(u);
    end From_rpm;

    block To_kmh "To kilometres per hour"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "m/s"), y(unit = "km/h"));
    equation
      y = Modelica.Units.Conversions.to_kmh(u);
    end To_kmh;

    block From_kmh "From kilometres per hour"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "km/h"), y(unit = "m/s"));
    equation
      y = Modelica.Units.Conversions.from_kmh(u);
    end From_kmh;

    block To_day "To days"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "s"), y(unit = "d"));
    equation
      y = Modelica.Units.Conversions.to_day(u);
    end To_day;

    block From_day "From days"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "d"), y(unit = "s"));
    equation
      y = Modelica.Units.Conversions.from_day(u);
    end From_day;

    block To_hour "To hours"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "s"), y(unit = "h"));
    equation
      y = Modelica.Units.Conversions.to_hour(u);
    end To_hour;

    block From_hour "From hours"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "h"), y(unit = "s"));
    equation
      y = Modelica.Units.Conversions.from_hour(u);
    end From_hour;

    block To_minute "To minutes"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "s"), y(unit = "min"));
    equation
      y = Modelica.Units.Conversions.to_minute(u);
    end To_minute;

    block From_minute "From minutes"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "min"), y(unit = "s"));
    equation
      y = Modelica.Units.Conversions.from_minute(u);
    end From_minute;

    block To_litre "To litres"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "m3"), y(unit = "l"));
    equation
      y = Modelica.Units.Conversions.to_litre(u);
    end To_litre;

    block From_litre "From litres"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "l"), y(unit = "m3"));
    equation
      y = Modelica.Units.Conversions.from_litre(u);
    end From_litre;

    block To_kWh "To kilowatt hours"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "J"), y(unit = "kW.h"));
    equation
      y = Modelica.Units.Conversions.to_kWh(u);
    end To_kWh;

    block From_kWh "From kilowatt hours"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "kW.h"), y(unit = "J"));
    equation
      y = Modelica.Units.Conversions.from_kWh(u);
    end From_kWh;

    block To_bar "To bar"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "Pa"), y(unit = "bar"));
    equation
      y = Modelica.Units.Conversions.to_bar(u);
    end To_bar;

    block From_bar "From bar"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "bar"), y(unit = "Pa"));
    equation
      y = Modelica.Units.Conversions.from_bar(u);
    end From_bar;

    block To_gps "To grams per second"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "kg/s"), y(unit = "g/s"));
    equation
      y = Modelica.Units.Conversions.to_gps(u);
    end To_gps;

    block From_gps "From grams per second"
      extends Modelica.Blocks.Interfaces.PartialConversionBlock(u(unit = "g/s"), y(unit = "kg/s"));
    equation
      y = Modelica.Units.Conversions.from_gps(u);
    end From_gps;
  end UnitConversions;

  block InverseBlockConstraints "Makes an inverse model: u1 = u2 and y1 = y2"
    Interfaces.RealInput u1 annotation(Placement(transformation(extent = {{-240, -20}, {-200, 20}})));
    Interfaces.RealInput u2 annotation(Placement(transformation(extent = {{-140, -20}, {-180, 20}})));
    Interfaces.RealOutput y1 annotation(Placement(transformation(extent = {{200, -10}, {220, 10}})));
    Interfaces.RealOutput y2 annotation(Placement(transformation(extent = {{170, -10}, {150, 10}})));
  equation
    u1 = u2;
    y1 = y2;
  end InverseBlockConstraints;

  block Gain "k times the input"
    parameter Real k(start = 1) "gain";
    Interfaces.RealInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = k*u;
    annotation(Icon(graphics = {Polygon(points = {{-100, -100}, {-100, 100}, {100, 0}, {-100, -100}},
        lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Text(extent = {{-150, 140}, {150, 100}}, textString = "%name", textColor = {0, 0, 255})}));
  end Gain;

  block MatrixGain "A matrix times the vector of inputs"
    extends Interfaces.MIMO(final nin = size(K, 2), final nout = size(K, 1));
    parameter Real K[:, :] = [1, 0; 0, 1] "gains";
  equation
    y = K*u;
  end MatrixGain;

  block MultiSum "The sum of as many inputs as are connected"
    extends Interfaces.PartialRealMISO;
    parameter Real k[nu] = fill(1, nu) "gains";
  equation
    y = if size(u, 1) > 0 then k*u else 0;
  end MultiSum;

  block MultiProduct "The product of as many inputs as are connected"
    extends Interfaces.PartialRealMISO;
  equation
    y = if size(u, 1) > 0 then product(u) else 0;
  end MultiProduct;

  block MultiSwitch "The expression of the first input that is true"
    input Real expr[nu] = fill(0.0, nu) "one expression for each input";
    parameter Real y_default = 0.0 "output where no input is true";
    parameter Integer nu(min = 0) = 0 "number of inputs" annotation(Dialog(connectorSizing = true));
    parameter Integer precision(min = 0) = 3 "digits that are shown";
    Interfaces.BooleanVectorInput u[nu];
    Interfaces.RealOutput y;
  protected
    Integer firstActiveIndex;
  equation
    firstActiveIndex = Modelica.Math.BooleanVectors.firstTrueIndex(u);
    y = if firstActiveIndex == 0 then y_default else expr[max(1, firstActiveIndex)];
  end MultiSwitch;

  block Sum "The sum of a vector, with gains"
    extends Interfaces.MISO;
    parameter Real k[nin] = ones(nin) "gains";
  equation
    y = k*u;
  end Sum;

  block Feedback "u1 - u2"
    Interfaces.RealInput u1 annotation(Placement(transformation(extent = {{-100, -20}, {-60, 20}})));
    Interfaces.RealInput u2
      annotation(Placement(transformation(origin = {0, -80}, extent = {{-20, -20}, {20, 20}}, rotation = 90)));
    Interfaces.RealOutput y annotation(Placement(transformation(extent = {{80, -10}, {100, 10}})));
  equation
    y = u1 - u2;
    annotation(Icon(graphics = {Ellipse(extent = {{-20, 20}, {20, -20}}, lineColor = {0, 0, 127},
        fillColor = {235, 235, 235}, fillPattern = FillPattern.Solid),
      Line(points = {{-60, 0}, {-20, 0}}, color = {0, 0, 127}), Line(points = {{20, 0}, {80, 0}}, color = {0, 0, 127}),
      Line(points = {{0, -20}, {0, -60}}, color = {0, 0, 127}),
      Text(extent = {{-150, 94}, {150, 44}}, textString = "%name", textColor = {0, 0, 255})}));
  end Feedback;

  block Add "k1*u1 + k2*u2"
    extends Interfaces.SI2SO;
    parameter Real k1 = +1 "gain of u1";
    parameter Real k2 = +1 "gain of u2";
  equation
    y = k1*u1 + k2*u2;
  end Add;

  block Add3 "k1*u1 + k2*u2 + k3*u3"
    extends Modelica.Blocks.Icons.Block;
    parameter Real k1 = +1 "gain of u1";
    parameter Real k2 = +1 "gain of u2";
    parameter Real k3 = +1 "gain of u3";
    Interfaces.RealInput u1 annotation(Placement(transformation(extent = {{-140, 60}, {-100, 100}})));
    Interfaces.RealInput u2 annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealInput u3 annotation(Placement(transformation(extent = {{-140, -100}, {-100, -60}})));
    Interfaces.RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = k1*u1 + k2*u2 + k3*u3;
  end Add3;

  block Product "u1 times u2"
    extends Interfaces.SI2SO;
  equation
    y = u1*u2;
  end Product;

  block Division "u1 over u2"
    extends Interfaces.SI2SO;
  equation
    y = u1/u2;
  end Division;

  block Abs "The absolute value"
    extends Interfaces.SISO;
    parameter Boolean generateEvent = false "an event where the input passes zero";
  equation
    y = if generateEvent then (if u >= 0 then u else -u) else smooth(0, noEvent(if u >= 0 then u else -u));
  end Abs;

  block Sign "-1, 0 or 1"
    extends Interfaces.SISO;
    parameter Boolean generateEvent = false "an event where the input passes zero";
  equation
    y = if generateEvent then (if u > 0 then 1 elseif u < 0 then -1 else 0) else
      noEvent(if u > 0 then 1 elseif u < 0 then -1 else 0);
  end Sign;

  block Sqrt "The square root"
    extends Interfaces.SISO;
  equation
    y = sqrt(u);
  end Sqrt;

  block Sin "The sine"
    extends Interfaces.SISO(u(unit = "rad"));
  equation
    y = Modelica.Math.sin(u);
  end Sin;

  block Cos "The cosine"
    extends Interfaces.SISO(u(unit = "rad"));
  equation
    y = Modelica.Math.cos(u);
  end Cos;

  block Tan "The tangent"
    extends Interfaces.SISO(u(unit = "rad"));
  equation
    y = Modelica.Math.tan(u);
  end Tan;

  block Asin "The inverse sine"
    extends Interfaces.SISO(y(unit = "rad"));
  equation
    y = Modelica.Math.asin(u);
  end Asin;

  block Acos "The inverse cosine"
    extends Interfaces.SISO(y(unit = "rad"));
  equation
    y = Modelica.Math.acos(u);
  end Acos;

  block Atan "The inverse tangent"
    extends Interfaces.SISO(y(unit = "rad"));
  equation
    y = Modelica.Math.atan(u);
  end Atan;

  block Atan2 "The angle of the point (u2, u1)"
    extends Interfaces.SI2SO(y(unit = "rad"));
  equation
    y = Modelica.Math.atan2(u1, u2);
  end Atan2;

  block Sinh "The hyperbolic sine"
    extends Interfaces.SISO;
  equation
    y = Modelica.Math.sinh(u);
  end Sinh;

  block Cosh "The hyperbolic cosine"
    extends Interfaces.SISO;
  equation
    y = Modelica.Math.cosh(u);
  end Cosh;

  block Tanh "The hyperbolic tangent"
    extends Interfaces.SISO;
  equation
    y = Modelica.Math.tanh(u);
  end Tanh;

  block Exp "The exponential"
    extends Interfaces.SISO;
  equation
    y = Modelica.Math.exp(u);
  end Exp;

  block Power "A base to the power of the input"
    extends Interfaces.SISO;
    parameter Real base = Modelica.Constants.e;
    parameter Boolean useExp = true "by the exponential";
  equation
    y = if useExp then Modelica.Math.exp(u*Modelica.Math.log(base)) else base^u;
  end Power;

  block Exponentiation "The input to the power of an exponent"
    extends Interfaces.SISO;
    parameter Real exponent = 2;
  equation
    y = u^exponent;
  end Exponentiation;

  block Log "The logarithm"
    extends Interfaces.SISO;
    parameter Real base = Modelica.Constants.e;
  equation
    y = if base == Modelica.Constants.e then Modelica.Math.log(u) else Modelica.Math.log(u)/Modelica.Math.log(base);
  end Log;

  block Log10 "The logarithm to the base 10"
    extends Interfaces.SISO;
  equation
    y = Modelica.Math.log10(u);
  end Log10;

  block WrapAngle "The same direction from -pi to pi, or from 0 to 2*pi"
    extends Interfaces.SISO(u(unit = "rad"), y(unit = "rad"));
    parameter Boolean positiveRange = false "from 0 to 2*pi";
  equation
    y = Modelica.Math.wrapAngle(u, positiveRange);
  end WrapAngle;

  block RealToInteger "The nearest Integer"
    extends Modelica.Blocks.Icons.IntegerBlock;
    Interfaces.RealInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.IntegerOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = if u > 0 then integer(floor(u + 0.5)) else integer(ceil(u - 0.5));
  end RealToInteger;

  block IntegerToReal "An Integer as a Real"
    extends Modelica.Blocks.Icons.Block;
    Interfaces.IntegerInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = u;
  end IntegerToReal;

  block BooleanToReal "A Boolean as a Real"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    parameter Real realTrue = 1.0;
    parameter Real realFalse = 0.0;
    Interfaces.BooleanInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = if u then realTrue else realFalse;
  end BooleanToReal;

  block BooleanToInteger "A Boolean as an Integer"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    parameter Integer integerTrue = 1;
    parameter Integer integerFalse = 0;
    Interfaces.BooleanInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.IntegerOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = if u then integerTrue else integerFalse;
  end BooleanToInteger;

  block RealToBoolean "Whether a Real reaches a threshold"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    parameter Real threshold = 0.5;
    Interfaces.RealInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.BooleanOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = u >= threshold;
  end RealToBoolean;

  block IntegerToBoolean "Whether an Integer reaches a threshold"
    extends Modelica.Blocks.Icons.PartialBooleanBlock;
    parameter Integer threshold = 1;
    Interfaces.IntegerInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.BooleanOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = u >= threshold;
  end IntegerToBoolean;

  block RectangularToPolar "Length and angle of a vector"
    extends Modelica.Blocks.Icons.Block;
    Interfaces.RealInput u_re annotation(Placement(transformation(extent = {{-140, 40}, {-100, 80}})));
    Interfaces.RealInput u_im annotation(Placement(transformation(extent = {{-140, -80}, {-100, -40}})));
    Interfaces.RealOutput y_abs annotation(Placement(transformation(extent = {{100, 50}, {120, 70}})));
    Interfaces.RealOutput y_arg(unit = "rad") annotation(Placement(transformation(extent = {{100, -70}, {120, -50}})));
  equation
    y_abs = sqrt(u_re*u_re + u_im*u_im);
    y_arg = Modelica.Math.atan2(u_im, u_re);
  end RectangularToPolar;

  block PolarToRectangular "A vector of given length and angle"
    extends Modelica.Blocks.Icons.Block;
    Interfaces.RealInput u_abs annotation(Placement(transformation(extent = {{-140, 40}, {-100, 80}})));
    Interfaces.RealInput u_arg(unit = "rad") annotation(Placement(transformation(extent = {{-140, -80}, {-100,
      -40}})));
    Interfaces.RealOutput y_re annotation(Placement(transformation(extent = {{100, 50}, {120, 70}})));
    Interfaces.RealOutput y_im annotation(Placement(transformation(extent = {{100, -70}, {120, -50}})));
  equation
    y_re = u_abs*Modelica.Math.cos(u_arg);
    y_im = u_abs*Modelica.Math.sin(u_arg);
  end PolarToRectangular;

  block Mean "The mean over the last whole period"
    extends Interfaces.SISO;
    parameter SI.Frequency f(start = 50) "frequency of the periods";
    parameter Real x0 = 0 "integral at the start";
    parameter Real y0 = 0 "output before the first period ends";
    parameter Boolean yGreaterOrEqualZero = false "a negative mean is rounding, and is 0";
  protected
    parameter SI.Time t0(fixed = false) "when the run begins";
    Real x "integral since the period began";
    discrete Real y_last "mean of the last period";
  initial equation
    t0 = time;
    x = x0;
    y_last = y0;
  equation
    der(x) = u;
    when sample(t0 + 1/f, 1/f) then
      y_last = if not yGreaterOrEqualZero then f*pre(x) else max(0.0, f*pre(x));
      reinit(x, 0);
    end when;
    y = y_last;
  end Mean;

  block RectifiedMean "The mean of the absolute value over the last whole period"
    extends Interfaces.SISO;
    parameter SI.Frequency f(start = 50) "frequency of the periods";
    parameter Real x0 = 0 "integral at the start";
    parameter Real y0(final min = 0) = 0 "output before the first period ends";
    Mean mean(final f = f, final x0 = x0, final y0 = y0);
    Abs abs1;
  equation
    connect(u, abs1.u);
    connect(abs1.y, mean.u);
    connect(mean.y, y);
  end RectifiedMean;

  block RootMeanSquare "The root of the mean of squares over the last whole period"
    extends Interfaces.SISO;
    parameter SI.Frequency f(start = 50) "frequency of the periods";
    parameter Real x0 = 0 "integral at the start";
    parameter Real y0(final min = 0) = 0 "output before the first period ends";
    MultiProduct product(nu = 2);
    Mean mean(final f = f, final y0 = y0^2, final yGreaterOrEqualZero = true, final x0 = x0);
    Sqrt sqrt1;
  equation
    connect(u, product.u[1]);
    connect(u, product.u[2]);
    connect(product.y, mean.u);
    connect(mean.y, sqrt1.u);
    connect(sqrt1.y, y);
  end RootMeanSquare;

  block ContinuousMean "The mean since the start"
    extends Modelica.Blocks.Icons.Block;
    parameter SI.Time t_eps(min = 0) = 1e-7 "so long the output is the input";
    parameter Real startTime = -Modelica.Constants.inf "when the mean begins";
    Interfaces.RealInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  protected
    Real mu(start = 0, fixed = true) "integral";
    parameter Real t_0(fixed = false);
    parameter Real actualStartTime = max(t_0, startTime);
  initial equation
    t_0 = time;
  equation
    der(mu) = if time >= actualStartTime then u else 0;
    y = if time < actualStartTime + t_eps then u else mu/(time - actualStartTime);
  end ContinuousMean;

  block Variance "The variance since the start"
    extends Modelica.Blocks.Icons.Block;
    parameter SI.Time t_eps(min = 100*Modelica.Constants.eps) = 1e-7 "so long the output is 0";
    Interfaces.RealInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  protected
    Real mu(start = 0, fixed = true) "integral of the input";
    Real square(start = 0, fixed = true) "integral of its square";
    parameter Real t_0(fixed = false);
  initial equation
    t_0 = time;
  equation
    der(mu) = u;
    der(square) = u*u;
    y = if time < t_0 + t_eps then 0 else max(0, square/(time - t_0) - (mu/(time - t_0))^2);
  end Variance;

  block StandardDeviation "The standard deviation since the start"
    extends Modelica.Blocks.Icons.Block;
    parameter SI.Time t_eps(min = 100*Modelica.Constants.eps) = 1e-7 "so long the output is 0";
    Interfaces.RealInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
    Variance variance(t_eps = t_eps);
    Sqrt sqrt1;
  equation
    connect(u, variance.u);
    connect(variance.y, sqrt1.u);
    connect(sqrt1.y, y);
  end StandardDeviation;

  block Harmonic "Root mean square and phase of a harmonic, over the last whole period"
    extends Modelica.Blocks.Icons.Block;
    parameter SI.Frequency f(start = 50) "frequency of the periods";
    parameter Integer k(start = 1) "number of the harmonic";
    parameter Boolean useConjugateComplex = false "the phase has the other sign";
    parameter Real x0Cos = 0 "integral of the cosine at the start";
    parameter Real x0Sin = 0 "integral of the sine at the start";
    parameter Real y0Cos = 0 "mean of the cosine at the start";
    parameter Real y0Sin = 0 "mean of the sine at the start";
    Modelica.Blocks.Sources.Cosine sin1(final amplitude = sqrt(2), final f = k*f, final phase = 0);
    Modelica.Blocks.Sources.Sine sin2(final amplitude = sqrt(2), final f = k*f, final phase = 0);
    MultiProduct product1(nu = 2);
    MultiProduct product2(nu = 2);
    Mean mean1(final f = f, final x0 = x0Cos, final y0 = y0Cos);
    Mean mean2(final f = f, final x0 = x0Sin, final y0 = y0Sin);
    Interfaces.RealInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealOutput y_rms annotation(Placement(transformation(extent = {{100, 50}, {120, 70}})));
    Interfaces.RealOutput y_arg(unit = "rad") annotation(Placement(transformation(extent = {{100, -70}, {120, -50}})));
    RectangularToPolar rectangularToPolar;
    Gain gain(final k = if useConjugateComplex then -1 else 1);
  equation
    connect(sin1.y, product1.u[1]);
    connect(u, product1.u[2]);
    connect(u, product2.u[1]);
    connect(sin2.y, product2.u[2]);
    connect(product1.y, mean1.u);
    connect(product2.y, mean2.u);
    connect(mean1.y, rectangularToPolar.u_re);
    connect(mean2.y, rectangularToPolar.u_im);
    connect(rectangularToPolar.y_abs, y_rms);
    connect(rectangularToPolar.y_arg, gain.u);
    connect(gain.y, y_arg);
  end Harmonic;

  block Max "The larger of two"
    extends Interfaces.SI2SO;
  equation
    y = max(u1, u2);
  end Max;

  block Min "The smaller of two"
    extends Interfaces.SI2SO;
  equation
    y = min(u1, u2);
  end Min;

  block MinMax "The least and the largest of as many inputs as are connected"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer nu(min = 0) = 0 "number of inputs" annotation(Dialog(connectorSizing = true));
    Interfaces.RealVectorInput u[nu];
    Interfaces.RealOutput yMax annotation(Placement(transformation(extent = {{100, 50}, {120, 70}})));
    Interfaces.RealOutput yMin annotation(Placement(transformation(extent = {{100, -70}, {120, -50}})));
  equation
    yMax = max(u);
    yMin = min(u);
  end MinMax;

  block LinearDependency "y0 + k1*u1 + k2*u2"
    extends Interfaces.SI2SO;
    parameter Real y0 = 0;
    parameter Real k1 = 0;
    parameter Real k2 = 0;
  equation
    y = y0 + k1*u1 + k2*u2;
  end LinearDependency;

  block Pythagoras "The hypotenuse, or one of the other sides, of a right triangle"
    extends Interfaces.SI2SO;
    parameter Boolean u1IsHypotenuse = false "u1 is the hypotenuse, and the output another side";
    Interfaces.BooleanOutput valid "there is such a triangle"
      annotation(Placement(transformation(origin = {0, -110}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  protected
    Real y2 "square of the output";
  equation
    y2 = if u1IsHypotenuse then u1*u1 - u2*u2 else u1*u1 + u2*u2;
    valid = not u1IsHypotenuse or y2 >= 0;
    y = if noEvent(y2 >= 0) then sqrt(y2) else 0;
  end Pythagoras;

  block Edge "True where the input becomes true"
    extends Interfaces.BooleanSISO;
  equation
    y = edge(u);
  end Edge;

  block BooleanChange "True where the input changes"
    extends Interfaces.BooleanSISO;
  equation
    y = change(u);
  end BooleanChange;

  block IntegerChange "True where the input changes"
    extends Interfaces.IntegerSIBooleanSO;
  equation
    y = change(u);
  end IntegerChange;
end Math;
