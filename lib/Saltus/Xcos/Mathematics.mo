within Saltus.Xcos;
package Mathematics "What is computed from signals"
  import Saltus.Xcos.Interfaces.*;
  import Saltus.Xcos.Functions.*;

  block Gain "k times u, for a number k (GAINBLK)"
    parameter Real k = 1;
    parameter Integer kind = 1 "Of the numbers" annotation (Evaluate=true);
    parameter Integer rule = 0 "Integers that do not fit: 0 turn over, 1 are held, 2 are an error"
      annotation (Evaluate=true);
    extends Map;
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = if kind < 3 then k*u[i, j] else cut(k*u[i, j], kind, rule);
      end for;
    end for;
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%k")}));
  end Gain;

  block MatrixGain "k*u, for a matrix k (GAINBLK)"
    parameter Real k[:, :] = [1];
    parameter Integer c = 1 "Columns of the signals";
    extends Saltus.Diagrams.Interfaces.Icon;
    SignalIn u[size(k, 2), c] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    SignalOut y[size(k, 1), c] = k*u annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  end MatrixGain;

  block Sum "The sum of signals with their signs (SUMMATION, BIGSOM_f, SUM_f)"
    parameter Real s[:] = {1, 1} "Sign, or factor, of each signal";
    parameter Integer kind = 1 "Of the numbers" annotation (Evaluate=true);
    parameter Integer rule = 0 "Integers that do not fit: 0 turn over, 1 are held, 2 are an error"
      annotation (Evaluate=true);
    extends Join(k=size(s, 1));
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = if kind < 3 then sum(s[l]*u[l, i, j] for l in 1:k)
          else cut(sum(s[l]*u[l, i, j] for l in 1:k), kind, rule);
      end for;
    end for;
    annotation (Icon(graphics={Text(extent={{-80,60},{80,-60}}, textString="+")}));
  end Sum;

  block Total "The sum of all elements of one signal (SUMMATION)"
    parameter Real s = 1 "Sign";
    extends Sink;
    SignalOut y[1, 1] = [s*sum(u)] annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  end Total;

  block Product "The product of signals, or of their inverses (PRODUCT, PROD_f)"
    parameter Real s[:] = {1, 1} "1: a factor, -1: a divisor";
    extends Join(k=size(s, 1));
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = product(if s[l] > 0 then u[l, i, j] else 1/u[l, i, j] for l in 1:k);
      end for;
    end for;
    annotation (Icon(graphics={Text(extent={{-80,60},{80,-60}}, textString="x")}));
  end Product;

  block Apply "A function of each element (ABS_VALUE, SINBLK_f, TrigFun, SQRT, ...)"
    parameter String name = "abs" "Which function" annotation (Evaluate=true);
    parameter Real a = 1 "Its parameter, if it has one";
    extends Map;
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = if name == "abs" then abs(u[i, j]) elseif name == "sin" then sin(u[i, j]) elseif name == "cos" then
          cos(u[i, j]) elseif name == "tan" then tan(u[i, j]) elseif name == "asin" then asin(u[i, j]) elseif name ==
            "acos"
           then acos(u[i, j]) elseif name == "atan" then atan(u[i, j]) elseif name == "sinh" then sinh(u[i, j]) elseif
          name == "cosh" then cosh(u[i, j]) elseif name == "tanh" then tanh(u[i, j]) elseif name == "sqrt" then
          sqrt(u[i, j]) elseif name == "sign" then (if u[i, j] > 0 then 1 elseif u[i, j] < 0 then -1 else 0) elseif name
           == "inverse" then 1/u[i, j] elseif name == "power" then u[i, j]^a elseif name == "exp" then
          exp(u[i, j]*log(a)) elseif name == "log" then log(u[i, j])/log(a) elseif name == "asinh" then log(u[i, j] +
          sqrt(u[i, j]^2 + 1)) elseif name == "acosh" then log(u[i, j] + sqrt(u[i, j]^2 - 1)) else log((1 + u[i,
            j])/(1 -
          u[i, j]))/2;
      end for;
    end for;
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%name")}));
  end Apply;

  block Extreme "The largest or least element of one signal, or of several element by element (MAX_f, MAXMIN)"
    parameter Boolean largest = true annotation (Evaluate=true);
    extends Join;
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = if largest then max(u[l, i, j] for l in 1:k) else min(u[l, i, j] for l in 1:k);
      end for;
    end for;
  end Extreme;

  block ExtremeElement "The largest or least element of a signal (MAX_f, MIN_f)"
    parameter Boolean largest = true annotation (Evaluate=true);
    extends Sink;
    SignalOut y[1, 1] = [if largest then max(u) else min(u)]
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  end ExtremeElement;

  block Convert "A signal as another kind (CONVERT)"
    parameter Integer kind = 1 "Of the result" annotation (Evaluate=true);
    parameter Integer rule = 0 "Numbers that do not fit: 0 turn over, 1 are held, 2 are an error"
      annotation (Evaluate=true);
    extends Map;
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = if kind < 3 then u[i, j] else cut(u[i, j], kind, rule);
      end for;
    end for;
  end Convert;
end Mathematics;
