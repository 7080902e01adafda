within Saltus.Diagrams;
package Types "Whole numbers of 8 to 64 bits, complex numbers, and the way from one type to another"
  import Saltus.Diagrams.Interfaces.*;
  import Saltus.Diagrams.Interfaces;

  type Int8 = Integer(min=-128, max=127) "8 bits with a sign";
  type UInt8 = Integer(min=0, max=255) "8 bits without a sign";
  type Int16 = Integer(min=-32768, max=32767) "16 bits with a sign";
  type UInt16 = Integer(min=0, max=65535) "16 bits without a sign";
  type Int32 = Integer(min=-2147483648, max=2147483647) "32 bits with a sign";
  type UInt32 = Integer(min=0, max=4294967295) "32 bits without a sign";
  type Int64 = Integer "64 bits with a sign: every Integer";
  type UInt64 = Integer(min=0) "64 bits without a sign, up to 2^63 - 1; a Long has all of them";

  type Width = enumeration(int8, uint8, int16, uint16, int32, uint32, int64, uint64) "Whole numbers by their bits";
  type Overflow = enumeration(saturate "the nearest number that fits", wrap "the lowest bits", error "the run fails")
    "What becomes of a number that does not fit";

  constant Integer lowest[8] = {-128, 0, -32768, 0, -2147483648, 0, 0, 0}
    "By width; int64 and uint64 are not limited by it";
  constant Integer highest[8] = {127, 255, 32767, 65535, 2147483647, 4294967295, 0, 0} "By width";

  function fitted "A whole number that fits the width"
    input Integer n;
    input Width width;
    input Overflow overflow;
    output Integer y;
  protected
    Integer k = Integer(width), low, high;
  algorithm
    if width == Width.int64 or width == Width.uint64 and n >= 0 then
      y := n;
    elseif width == Width.uint64 then
      assert(overflow == Overflow.saturate, "the number " + String(n) + " does not fit 64 bits without a sign");
      y := 0;
    else
      low := lowest[k];
      high := highest[k];
      assert(overflow <> Overflow.error or n >= low and n <= high, "the number " + String(n) + " does not fit "
        + String(low) + " to " + String(high));
      y := if overflow == Overflow.wrap then low + mod(n - low, high - low + 1) else min(max(n, low), high);
    end if;
  end fitted;

  partial block Fitting "What becomes of whole numbers that do not fit"
    extends Interfaces.Icon;
    parameter Width width = Width.int32 "Bits of the output" annotation (Evaluate=true);
    parameter Overflow overflow = Overflow.saturate "What becomes of a number that does not fit"
      annotation (Evaluate=true);
    IntegerOutput y "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  end Fitting;

  constant Real mostReal = 9223372036854774784.0 "The largest Real below 2^63";
  constant Integer mostInteger = 2147483647*4294967296 + 4294967295 "2^63 - 1";

  block DataTypeConversion "A number becomes a whole number of some bits"
    extends Fitting;
    parameter Math.Rounding mode = Math.Rounding.fix "How it is rounded" annotation (Evaluate=true);
    final parameter Boolean limited = overflow == Overflow.saturate annotation (Evaluate=true);
    RealInput u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  protected
    final parameter Integer k = Integer(width);
    final parameter Integer top = if k > 6 then mostInteger else highest[k];
    final parameter Integer bottom = if k == 7 then -mostInteger - 1 else lowest[k];
  equation
    y = if limited and u > mostReal then top elseif limited and u < -mostReal then bottom
      else fitted(integer(Math.rounded(u, mode)), width, overflow);
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%width")}),
      Documentation(info="<html><p>Where the whole number changes is an event. A number of 2^63 or more fails the
run unless overflow is saturate.</p></html>"));
  end DataTypeConversion;

  block IntegerConversion "A whole number becomes one of other bits"
    extends Fitting;
    IntegerInput u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  equation
    y = fitted(u, width, overflow);
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%width")}),
      Documentation(info="<html><p>The number as it fits into width: the nearest one (saturate), its lowest bits
(wrap), or the end of the run (error).</p></html>"));
  end IntegerConversion;

  block IntegerSum "The sum of whole numbers with factors"
    extends Fitting;
    parameter Integer signs[:] = {1, 1} "1, -1, or another factor for each input";
    IntegerInput u[size(signs, 1)] "Inputs" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  equation
    y = fitted(signs*u, width, overflow);
    annotation (Icon(graphics={Ellipse(extent={{-70,70},{70,-70}}, lineColor={255,127,0}),
      Text(extent={{-60,50},{60,-50}}, textString="+"), Text(extent={{-90,-70},{90,-98}}, textString="%width")}),
      Documentation(info="<html><p>The sum signs*u, as it fits into width.</p></html>"));
  end IntegerSum;

  block IntegerProduct "The product of whole numbers"
    extends Fitting;
    parameter Integer n(min=1) = 2 "Number of inputs";
    IntegerInput u[n] "Inputs" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  equation
    y = fitted(product(u), width, overflow);
    annotation (Icon(graphics={Ellipse(extent={{-70,70},{70,-70}}, lineColor={255,127,0}),
      Text(extent={{-60,50},{60,-50}}, textString="x"), Text(extent={{-90,-70},{90,-98}}, textString="%width")}),
      Documentation(info="<html><p>The product of all inputs, as it fits into width.</p></html>"));
  end IntegerProduct;

  block IntegerDelay "The whole number at the activation before; it may stand in a loop"
    extends Discrete.DiscreteDelay(redeclare type T = Integer);
    annotation (Icon(graphics={Text(extent={{-90,-60},{90,-95}}, textString="Integer")}),
      Documentation(info="<html><p>y(k) = u(k - 1), and y_start at the first activation.</p></html>"));
  end IntegerDelay;

  block IntegerToReal "A whole number as a number"
    extends Interfaces.Giver;
    IntegerInput u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  equation
    y = u;
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="I > R")}),
      Documentation(info="<html><p>y = u.</p></html>"));
  end IntegerToReal;

  block BooleanToReal "One of two numbers for true and false"
    extends Interfaces.Giver;
    parameter Real yes = 1, no = 0 "Number for true, and for false";
    BooleanInput u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  equation
    y = if u then yes else no;
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="B > R")}),
      Documentation(info="<html><p>y = yes while u is true, else no.</p></html>"));
  end BooleanToReal;

  block BooleanToInteger "One of two whole numbers for true and false"
    extends Interfaces.Icon;
    parameter Integer yes = 1, no = 0 "Number for true, and for false";
    BooleanInput u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    IntegerOutput y = if u then yes else no "Output"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="B > I")}),
      Documentation(info="<html><p>y = yes while u is true, else no.</p></html>"));
  end BooleanToInteger;

  block IntegerToBoolean "True for a whole number that is not 0"
    extends Interfaces.Icon;
    IntegerInput u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    BooleanOutput y = u <> 0 "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="I > B")}),
      Documentation(info="<html><p>y = u &lt;&gt; 0.</p></html>"));
  end IntegerToBoolean;

  block EnumerationToInteger "The number of a value of an enumeration, from 1 on"
    extends Interfaces.Typed;
    Input u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    IntegerOutput y = Integer(u) "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="E > I")}),
      Documentation(info="<html><p>y = 1 for the first literal, 2 for the second, and so on.</p></html>"));
  end EnumerationToInteger;

  operator record Complex "A number with a real and an imaginary part"
    Real re "Real part";
    Real im "Imaginary part";

    encapsulated operator 'constructor' "From real parts"
      function fromReal
        import Saltus.Diagrams.Types.Complex;
        input Real re;
        input Real im = 0;
        output Complex z(re=re, im=im);
      algorithm
        annotation (Inline=true);
      end fromReal;
    end 'constructor';

    encapsulated operator function '+'
      import Saltus.Diagrams.Types.Complex;
      input Complex a;
      input Complex b;
      output Complex z = Complex(a.re + b.re, a.im + b.im);
    algorithm
      annotation (Inline=true);
    end '+';

    encapsulated operator '-'
      function subtract
        import Saltus.Diagrams.Types.Complex;
        input Complex a;
        input Complex b;
        output Complex z = Complex(a.re - b.re, a.im - b.im);
      algorithm
        annotation (Inline=true);
      end subtract;
      function negate
        import Saltus.Diagrams.Types.Complex;
        input Complex a;
        output Complex z = Complex(-a.re, -a.im);
      algorithm
        annotation (Inline=true);
      end negate;
    end '-';

    encapsulated operator function '*'
      import Saltus.Diagrams.Types.Complex;
      input Complex a;
      input Complex b;
      output Complex z = Complex(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
    algorithm
      annotation (Inline=true);
    end '*';

    encapsulated operator function '/'
      import Saltus.Diagrams.Types.Complex;
      input Complex a;
      input Complex b;
      output Complex z = Complex((a.re*b.re + a.im*b.im)/(b.re^2 + b.im^2), (a.im*b.re - a.re*b.im)/(b.re^2 + b.im^2));
    algorithm
      annotation (Inline=true);
    end '/';

    encapsulated operator function '0'
      import Saltus.Diagrams.Types.Complex;
      output Complex z = Complex(0, 0);
    algorithm
      annotation (Inline=true);
    end '0';
  end Complex;

  connector ComplexInput = input Complex "A complex number that the block reads"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={85,170,255},
      fillColor={85,170,255}, fillPattern=FillPattern.Solid)}));
  connector ComplexOutput = output Complex "A complex number that the block gives"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={85,170,255},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));

  block ComplexConstant "A complex number that does not change"
    extends Interfaces.Icon;
    parameter Real re = 1, im = 0 "Real and imaginary part";
    ComplexOutput y(re=re, im=im) "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%re + %im i")}),
      Documentation(info="<html><p>y = re + i*im.</p></html>"));
  end ComplexConstant;

  block RealToComplex "A complex number by its parts"
    extends Interfaces.Icon;
    RealInput re "Real part" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    RealInput im "Imaginary part" annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
    ComplexOutput y(re=re, im=im) "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="R > C")}),
      Documentation(info="<html><p>y = re + i*im.</p></html>"));
  end RealToComplex;

  block ComplexToReal "The parts of a complex number, its absolute value and its angle"
    extends Interfaces.Icon;
    ComplexInput u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    RealOutput re = u.re "Real part" annotation (Placement(transformation(extent={{100,60},{120,80}})));
    RealOutput im = u.im "Imaginary part" annotation (Placement(transformation(extent={{100,20},{120,40}})));
    RealOutput size = Saltus.Matrices.hypot(u.re, u.im) "Absolute value"
      annotation (Placement(transformation(extent={{100,-40},{120,-20}})));
    RealOutput angle(unit="rad") = atan2(u.im, u.re) "Angle, from -pi to pi"
      annotation (Placement(transformation(extent={{100,-80},{120,-60}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="C > R")}),
      Documentation(info="<html><p>u = re + i*im = size*exp(i*angle). The angle of 0 is 0.</p></html>"));
  end ComplexToReal;

  partial block ComplexTwo "A complex number of two"
    extends Interfaces.Icon;
    ComplexInput u1 "First input" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    ComplexInput u2 "Second input" annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
    ComplexOutput y "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  end ComplexTwo;

  block ComplexSum "The sum of two complex numbers"
    extends ComplexTwo;
    parameter Boolean minus = false "The second one is subtracted" annotation (Evaluate=true);
  equation
    y = if minus then u1 - u2 else u1 + u2;
    annotation (Icon(graphics={Ellipse(extent={{-70,70},{70,-70}}, lineColor={85,170,255}),
      Text(extent={{-60,50},{60,-50}}, textString="+")}),
      Documentation(info="<html><p>y = u1 + u2, or u1 - u2.</p></html>"));
  end ComplexSum;

  block ComplexProduct "The product or the quotient of two complex numbers"
    extends ComplexTwo;
    parameter Boolean divides = false "The second one divides" annotation (Evaluate=true);
  equation
    y = if divides then u1/u2 else u1*u2;
    annotation (Icon(graphics={Ellipse(extent={{-70,70},{70,-70}}, lineColor={85,170,255}),
      Text(extent={{-60,50},{60,-50}}, textString="x")}),
      Documentation(info="<html><p>y = u1*u2, or u1/u2.</p></html>"));
  end ComplexProduct;

  record Long "A whole number of 64 bits without a sign: high*2^32 + low"
    UInt32 high "Upper 32 bits";
    UInt32 low "Lower 32 bits";
  end Long;

  function long "A whole number that is not negative, with 64 bits"
    input Integer n;
    output Long y;
  protected
    constant Integer base = 4294967296;
  algorithm
    assert(n >= 0, "the number " + String(n) + " has a sign, and does not fit 64 bits without one");
    y := Long(high=div(n, base), low=mod(n, base));
  end long;

  function longFit "high*2^32 + low with the parts as they come, as it fits into 64 bits without a sign"
    input Integer high, low "low is not negative, and its carry is part of the number";
    input Overflow overflow;
    output Long y;
  protected
    constant Integer base = 4294967296;
    Integer h = high + div(low, base);
  algorithm
    assert(overflow <> Overflow.error or h >= 0 and h < base, "a number does not fit 64 bits without a sign");
    if h >= 0 and h < base or overflow == Overflow.wrap then
      y := Long(high=mod(h, base), low=mod(low, base));
    elseif h < 0 then
      y := Long(high=0, low=0);
    else
      y := Long(high=base - 1, low=base - 1);
    end if;
  end longFit;

  function longSum "The sum, or the difference"
    input Long a, b;
    input Boolean minus;
    input Overflow overflow;
    output Long y;
  protected
    constant Integer base = 4294967296;
  algorithm
    y := if not minus then longFit(a.high + b.high, a.low + b.low, overflow)
      else longFit(a.high - b.high - 1, a.low - b.low + base, overflow);
  end longSum;

  function longProduct "The product, by digits of 16 bits, so that nothing is too large on the way"
    input Long a, b;
    input Overflow overflow;
    output Long y;
  protected
    Integer x[4] = {mod(a.low, 65536), div(a.low, 65536), mod(a.high, 65536), div(a.high, 65536)};
    Integer z[4] = {mod(b.low, 65536), div(b.low, 65536), mod(b.high, 65536), div(b.high, 65536)};
    Integer digits[8] = zeros(8), carry = 0, more = 0;
  algorithm
    for k in 1:8 loop
      for i in max(1, k - 3):min(4, k) loop
        if k - i + 1 >= 1 and k - i + 1 <= 4 then
          carry := carry + x[i]*z[k - i + 1];
        end if;
      end for;
      digits[k] := mod(carry, 65536);
      carry := div(carry, 65536);
    end for;
    more := digits[5] + digits[6] + digits[7] + digits[8];
    y := if more > 0 and overflow <> Overflow.wrap then longFit(4294967296, 0, overflow)
      else Long(high=digits[3] + 65536*digits[4], low=digits[1] + 65536*digits[2]);
  end longProduct;

  function longText "The number in decimal digits"
    input Long u;
    output String s;
  protected
    constant Integer base = 4294967296;
    Integer high = u.high, low = u.low, rest, digit;
  algorithm
    s := "";
    while high > 0 or low > 0 or s == "" loop
      rest := mod(high, 10);
      high := div(high, 10);
      digit := mod(rest*base + low, 10);
      low := div(rest*base + low, 10);
      s := String(digit) + s;
    end while;
  end longText;

  connector LongInput = input Long "A whole number of 64 bits without a sign that the block reads"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={180,90,0},
      fillColor={180,90,0}, fillPattern=FillPattern.Solid)}));
  connector LongOutput = output Long "A whole number of 64 bits without a sign that the block gives"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={180,90,0},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));

  block LongConstant "A whole number of 64 bits that does not change"
    extends Interfaces.Icon;
    parameter UInt32 high = 0, low = 0 "Upper and lower 32 bits";
    LongOutput y(high=high, low=low) "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%high | %low")}),
      Documentation(info="<html><p>y = high*2^32 + low.</p></html>"));
  end LongConstant;

  block IntegerToLong "A whole number as one of 64 bits without a sign"
    extends Interfaces.Icon;
    IntegerInput u "Input, not negative" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    LongOutput y = long(u) "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="uint64")}),
      Documentation(info="<html><p>y = u. The run ends if u is negative.</p></html>"));
  end IntegerToLong;

  block LongToReal "A whole number of 64 bits as a number, and as a text"
    extends Interfaces.Icon;
    LongInput u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    RealOutput y = 4294967296.0*u.high + u.low "The number, with the 53 bits that a Real has"
      annotation (Placement(transformation(extent={{100,40},{120,60}})));
    StringOutput text = longText(u) "All digits" annotation (Placement(transformation(extent={{100,-60},{120,-40}})));
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="U > R")}),
      Documentation(info="<html><p>y = u, rounded to a Real; text has all digits.</p></html>"));
  end LongToReal;

  partial block LongTwo "A whole number of 64 bits of two"
    extends Interfaces.Icon;
    parameter Overflow overflow = Overflow.saturate "What becomes of a number that does not fit"
      annotation (Evaluate=true);
    LongInput u1 "First input" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    LongInput u2 "Second input" annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
    LongOutput y "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  end LongTwo;

  block LongSum "The sum or the difference of whole numbers of 64 bits"
    extends LongTwo;
    parameter Boolean minus = false "The second one is subtracted" annotation (Evaluate=true);
  equation
    y = longSum(u1, u2, minus, overflow);
    annotation (Icon(graphics={Ellipse(extent={{-70,70},{70,-70}}, lineColor={180,90,0}),
      Text(extent={{-60,50},{60,-50}}, textString="+")}),
      Documentation(info="<html><p>y = u1 + u2, or u1 - u2, exactly, as it fits into 0 to 2^64 - 1: the nearest number
(saturate), the lowest 64 bits (wrap), or the end of the run (error).</p></html>"));
  end LongSum;

  block LongProduct "The product of whole numbers of 64 bits"
    extends LongTwo;
  equation
    y = longProduct(u1, u2, overflow);
    annotation (Icon(graphics={Ellipse(extent={{-70,70},{70,-70}}, lineColor={180,90,0}),
      Text(extent={{-60,50},{60,-50}}, textString="x")}),
      Documentation(info="<html><p>y = u1*u2, exactly, as it fits into 0 to 2^64 - 1.</p></html>"));
  end LongProduct;
end Types;
