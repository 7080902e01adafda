within Modelica.Blocks;
package Discrete "What acts at samples"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;

  block Sampler "The input at samples; 0 before the first"
    extends Interfaces.DiscreteSISO(y(start = 0, fixed = true));
  equation
    when {sampleTrigger, initial()} then
      y = u;
    end when;
  end Sampler;

  block ZeroOrderHold "The input at samples, held until the next"
    extends Interfaces.DiscreteSISO;
  protected
    output Real ySample(start = 0, fixed = true);
  equation
    when {sampleTrigger, initial()} then
      ySample = u;
    end when;
    y = pre(ySample);
  end ZeroOrderHold;

  block FirstOrderHold "A line through the two samples before the last, so that no loop closes at a sample"
    extends Interfaces.DiscreteSISO;
  protected
    SI.Time tSample "time of the last sample";
    Real uSample "input at the last sample";
    Real pre_uSample "input at the sample before it";
    Real c "slope";
  initial equation
    pre(tSample) = time;
    pre(uSample) = u;
    pre(pre_uSample) = u;
    pre(c) = 0.0;
  equation
    when sampleTrigger then
      tSample = time;
      uSample = u;
      pre_uSample = pre(uSample);
      c = if firstTrigger then 0 else (uSample - pre_uSample)/samplePeriod;
    end when;
    y = pre_uSample + pre(c)*(time - tSample);
  end FirstOrderHold;

  block UnitDelay "The input at the sample before"
    extends Interfaces.DiscreteSISO;
    parameter Real y_start = 0 "output before the second sample";
  initial equation
    y = y_start;
  equation
    when sampleTrigger then
      y = pre(u);
    end when;
  end UnitDelay;

  block TransferFunction "The quotient b(z)/a(z) of two polynomials, highest powers first"
    extends Interfaces.DiscreteSISO;
    parameter Real b[:] = {1} "numerator";
    parameter Real a[:] = {1} "denominator";
    output Real x[size(a, 1) - 1](each start = 0, each fixed = true) "states, in controller canonical form";
  protected
    parameter Integer nb = size(b, 1);
    parameter Integer na = size(a, 1);
    Real x1(start = 0, fixed = true);
    Real xext[size(a, 1)](each start = 0, each fixed = true);
  equation
    when sampleTrigger then
      x1 = (u - a[2:na]*pre(x))/a[1];
      xext = vector([x1; pre(x)]);
      x = xext[1:na - 1];
      y = vector([zeros(na - nb, 1); b])*xext;
    end when;
  end TransferFunction;

  block StateSpace "x(next) = A*x + B*u, y = C*x + D*u, at samples"
    extends Interfaces.DiscreteMIMO(final nin = size(B, 2), final nout = size(C, 1));
    parameter Real A[:, size(A, 1)] = [1, 0; 0, 1];
    parameter Real B[size(A, 1), :] = [1; 1];
    parameter Real C[:, size(A, 1)] = [1, 1];
    parameter Real D[size(C, 1), size(B, 2)] = zeros(size(C, 1), size(B, 2));
    output Real x[size(A, 1)] "states";
  equation
    when sampleTrigger then
      x = A*pre(x) + B*u;
      y = C*pre(x) + D*u;
    end when;
  end StateSpace;

  block TriggeredSampler "The input where the trigger becomes true"
    extends Modelica.Blocks.Icons.DiscreteBlock;
    parameter Real y_start = 0 "output before the first trigger";
    Interfaces.RealInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
    Interfaces.BooleanInput trigger
      annotation(Placement(transformation(origin = {0, -118}, extent = {{-20, -20}, {20, 20}}, rotation = 90)));
  initial equation
    y = y_start;
  equation
    when trigger then
      y = u;
    end when;
  end TriggeredSampler;

  block TriggeredMax "The largest of the inputs where the trigger became true"
    extends Modelica.Blocks.Icons.DiscreteBlock;
    Interfaces.RealInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
    Interfaces.BooleanInput trigger
      annotation(Placement(transformation(origin = {0, -118}, extent = {{-20, -20}, {20, 20}}, rotation = 90)));
  initial equation
    y = u;
  equation
    when trigger then
      y = max(pre(y), u);
    end when;
  end TriggeredMax;
end Discrete;
