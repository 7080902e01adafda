within Saltus.Xcos;
package Logic "Comparisons and truth; true is 1, false is 0"
  import Saltus.Xcos.Interfaces.*;
  import Saltus.Xcos.Functions.*;

  block Operator "And, or and the like of several signals (LOGICAL_OP)"
    parameter Integer op = 0 "0 and, 1 or, 2 nand, 3 nor, 4 xor, 5 not" annotation (Evaluate=true);
    parameter Boolean bits = false "Bit by bit" annotation (Evaluate=true);
    parameter Integer kind = 1 "Of the numbers" annotation (Evaluate=true);
    extends Join;
  protected
    Integer n[r, c] "So many are true";
  equation
    for i in 1:r loop
      for j in 1:c loop
        n[i, j] = sum(if u[l, i, j] > 0 or u[l, i, j] < 0 then 1 else 0 for l in 1:k);
        y[i, j] = if bits then combined(u[:, i, j], op, kind) else truth(n[i, j], k, op);
      end for;
    end for;
  end Operator;

  block OfOne "And, or and the like of the elements of one signal (LOGICAL_OP)"
    parameter Integer op = 0 "0 and, 1 or, 2 nand, 3 nor, 4 xor, 5 not" annotation (Evaluate=true);
    parameter Boolean bits = false "Bit by bit" annotation (Evaluate=true);
    parameter Integer kind = 1 "Of the numbers" annotation (Evaluate=true);
    extends Sink;
    SignalOut y[1, 1] annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    Integer n = sum(if u[i, j] > 0 or u[i, j] < 0 then 1 else 0 for i in 1:r, j in 1:c);
  equation
    y[1, 1] = if bits then combined(u[:, 1], op, kind) else truth(n, r*c, op);
  end OfOne;

  function truth "What an op makes of n true ones of k"
    input Integer n;
    input Integer k;
    input Integer op;
    output Real y;
  protected
    Boolean b;
  algorithm
    b := if op == 0 then n == k elseif op == 1 then n > 0 elseif op == 2 then n < k elseif op ==
      3 then n == 0 elseif op == 4 then mod(n, 2) == 1 else n == 0;
    y := if b then 1 else 0;
  end truth;

  function combined "Numbers combined bit by bit"
    input Real u[:];
    input Integer op;
    input Integer kind;
    output Real y;
  protected
    Integer same = if op == 0 or op == 2 then 0 elseif op == 1 or op == 3 then 1 else 4;
  algorithm
    y := u[1];
    for i in 2:size(u, 1) loop
      y := bit(y, u[i], same);
    end for;
    y := wrap(if op == 2 or op == 3 or op == 5 then -1 - y else y, kind);
  end combined;

  block Relation "Compares two signals (RELATIONALOP)"
    parameter Integer op = 0 "0 equal, 1 not equal, 2 less, 3 less or equal, 4 greater or equal, 5 greater"
      annotation (Evaluate=true);
    extends Source;
    SignalIn u1[r, c] annotation (Placement(transformation(extent={{-120,40},{-100,60}})));
    SignalIn u2[r, c] annotation (Placement(transformation(extent={{-120,-60},{-100,-40}})));
  protected
    Boolean less[r, c], more[r, c];
  equation
    for i in 1:r loop
      for j in 1:c loop
        less[i, j] = u1[i, j] < u2[i, j];
        more[i, j] = u1[i, j] > u2[i, j];
        y[i, j] = if (if op == 0 then not less[i, j] and not more[i, j] elseif op == 1 then less[i, j] or more[
          i, j] elseif op == 2 then less[i, j] elseif op == 3 then not more[i, j] elseif op == 4 then
          not less[i, j] else more[i, j]) then 1 else 0;
      end for;
    end for;
  end Relation;

  block TruthTable "A row of a table, chosen by inputs that are 0 or 1; the first has the lowest place (LOGIC)"
    parameter Real t[:, :] = [0; 1] "Rows of outputs";
    parameter Integer k = 1 "Number of inputs";
    extends Saltus.Diagrams.Interfaces.Icon;
    SignalIn u[k, 1, 1] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    SignalOut y[size(t, 2), 1, 1] annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    Integer row = 1 + sum(if u[i, 1, 1] > 0 then integer(2^(i - 1)) else 0 for i in 1:k);
  equation
    for j in 1:size(t, 2) loop
      y[j, 1, 1] = sum(if row == i then t[i, j] else 0 for i in 1:size(t, 1));
    end for;
  end TruthTable;

  block HeldTruthTable "A row of a table, chosen when it is activated (LOGIC)"
    parameter Real t[:, :] = [0; 1] "Rows of outputs";
    parameter Integer k = 1 "Number of inputs";
    extends Saltus.Diagrams.Interfaces.Icon;
    SignalIn u[k, 1, 1] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    SignalOut y[size(t, 2), 1, 1] annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    ActivationIn e annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  protected
    Integer row = 1 + sum(if u[i, 1, 1] > 0 then integer(2^(i - 1)) else 0 for i in 1:k);
  initial equation
    for j in 1:size(t, 2) loop
      y[j, 1, 1] = u[1, 1, 1];
    end for;
  equation
    for j in 1:size(t, 2) loop
      when e then
        y[j, 1, 1] = sum(if row == i then t[i, j] else 0 for i in 1:size(t, 1));
      end when;
    end for;
  end HeldTruthTable;

  partial block FlipFlop "A bit and its opposite"
    extends Saltus.Diagrams.Interfaces.Icon;
    SignalOut Q[1, 1] = [if q then 1 else 0] annotation (Placement(transformation(extent={{100,40},{120,60}})));
    SignalOut notQ[1, 1] = [if q then 0 else 1] annotation (Placement(transformation(extent={{100,-60},{120,-40}})));
  protected
    Boolean q(start=false, fixed=true) "The bit";
  end FlipFlop;

  block SRFlipFlop "Set by S, cleared by R (SRFLIPFLOP)"
    extends FlipFlop;
    SignalIn S[1, 1] annotation (Placement(transformation(extent={{-120,40},{-100,60}})));
    SignalIn R[1, 1] annotation (Placement(transformation(extent={{-120,-60},{-100,-40}})));
  equation
    q = S[1, 1] > 0 or not R[1, 1] > 0 and pre(q);
  end SRFlipFlop;

  block DLatch "Follows D while C is greater than 0 (DLATCH)"
    extends FlipFlop;
    SignalIn D[1, 1] annotation (Placement(transformation(extent={{-120,40},{-100,60}})));
    SignalIn C[1, 1] annotation (Placement(transformation(extent={{-120,-60},{-100,-40}})));
  equation
    q = if C[1, 1] > 0 then D[1, 1] > 0 or D[1, 1] < 0 else pre(q);
  end DLatch;

  block Shift "A number times a power of two, as an integer (SHIFT)"
    parameter Integer bits = 0 "To the left; negative to the right" annotation (Evaluate=true);
    parameter Integer kind = 3 annotation (Evaluate=true);
    extends Map;
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = wrap(if bits >= 0 then u[i, j]*2^bits else floor(u[i, j]/2^(-bits)), kind);
      end for;
    end for;
  end Shift;

  block SetBit "A number with one bit set or cleared (BITSET, BITCLEAR)"
    parameter Integer place = 0 "From 0";
    parameter Boolean set = true "Else cleared" annotation (Evaluate=true);
    parameter Integer kind = 3 annotation (Evaluate=true);
    extends Map;
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = wrap(if set then bit(u[i, j], 2^place, 1) else u[i, j] - bit(u[i, j], 2^place, 0), kind);
      end for;
    end for;
  end SetBit;

  block ExtractBits "Some bits of a number (EXTRACTBITS)"
    parameter Integer rule = 1 "1 upper half, 2 lower half, 3 the highest, 4 the lowest, 5 from one to another"
      annotation (Evaluate=true);
    parameter Integer bits[:] = {0} "How many; of rule 5 the first and the last, from 0" annotation (Evaluate=true);
    parameter Boolean low = false "Shifted to the lowest places" annotation (Evaluate=true);
    parameter Integer kind = 3 annotation (Evaluate=true);
    extends Map;
  protected
    parameter Integer all = if kind == 3 or kind == 6 then 32 elseif kind == 4 or kind == 7 then 16 else 8;
    parameter Integer n = if rule <= 2 then div(all, 2) elseif rule == 5 then bits[end] - bits[1] + 1 else bits[1];
    parameter Integer first = if rule == 1 then div(all, 2) elseif rule == 3 then all - n elseif rule == 5 then bits[1]
      else 0;
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = field(u[i, j], kind, all, first, n, low);
      end for;
    end for;
  end ExtractBits;

  function field "Bits of a number as a number"
    input Real u;
    input Integer kind;
    input Integer all "Bits of the kind";
    input Integer first "Place of the lowest one, from 0";
    input Integer n "How many";
    input Boolean low "Shifted to the lowest places";
    output Real y;
  protected
    Real v;
  algorithm
    v := floor((if u < 0 then u + 2^all else u)/2^first);
    v := v - 2^n*floor(v/2^n);
    if kind < 6 and first + n == all and v >= 2^(n - 1) then
      v := v - 2^n "the sign";
    end if;
    y := if low then v else v*2^first;
  end field;
end Logic;
