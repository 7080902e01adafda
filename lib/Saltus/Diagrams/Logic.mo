within Saltus.Diagrams;
package Logic "Truth values: operations, comparisons, flip-flops"
  import Saltus.Diagrams.Interfaces.*;
  import Saltus.Diagrams.Interfaces;

  type Operation = enumeration('and', 'or', nand, nor, xor, 'not') "Operations with truth values";

  block LogicalOp "An operation with truth values"
    extends Interfaces.Icon;
    parameter Integer n(min=1) = 2 "Number of inputs";
    parameter Operation op = Operation.'and' "Which" annotation (Evaluate=true);
    BooleanInput u[n] "Inputs" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    BooleanOutput y "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    Integer count = sum(if u[k] then 1 else 0 for k in 1:n) "So many are true";
  equation
    assert(op <> Operation.'not' or n == 1, "the operation not has one input");
    y = if op == Operation.'and' then count == n elseif op == Operation.'or' then count > 0
      elseif op == Operation.nand then count < n elseif op == Operation.nor then count == 0
      elseif op == Operation.xor then mod(count, 2) == 1 else not u[1];
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%op")}),
      Documentation(info="<html><p>xor is true where an odd number of inputs is.</p></html>"));
  end LogicalOp;

  type Relation = enumeration(less, lessEqual, greater, greaterEqual, equal, notEqual) "Comparisons";

  block RelationalOp "Compares two numbers"
    extends Interfaces.Icon;
    parameter Relation op = Relation.less "How" annotation (Evaluate=true);
    RealInput u1 "First number" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    RealInput u2 "Second number" annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
    BooleanOutput y "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    y = if op == Relation.less then u1 < u2 elseif op == Relation.lessEqual then u1 <= u2
      elseif op == Relation.greater then u1 > u2 elseif op == Relation.greaterEqual then u1 >= u2
      elseif op == Relation.equal then not (u1 < u2 or u1 > u2) else u1 < u2 or u1 > u2;
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%op")}),
      Documentation(info="<html><p>Where the comparison changes is an event. Numbers that move are equal for no
time at
all; held ones may well be.</p></html>"));
  end RelationalOp;

  block CompareToConstant "Compares a number with a constant"
    extends Interfaces.Reader;
    parameter Relation op = Relation.greater "How" annotation (Evaluate=true);
    parameter Real value = 0 "With what";
    BooleanOutput y = comparison.y "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    RelationalOp comparison(op=op, u1=u, u2=value);
    annotation (Icon(graphics={Text(extent={{-90,80},{90,10}}, textString="%op"),
      Text(extent={{-90,-10},{90,-80}}, textString="%value")}),
      Documentation(info="<html><p>y = u op value. Where it turns is an event.</p></html>"));
  end CompareToConstant;

  block TruthTable "Outputs by a table of all cases"
    extends Interfaces.Icon;
    parameter Boolean table[:, :] = {{false}, {false}, {false}, {true}}
      "A row for each case: false false, false true, true false, true true";
    final parameter Integer n = integer(floor(log(size(table, 1))/log(2) + 0.5))
      "Number of inputs" annotation (Evaluate=true);
    BooleanInput u[n] "Inputs; the first one counts most"
      annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    BooleanOutput y[size(table, 2)] "Outputs" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    final parameter Integer weight[n] = {integer(2^(n - k) + 0.5) for k in 1:n};
    Integer row = 1 + sum(if u[k] then weight[k] else 0 for k in 1:n);
  equation
    assert(integer(2^n + 0.5) == size(table, 1), "a TruthTable has 2, 4, 8, ... rows, and not
      " + String(size(table, 1)));
    y = {table[row, k] for k in 1:size(table, 2)};
    annotation (Icon(graphics={Line(points={{-60,60},{60,60}}), Line(points={{-60,20},{60,20}}),
      Line(points={{-60,-20},{60,-20}}), Line(points={{-60,-60},{60,-60}}), Line(points={{-60,60},{-60,-60}}),
      Line(points={{10,60},{10,-60}}), Line(points={{60,60},{60,-60}})}),
      Documentation(info="<html><p>The inputs are digits of a binary number, the first one of the highest value; the
row of this number has the outputs.</p></html>"));
  end TruthTable;

  partial block Stored "A truth value that is kept"
    extends Interfaces.Icon;
    parameter Boolean q_start = false "Output at the beginning";
    BooleanOutput q(start=q_start, fixed=true) "Output"
      annotation (Placement(transformation(extent={{100,50},{120,70}})));
    BooleanOutput nq = not q "The contrary" annotation (Placement(transformation(extent={{100,-70},{120,-50}})));
    annotation (Icon(graphics={Text(extent={{50,80},{98,40}}, textString="Q"),
      Text(extent={{50,-40},{98,-80}}, textString="!Q")}));
  end Stored;

  partial block Clocked "A truth value that changes when a clock rises"
    extends Stored;
    BooleanInput c "The clock" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    annotation (Icon(graphics={Line(points={{-100,12},{-76,0},{-100,-12}})}));
  end Clocked;

  block DFlipFlop "Takes its input when the clock rises"
    extends Clocked;
    BooleanInput d "Input" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    EnableInput en "Only while this is true" annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
  equation
    when c then
      q = if pre(en) then pre(d) else pre(q);
    end when;
    annotation (Icon(graphics={Text(extent={{-95,80},{-50,40}}, textString="D"),
      Text(extent={{-95,-40},{-40,-80}}, textString="en")}),
      Documentation(info="<html><p>It takes the value that the input had just before, so several of them in a row,
      on one
clock, are a shift register.</p></html>"));
  end DFlipFlop;

  block DLatch "Follows its input while it is enabled, and keeps it then"
    extends Stored;
    BooleanInput d "Input" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    BooleanInput c "While this is true the output follows"
      annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
  equation
    q = if c then d else pre(q);
    annotation (Icon(graphics={Text(extent={{-95,80},{-50,40}}, textString="D"),
      Text(extent={{-95,-40},{-50,-80}}, textString="C")}),
      Documentation(info="<html><p>q = d while c is true; while c is false, q stays as it is.</p></html>"));
  end DLatch;

  block JKFlipFlop "Set, reset or turned when the clock rises"
    extends Clocked;
    BooleanInput j "Sets" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    BooleanInput k "Resets; together with j it turns"
      annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
  equation
    when c then
      q = if pre(j) and pre(k) then not pre(q) elseif pre(j) then true elseif pre(k) then false else pre(q);
    end when;
    annotation (Icon(graphics={Text(extent={{-95,80},{-50,40}}, textString="J"),
      Text(extent={{-95,-40},{-50,-80}}, textString="K")}),
      Documentation(info="<html><p>When c becomes true: q turns if j and k are true, becomes true if only j is, false
if only k is, and else stays. The values of j and k are those before.</p></html>"));
  end JKFlipFlop;

  block SRFlipFlop "Set by one input, reset by the other"
    extends Stored;
    BooleanInput s "Sets" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    BooleanInput r "Resets; it wins" annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
  equation
    q = if r then false elseif s then true else pre(q);
    annotation (Icon(graphics={Text(extent={{-95,80},{-50,40}}, textString="S"),
      Text(extent={{-95,-40},{-50,-80}}, textString="R")}),
      Documentation(info="<html><p>q becomes true while s is, false while r is, and stays if neither is. r
wins.</p></html>"));
  end SRFlipFlop;

  block Toggle "Turns at each activation"
    extends Interfaces.Activatable;
    parameter Boolean q_start = false "Output at the beginning";
    BooleanOutput q(start=q_start, fixed=true) "Output"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    when e then
      q = not pre(q);
    end when;
    annotation (Icon(graphics={Line(points={{-70,-50},{-30,-50},{-30,50},{30,50},{30,-50},{70,-50}},
      color={255,0,255})}),
      Documentation(info="<html><p>q = not q at each activation.</p></html>"));
  end Toggle;
end Logic;
