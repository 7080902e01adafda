within Modelica;
package Math "Functions of mathematics"
  import Modelica.Units.SI;

  package Icons "Pictures of functions"
    partial function AxisLeft "A function whose vertical axis is at the left"
    end AxisLeft;

    partial function AxisCenter "A function whose vertical axis is in the middle"
    end AxisCenter;
  end Icons;

  function isEqual "Whether two numbers differ by at most eps"
    extends Modelica.Icons.Function;
    input Real s1;
    input Real s2;
    input Real eps(min = 0) = 0;
    output Boolean result;
  algorithm
    result := abs(s1 - s2) <= eps;
    annotation(Inline = true);
  end isEqual;

  function isPowerOf2 "Whether an Integer is a power of two"
    extends Modelica.Icons.Function;
    input Integer i(min = 1);
    output Boolean result;
  protected
    Integer rest = i;
  algorithm
    while rest > 1 and mod(rest, 2) == 0 loop
      rest := div(rest, 2);
    end while;
    result := rest == 1;
  end isPowerOf2;

  function sin "Sine"
    extends Modelica.Math.Icons.AxisLeft;
    input SI.Angle u;
    output Real y;
    external "builtin" y = sin(u);
  end sin;

  function cos "Cosine"
    extends Modelica.Math.Icons.AxisLeft;
    input SI.Angle u;
    output Real y;
    external "builtin" y = cos(u);
  end cos;

  function tan "Tangent"
    extends Modelica.Math.Icons.AxisCenter;
    input SI.Angle u;
    output Real y;
    external "builtin" y = tan(u);
  end tan;

  function asin "Inverse sine, from -pi/2 to pi/2"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u;
    output SI.Angle y;
    external "builtin" y = asin(u);
  end asin;

  function acos "Inverse cosine, from 0 to pi"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u;
    output SI.Angle y;
    external "builtin" y = acos(u);
  end acos;

  function atan "Inverse tangent, from -pi/2 to pi/2"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u;
    output SI.Angle y;
    external "builtin" y = atan(u);
  end atan;

  function atan2 "The angle of the point (u2, u1), from -pi to pi"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u1;
    input Real u2;
    output SI.Angle y;
    external "builtin" y = atan2(u1, u2);
  end atan2;

  function atan3 "The angle of the point (u2, u1) that is nearest to y0"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u1;
    input Real u2;
    input SI.Angle y0 = 0;
    output SI.Angle y;
  protected
    SI.Angle first = atan2(u1, u2);
    constant Real turn = 2*Modelica.Constants.pi;
  algorithm
    y := first + turn*floor((y0 - first)/turn + 0.5);
  end atan3;

  function sinh "Hyperbolic sine"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u;
    output Real y;
    external "builtin" y = sinh(u);
  end sinh;

  function cosh "Hyperbolic cosine"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u;
    output Real y;
    external "builtin" y = cosh(u);
  end cosh;

  function tanh "Hyperbolic tangent"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u;
    output Real y;
    external "builtin" y = tanh(u);
  end tanh;

  function asinh "Inverse hyperbolic sine"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u;
    output Real y;
  algorithm
    y := if noEvent(u >= 0) then log(u + sqrt(u*u + 1)) else -log(-u + sqrt(u*u + 1));
  end asinh;

  function acosh "Inverse hyperbolic cosine"
    extends Modelica.Math.Icons.AxisLeft;
    input Real u(min = 1.0);
    output Real y;
  algorithm
    assert(u >= 1, "acosh has no value for " + String(u) + ", which is less than 1");
    y := log(u + sqrt(u*u - 1));
  end acosh;

  function exp "Exponential"
    extends Modelica.Math.Icons.AxisCenter;
    input Real u;
    output Real y;
    external "builtin" y = exp(u);
  end exp;

  function log "Natural logarithm"
    extends Modelica.Math.Icons.AxisLeft;
    input Real u;
    output Real y;
    external "builtin" y = log(u);
  end log;

  function log10 "Logarithm to the base 10"
    extends Modelica.Math.Icons.AxisLeft;
    input Real u;
    output Real y;
    external "builtin" y = log10(u);
  end log10;

  function log2 "Logarithm to the base 2"
    extends Modelica.Math.Icons.AxisLeft;
    input Real u;
    output Real y;
  protected
    constant Real ln2 = 0.69314718055994530942;
  algorithm
    y := log(u)/ln2;
    annotation(Inline = true);
  end log2;

  function wrapAngle "The same direction as an angle from -pi to pi, or from 0 to 2*pi"
    extends Modelica.Icons.Function;
    input SI.Angle u;
    input Boolean positiveRange = false;
    output SI.Angle y;
  protected
    constant Real turn = 2*Modelica.Constants.pi;
  algorithm
    y := mod(u, turn);
    if not positiveRange and y > Modelica.Constants.pi then
      y := y - turn;
    end if;
  end wrapAngle;
end Math;
