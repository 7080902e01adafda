// Types of signals (docs/diagrams.md): types that follow from connections, whole numbers of some bits by the rules of
// two's complement, complex numbers by polar form.
//! class Types.Follows
//! run --stop 3
//! value [right('b.y', t) for t in (0.5, 1.5, 3)] = [0, 1, 1]
//! value [final['b.y'], final['i.y'], final['c.y'], final['t.y'], final['late.y']] = [True, 3, 3, "number 3", True]
//! final r.y = 3 +- 1e-12
// a loop of two blocks has the type of what leads into it
//! final round.y = True
//! final back.y = True
//! final byte.y = 3
//! final chosen.y = "number 3"
//! final bound.y = 6 +- 1e-12
//! final number.y = 3
//! final fixed.y = 4
//! message none
//! class Types.Several
// blocks of an array may have types of their own
//! run --stop 3
//! final a[1].y = True
//! final a[2].y = 3
//! final same[2].y = 3
//! class Types.Inside
// through the connectors of a diagram
//! run --stop 3
//! final d.y = True
//! class Types.Limits
//! run --stop 3
//! message R0112 'byte.y' is above its max 127
//! class Types.Words
//! run --stop 40 --step 1
//| def wrap(n, bits, sign): n %= 2**bits; return n - 2**bits if sign and n >= 2**(bits - 1) else n
//| def saturate(n, low, high): return min(max(n, low), high)
//| x = lambda t: -1000 + 50*int(t)
//| at = [k for k in range(1, 40)]
//! value [right('wrapped[1].y', t) for t in at] = [wrap(x(t), 8, True) for t in at]
//! value [right('wrapped[2].y', t) for t in at] = [wrap(x(t), 8, False) for t in at]
//! value [right('wrapped[3].y', t) for t in at] = [wrap(100*x(t), 16, True) for t in at]
//! value [right('wrapped[4].y', t) for t in at] = [wrap(100*x(t), 16, False) for t in at]
//! value [right('wrapped[5].y', t) for t in at] = [wrap(10**7*x(t), 32, True) for t in at]
//! value [right('wrapped[6].y', t) for t in at] = [wrap(10**7*x(t), 32, False) for t in at]
//! value [right('cut[1].y', t) for t in at] = [saturate(x(t), -128, 127) for t in at]
//! value [right('cut[2].y', t) for t in at] = [saturate(x(t), 0, 255) for t in at]
//! value [right('sum.y', t) for t in at] = [wrap(x(t) - 2*100, 8, True) for t in at]
//! value [right('product.y', t) for t in at] = [saturate(x(t)*x(t), -32768, 32767) for t in at]
//! value [right('toward.y', t) for t in at] = [int(x(t)/7) for t in at]
//! value [right('real.y', t) for t in at] = [wrap(x(t), 8, True) for t in at]
//! final truth.y = 5
//! final weight.y = 2.5
//! value [right('before.y', t) for t in (1, 2, 10)] = [0, wrap(x(1), 8, True), wrap(x(9), 8, True)]
//! class Types.Refuses
//! run --stop 3
//! status failed
//! message R0320 the number 128 does not fit -128 to 127
//! class Types.Phasors
//! run --stop 3 --step 0.1
//| from cmath import exp as cexp
//| z = lambda t: (1 + t)*cexp(1j*t)
//| w = 0.3 - 0.4j
//! parts.size = 0.5*(1 + t) +- 1e-12
//! product.y.re = (z(t)*w).real +- 1e-12
//! product.y.im = (z(t)*w).imag +- 1e-12
//! quotient.y.re = (z(t)/w).real +- 1e-11
//! quotient.y.im = (z(t)/w).imag +- 1e-11
//! sum.y.re = (z(t) + w).real +- 1e-12
//! less.y.im = (z(t) - w).imag +- 1e-12
package Types
  import Saltus.Diagrams.*;
  type Color = enumeration(red, green, blue);
  connector ColorOutput = output Color;

  block Sources "a signal of each type"
    Interfaces.BooleanOutput b = time > 1;
    Interfaces.IntegerOutput i = integer(time);
    Interfaces.RealOutput r = time;
    Interfaces.StringOutput s = "number " + String(integer(time));
    ColorOutput c = if time < 1 then Color.red elseif time < 2 then Color.green else Color.blue;
  end Sources;

  block Byte
    connector Out = output Saltus.Diagrams.Types.Int8;
    parameter Integer k = 1;
    Out y = k*integer(time);
  end Byte;

  partial model Clocked
    Activations.SampleClock clock(period = 0.5);
    Sources s;
  end Clocked;

  model Follows
    extends Clocked;
    Discrete.SampleHold b, i, c, t, r, byte, bound(u = 2*time);
    Discrete.SampleHold fixed(redeclare type T = Integer, u = integer(time) + 1);
    Discrete.DiscreteDelay late, back;
    Routing.Switch2 round(control = time - 2);
    Byte bytes;
    Discrete.SelectInput chosen;
    Saltus.Diagrams.Types.EnumerationToInteger number;
  equation
    connect(c.y, number.u);
    connect(s.b, b.u);
    connect(s.i, i.u);
    connect(s.c, c.u);
    connect(s.s, t.u);
    connect(s.r, r.u);
    connect(bytes.y, byte.u);
    connect(b.y, late.u);
    connect(back.y, round.u2);
    connect(round.y, back.u);
    connect(s.b, round.u1);
    connect(s.s, chosen.u[1]);
    connect(clock.o, chosen.e[1]);
    connect(clock.o, b.e);
    connect(clock.o, i.e);
    connect(clock.o, c.e);
    connect(clock.o, t.e);
    connect(clock.o, r.e);
    connect(clock.o, byte.e);
    connect(clock.o, bound.e);
    connect(clock.o, fixed.e);
    connect(clock.o, late.e);
    connect(clock.o, back.e);
  end Follows;

  model Several
    extends Clocked;
    Discrete.SampleHold a[2], same[2];
  equation
    connect(s.b, a[1].u);
    connect(s.i, a[2].u);
    for k in 1:2 loop
      connect(s.i, same[k].u);
      connect(clock.o, same[k].e);
      connect(clock.o, a[k].e);
    end for;
  end Several;

  block Diagram "blocks inside of a block with a type that follows"
    extends Interfaces.Typed;
    Input u;
    Output y;
    Interfaces.ActivationInput e;
    Discrete.SampleHold hold;
    Routing.Identity same;
  equation
    connect(u, hold.u);
    connect(hold.y, same.u);
    connect(same.y, y);
    connect(e, hold.e);
  end Diagram;

  model Inside
    extends Clocked;
    Diagram d;
  equation
    connect(s.b, d.u);
    connect(clock.o, d.e);
  end Inside;

  model Limits "a type keeps its limits on its way"
    extends Clocked;
    Byte bytes(k = 60);
    Discrete.SampleHold byte;
  equation
    connect(bytes.y, byte.u);
    connect(clock.o, byte.e);
  end Limits;

  model Words
    import W = Saltus.Diagrams.Types.Width;
    import O = Saltus.Diagrams.Types.Overflow;
    Integer x = -1000 + 50*integer(time);
    parameter W widths[6] = {W.int8, W.uint8, W.int16, W.uint16, W.int32, W.uint32};
    parameter Integer factors[6] = {1, 1, 100, 100, 10000000, 10000000};
    Saltus.Diagrams.Types.IntegerConversion wrapped[6](width = widths, each overflow = O.wrap, u = factors*x);
    Saltus.Diagrams.Types.IntegerConversion cut[2](width = widths[1:2], each u = x);
    Saltus.Diagrams.Types.IntegerSum sum(signs = {1, -2}, u = {x, 100}, width = W.int8, overflow = O.wrap);
    Saltus.Diagrams.Types.IntegerProduct product(u = {x, x}, width = W.int16);
    Saltus.Diagrams.Types.DataTypeConversion toward(u = x/7);
    Saltus.Diagrams.Types.IntegerToReal real;
    Saltus.Diagrams.Types.IntegerToBoolean any(u = x);
    Saltus.Diagrams.Types.BooleanToInteger truth(yes = 5);
    Saltus.Diagrams.Types.BooleanToReal weight(yes = 2.5);
    Activations.SampleClock clock(offset = 1);
    Saltus.Diagrams.Types.IntegerDelay before;
  equation
    connect(any.y, weight.u);
    connect(clock.o, before.e);
    connect(wrapped[1].y, before.u);
    connect(wrapped[1].y, real.u);
    connect(any.y, truth.u);
  end Words;

  model Refuses
    import T = Saltus.Diagrams.Types;
    T.DataTypeConversion byte(u = 64*time, width = T.Width.int8, overflow = T.Overflow.error);
  end Refuses;

  model Phasors
    import T = Saltus.Diagrams.Types;
    T.RealToComplex z(re = (1 + time)*cos(time), im = (1 + time)*sin(time));
    T.ComplexConstant w(re = 0.3, im = -0.4);
    T.ComplexProduct product, quotient(divides = true);
    T.ComplexSum sum, less(minus = true);
    T.ComplexToReal parts;
  equation
    connect(z.y, product.u1);
    connect(w.y, product.u2);
    connect(z.y, quotient.u1);
    connect(w.y, quotient.u2);
    connect(z.y, sum.u1);
    connect(w.y, sum.u2);
    connect(z.y, less.u1);
    connect(w.y, less.u2);
    connect(product.y, parts.u);
  end Phasors;
end Types;
