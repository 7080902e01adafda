within Saltus.Diagrams;
package Automata "Blocks whose equations change from mode to mode"
  import Saltus.Diagrams.Interfaces.*;

  connector ModeInput = input Real "What a mode says: residuals, resets, jumps; something must be connected to it"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={0,0,127}, fillPattern=FillPattern.Solid)}));

  block Automaton "One vector of states whose equations are those of the present mode"
    extends Interfaces.Icon;
    parameter Integer jumps[:, :] = [1] "Row i: the modes that the jumps of mode i lead to, then zeros"
      annotation (Evaluate=true);
    parameter Integer initialMode = 1 "The mode at the beginning" annotation (Evaluate=true);
    parameter Real x_start[:] = {0} "The states at the beginning; there are as many states as it has elements";
    parameter Boolean immediate = false "A jump that is positive when its mode is entered takes place at once"
      annotation (Evaluate=true);
    parameter Integer maxJumps(min=1) = 12 "More jumps in one instant end the run";
    final parameter Integer n = size(jumps, 1) "Number of modes" annotation (Evaluate=true);
    final parameter Integer N = size(x_start, 1) "Number of states" annotation (Evaluate=true);
    final parameter Integer Z[8] = counts(jumps) "Number of jumps of each mode" annotation (Evaluate=true);
    ModeInput u1[2*N + Z[1], 1] if n >= 1 "Mode 1: N residuals, N resets, then its jumps"
      annotation (Placement(transformation(extent={{-120,72},{-100,88}})));
    ModeInput u2[2*N + Z[2], 1] if n >= 2 "Mode 2"
      annotation (Placement(transformation(extent={{-120,49},{-100,65}})));
    ModeInput u3[2*N + Z[3], 1] if n >= 3 "Mode 3"
      annotation (Placement(transformation(extent={{-120,26},{-100,42}})));
    ModeInput u4[2*N + Z[4], 1] if n >= 4 "Mode 4"
      annotation (Placement(transformation(extent={{-120,3},{-100,19}})));
    ModeInput u5[2*N + Z[5], 1] if n >= 5 "Mode 5"
      annotation (Placement(transformation(extent={{-120,-19},{-100,-3}})));
    ModeInput u6[2*N + Z[6], 1] if n >= 6 "Mode 6"
      annotation (Placement(transformation(extent={{-120,-42},{-100,-26}})));
    ModeInput u7[2*N + Z[7], 1] if n >= 7 "Mode 7"
      annotation (Placement(transformation(extent={{-120,-65},{-100,-49}})));
    ModeInput u8[2*N + Z[8], 1] if n >= 8 "Mode 8"
      annotation (Placement(transformation(extent={{-120,-88},{-100,-72}})));
    RealOutput y[2*N, 1] "The states, then their derivatives"
      annotation (Placement(transformation(extent={{100,30},{120,50}})));
    RealOutput m[2, 1] "The present mode, and the one before it"
      annotation (Placement(transformation(extent={{100,-50},{120,-30}})));
    ActivationOutput o = Activation(flip) or Activation(not flip) "Comes behind each jump"
      annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
    ActivationOutput entered[n] "entered[i] comes when mode i is entered from another one"
      annotation (Placement(transformation(extent={{50,-120},{70,-100}})));
    Real x[N](start=x_start, each fixed=true) "The states";
    Integer mode(start=initialMode, fixed=true) "The present mode";
    Integer previous(start=initialMode, fixed=true) "The mode before it";
  protected
    final parameter String wrong = mistake(jumps) "What is wrong with jumps" annotation (Evaluate=true);
    final parameter Integer W = 2*N + max(max(Z), 1) "Length of the longest input" annotation (Evaluate=true);
    final parameter Integer K = max(max(Z), 1) annotation (Evaluate=true);
    RealInput v[8, W] "The inputs, and zeros for what is not there";
    Integer next(start=initialMode, fixed=true) "The mode after the jump that is taking place";
    Integer made(start=0, fixed=true) "Jumps so far";
    Integer done(start=0, fixed=true) "The same, a pass later";
    Integer inRow(start=0, fixed=true) "Jumps in this instant";
    discrete Real last(start=-1e300, fixed=true) "Time of the last jump";
    discrete Real to[N](start=x_start, each fixed=true) "The states after the jump";
    Boolean up[K](each start=false, each fixed=true) "The jump of the present mode is positive";
    Boolean armed[K](each start=false, each fixed=true) "It has been negative since the mode was entered";
    Boolean late(start=false, fixed=true) "A jump was positive when its mode was entered, and still is";
    Boolean flip(start=false, fixed=true) "Turns with each jump";
    Boolean go[K](each start=false, each fixed=true) "It takes place";
  equation
    assert(n <= 8, "an Automaton has at most 8 modes, and jumps has " + String(n) + " rows");
    assert(initialMode >= 1 and initialMode <= n, "the initial mode is " + String(initialMode) +
      ", and the modes are 1 to " + String(n));
    assert(wrong == "", wrong);
    connect(u1[:, 1], v[1, 1:2*N + Z[1]]);
    connect(u2[:, 1], v[2, 1:2*N + Z[2]]);
    connect(u3[:, 1], v[3, 1:2*N + Z[3]]);
    connect(u4[:, 1], v[4, 1:2*N + Z[4]]);
    connect(u5[:, 1], v[5, 1:2*N + Z[5]]);
    connect(u6[:, 1], v[6, 1:2*N + Z[6]]);
    connect(u7[:, 1], v[7, 1:2*N + Z[7]]);
    connect(u8[:, 1], v[8, 1:2*N + Z[8]]);
    for i in 1:8 loop
      v[i, (if i <= n then 2*N + Z[i] + 1 else 1):W] = zeros(if i <= n then W - 2*N - Z[i] else W);
    end for;
    y[:, 1] = cat(1, x, der(x));
    m[:, 1] = {mode, previous};
    // What a mode leads to is decided in one pass, and the equations change in the next one: resets are computed from
    // the values of the mode that is left.
    for i in 1:n loop
      entered[i] = Activation(mode == i);
    end for;
    mode = pre(next);
    done = pre(made);
    if n >= 2 and mode == 2 then
      v[2, 1:N] = zeros(N);
      up = cat(1, {v[2, 2*N + k] > 0 for k in 1:Z[2]}, fill(false, K - Z[2]));
    elseif n >= 3 and mode == 3 then
      v[3, 1:N] = zeros(N);
      up = cat(1, {v[3, 2*N + k] > 0 for k in 1:Z[3]}, fill(false, K - Z[3]));
    elseif n >= 4 and mode == 4 then
      v[4, 1:N] = zeros(N);
      up = cat(1, {v[4, 2*N + k] > 0 for k in 1:Z[4]}, fill(false, K - Z[4]));
    elseif n >= 5 and mode == 5 then
      v[5, 1:N] = zeros(N);
      up = cat(1, {v[5, 2*N + k] > 0 for k in 1:Z[5]}, fill(false, K - Z[5]));
    elseif n >= 6 and mode == 6 then
      v[6, 1:N] = zeros(N);
      up = cat(1, {v[6, 2*N + k] > 0 for k in 1:Z[6]}, fill(false, K - Z[6]));
    elseif n >= 7 and mode == 7 then
      v[7, 1:N] = zeros(N);
      up = cat(1, {v[7, 2*N + k] > 0 for k in 1:Z[7]}, fill(false, K - Z[7]));
    elseif n >= 8 and mode == 8 then
      v[8, 1:N] = zeros(N);
      up = cat(1, {v[8, 2*N + k] > 0 for k in 1:Z[8]}, fill(false, K - Z[8]));
    else
      v[1, 1:N] = zeros(N);
      up = cat(1, {v[1, 2*N + k] > 0 for k in 1:Z[1]}, fill(false, K - Z[1]));
    end if;
    for k in 1:K loop
      go[k] = up[k] and not initial() and mode == pre(mode) and (immediate or pre(armed[k]));
      armed[k] = mode == pre(mode) and (pre(armed[k]) or not up[k]);
    end for;
    assert(not late, "a jump of mode " + String(mode) + " is positive when the mode is entered: it takes place after " +
      "it has been negative. With immediate = true it takes place at once", AssertionLevel.warning);
    late = not immediate and mode == pre(mode) and anyOf(up, armed);
    when go then
      next = target(jumps, mode, edge(go));
      to = if next == 2 then v[2, N + 1:2*N] else if next == 3 then v[3, N + 1:2*N]
        else if next == 4 then v[4, N + 1:2*N] else if next == 5 then v[5, N + 1:2*N]
        else if next == 6 then v[6, N + 1:2*N] else if next == 7 then v[7, N + 1:2*N]
        else if next == 8 then v[8, N + 1:2*N] else v[1, N + 1:2*N];
      made = pre(made) + 1;
      inRow = if noEvent(time > pre(last)) then 1 else pre(inRow) + 1;
      last = time;
      previous = mode;
      flip = not pre(flip);
      assert(inRow <= maxJumps, "more than " + String(maxJumps) + " jumps in one instant, the last one from mode " +
        String(mode) + " to mode " + String(next) + ": each mode that is entered is left at once");
    end when;
    when change(done) then
      reinit(x, to);
    end when;
    annotation (Icon(graphics={Ellipse(extent={{-70,60},{-10,0}}, lineColor={0,0,0}), Ellipse(extent={{10,0},{70,-60}},
      lineColor={0,0,0}), Line(points={{-14,46},{30,46},{40,0}}, arrow={Arrow.None,Arrow.Filled}),
      Line(points={{14,-46},{-30,-46},{-40,0}}, arrow={Arrow.None,Arrow.Filled})}),
      Documentation(info="<html><p>In mode i the states obey 0 = F, where F are the first N elements of the input ui,
computed from y, the states and their derivatives. The next N elements are the values that the states have when
mode i is entered, and the others its jumps: when the k-th of them becomes positive while mode i is the present
one, the mode with the number jumps[i, k] is entered. The first of several counts. An equation in F without the
derivative of a state makes this state algebraic in the mode.</p> <p>Resets are computed from the values before
the jump, and m has the mode that is left then, so a reset may depend on where the jump comes from.
docs/automata.md has more.</p></html>"));
  end Automaton;

  function mistake "What is wrong with the jumps; empty: nothing"
    input Integer jumps[:, :];
    output String text;
  algorithm
    text := "";
    for i in 1:size(jumps, 1) loop
      for k in 1:size(jumps, 2) loop
        if text == "" and (jumps[i, k] < 0 or jumps[i, k] > size(jumps, 1)) then
          text := "jump " + String(k) + " of mode " + String(i) + " leads to mode " + String(jumps[i, k]) +
            ", and the modes are 1 to " + String(size(jumps, 1));
        elseif text == "" and k > 1 and jumps[i, k] <> 0 and jumps[i, max(k - 1, 1)] == 0 then
          text := "row " + String(i) + " of jumps has a zero before its element " + String(k) + ": zeros come last";
        end if;
      end for;
    end for;
  end mistake;

  function counts "Entries of each row before the first zero"
    input Integer jumps[:, :];
    output Integer Z[8];
  algorithm
    Z := fill(0, 8);
    for i in 1:min(8, size(jumps, 1)) loop
      for k in 1:size(jumps, 2) loop
        if jumps[i, k] <> 0 and Z[i] == k - 1 then
          Z[i] := k;
        end if;
      end for;
    end for;
  end counts;

  function anyOf "Is one positive that has not been negative?"
    input Boolean up[:], armed[size(up, 1)];
    output Boolean yes;
  algorithm
    yes := false;
    for k in 1:size(up, 1) loop
      yes := yes or (up[k] and not armed[k]);
    end for;
  end anyOf;

  function target "Where the first of the jumps that take place leads to"
    input Integer jumps[:, :];
    input Integer mode;
    input Boolean takes[:];
    output Integer to;
  algorithm
    to := mode;
    for k in size(takes, 1):-1:1 loop
      if takes[k] then
        to := jumps[mode, k];
      end if;
    end for;
  end target;
end Automata;
