within Modelica.Blocks;
package Nonlinear "Limits, dead zones and delays"
  extends Modelica.Icons.Package;
  import Modelica.Blocks.Interfaces;
  import Modelica.Units.SI;

  block Limiter "The input within limits"
    extends Interfaces.SISO;
    parameter Real uMax(start = 1) "upper limit";
    parameter Real uMin = -uMax "lower limit";
    parameter Boolean strict = false "the limits make no events";
    parameter Types.LimiterHomotopy homotopyType = Modelica.Blocks.Types.LimiterHomotopy.Linear;
  protected
    Real simplifiedExpr = if homotopyType == Types.LimiterHomotopy.UpperLimit then uMax elseif
      homotopyType == Types.LimiterHomotopy.LowerLimit then uMin else u annotation(HideResult = true);
    Real limited = if strict then smooth(0, noEvent(if u > uMax then uMax elseif u < uMin then uMin else u)) else
      smooth(0, if u > uMax then uMax elseif u < uMin then uMin else u) annotation(HideResult = true);
  equation
    assert(uMax >= uMin, "The limits are exchanged: uMax is " + String(uMax) + ", and uMin is " + String(uMin));
    if homotopyType == Types.LimiterHomotopy.NoHomotopy then
      y = limited;
    else
      y = homotopy(actual = limited, simplified = simplifiedExpr);
    end if;
  end Limiter;

  block VariableLimiter "The input within limits that are signals"
    extends Interfaces.SISO;
    parameter Boolean strict = false "the limits make no events";
    parameter Types.VariableLimiterHomotopy homotopyType = Modelica.Blocks.Types.VariableLimiterHomotopy.Linear;
    parameter Real ySimplified = 0 "output at the beginning of a homotopy that is fixed";
    Interfaces.RealInput limit1 "upper limit" annotation(Placement(transformation(extent = {{-140, 60}, {-100,
      100}})));
    Interfaces.RealInput limit2 "lower limit"
      annotation(Placement(transformation(extent = {{-140, -100}, {-100, -60}})));
  protected
    Real simplifiedExpr = if homotopyType == Types.VariableLimiterHomotopy.Fixed then ySimplified else u
      annotation(HideResult = true);
    Real limited = if strict then smooth(0, noEvent(if u > limit1 then limit1 elseif u < limit2 then limit2 else
      u)) else
      smooth(0, if u > limit1 then limit1 elseif u < limit2 then limit2 else u) annotation(HideResult = true);
  equation
    if strict then
      assert(noEvent(limit1 >= limit2), "The upper limit is below the lower one.");
    else
      assert(limit1 >= limit2, "The upper limit is below the lower one.");
    end if;
    if homotopyType == Types.VariableLimiterHomotopy.NoHomotopy then
      y = limited;
    else
      y = homotopy(actual = limited, simplified = simplifiedExpr);
    end if;
  end VariableLimiter;

  block SlewRateLimiter "An output that follows the input within limits of its slope"
    extends Interfaces.SISO;
    parameter Real Rising(min = Modelica.Constants.small) = 1 "steepest rise";
    parameter Real Falling(max = -Modelica.Constants.small) = -Rising "steepest fall";
    parameter SI.Time Td(min = Modelica.Constants.small) = 0.001 "time constant of the derivative";
    parameter Modelica.Blocks.Types.Init initType = Modelica.Blocks.Types.Init.SteadyState;
    parameter Real y_start = 0 "output at the start";
    parameter Boolean strict = false "the limits make no events";
  protected
    Real val = (u - y)/Td;
  initial equation
    if initType == Modelica.Blocks.Types.Init.SteadyState then
      y = u;
    elseif initType == Modelica.Blocks.Types.Init.InitialState or
        initType == Modelica.Blocks.Types.Init.InitialOutput then
      y = y_start;
    end if;
  equation
    if strict then
      der(y) = smooth(1, noEvent(if val < Falling then Falling elseif val > Rising then Rising else val));
    else
      der(y) = if val < Falling then Falling elseif val > Rising then Rising else val;
    end if;
  end SlewRateLimiter;

  block DeadZone "0 between the limits, and the distance from them beyond"
    extends Interfaces.SISO;
    parameter Real uMax(start = 1) "upper limit";
    parameter Real uMin = -uMax "lower limit";
  equation
    assert(uMax >= uMin, "The limits are exchanged: uMax is " + String(uMax) + ", and uMin is " + String(uMin));
    y = homotopy(actual = smooth(0, if u > uMax then u - uMax elseif u < uMin then u - uMin else 0), simplified = u);
  end DeadZone;

  block FixedDelay "The input some time ago"
    extends Interfaces.SISO;
    parameter SI.Time delayTime(start = 1);
  equation
    y = delay(u, delayTime);
  end FixedDelay;

  block VariableDelay "The input a varying time ago"
    extends Interfaces.SISO;
    parameter SI.Duration delayMax(min = 0, start = 1) "longest delay";
    Interfaces.RealInput delayTime annotation(Placement(transformation(extent = {{-140, -80}, {-100, -40}})));
  equation
    y = delay(u, delayTime, delayMax);
  end VariableDelay;

  block PadeDelay "A delay as a quotient of polynomials, by Pade"
    extends Interfaces.SISO;
    parameter SI.Time delayTime(start = 1);
    parameter Integer n(min = 1) = 1 "order of the denominator";
    parameter Integer m(min = 1, max = n) = n "order of the numerator";
    parameter Boolean balance = false "has no effect: states are scaled in any case";
    final output Real x[n] "states";
  protected
    parameter Real a[n + 1] = {coefficient(n, m, n + 1 - i) for i in 1:n + 1} "denominator, highest power first";
    parameter Real b[n + 1] = {if i <= n - m then 0 else (if mod(n + 1 - i, 2) == 0 then 1 else -1)*
      coefficient(m, n, n + 1 - i) for i in 1:n + 1} "numerator, highest power first";

    function coefficient "Of s^k in the polynomial of order p, where the other one has order q"
      extends Modelica.Icons.Function;
      input Integer p;
      input Integer q;
      input Integer k;
      output Real c = 1;
    algorithm
      for i in 1:k loop
        c := c*(p - i + 1)/((p + q - i + 1)*i);
      end for;
    end coefficient;
  initial equation
    x[n] = u;
    for i in 1:n - 1 loop
      x[i] = 0;
    end for;
  equation
    delayTime*der(x[1]) = (-a[2:n + 1]*x + u)/a[1];
    for i in 2:n loop
      delayTime*der(x[i]) = x[i - 1];
    end for;
    y = (b[2:n + 1] - b[1]/a[1]*a[2:n + 1])*x + b[1]/a[1]*u;
  end PadeDelay;
end Nonlinear;
