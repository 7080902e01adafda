within Saltus.Xcos;
package Sources "Signals from nothing"
  import Saltus.Xcos.Interfaces.*;

  block Constant "Always the same (CONST_m)"
    parameter Real k[:, :] = [1] "The value";
    extends Source(r=size(k, 1), c=size(k, 2), y=k);
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="%k")}));
  end Constant;

  block Clock "The time (TIME_f)"
    extends Source(y=[time]);
  end Clock;

  block Sine "A sine (GENSIN_f)"
    parameter Real amplitude = 1;
    parameter Real frequency = 1 "In radians a second";
    parameter Real phase = 0 "In radians";
    extends Source(y=[amplitude*sin(frequency*time + phase)]);
    annotation (Icon(graphics={Line(points={{-80,0},{-60,50},{-40,70},{-20,50},{0,0},{20,-50},{40,-70},{60,-50},{80,0}},
      color={0,0,127}, smooth=Smooth.Bezier)}));
  end Sine;

  block Square "Changes its sign when it is activated (GENSQR_f)"
    parameter Real amplitude = 1;
    extends Sampled(y(each start=amplitude));
  protected
    Real z(start=amplitude, fixed=true);
  equation
    when e then
      y = [pre(z)];
      z = -pre(z);
    end when;
    annotation (Icon(graphics={Line(points={{-80,-50},{-40,-50},{-40,50},{10,50},{10,-50},{60,-50},{60,50}},
      color={0,0,127})}));
  end Square;

  block Sawtooth "The time since the last activation, or since 0 (SAWTOOTH_f)"
    extends Source(y=[time - last]);
    ActivationIn e "When it begins again" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  protected
    Real last(start=0, fixed=true);
  equation
    when e then
      last = time;
    end when;
    annotation (Icon(graphics={Line(points={{-80,-50},{0,50},{0,-50},{80,50}}, color={0,0,127})}));
  end Sawtooth;

  block Ramp "Rises from a time on (RAMP)"
    parameter Real slope = 1;
    parameter Real start = 0 "When it begins to rise";
    parameter Real y0 = 0 "Value until then";
    extends Source(y=[y0 + (if time < start then 0 else slope*(time - start))]);
    annotation (Icon(graphics={Line(points={{-80,-60},{-20,-60},{80,60}}, color={0,0,127})}));
  end Ramp;

  block Step "Steps at a time (STEP)"
    parameter Real start[:] = {1} "When";
    parameter Real y0[:] = {0} "Value before";
    parameter Real y1[:] = {1} "Value from then on";
    extends Source;
  equation
    for i in 1:r loop
      y[i, 1] = if time >= start[min(i, size(start, 1))] then y1[min(i, size(y1, 1))] else y0[min(i, size(y0, 1))];
    end for;
    annotation (Icon(graphics={Line(points={{-80,-60},{0,-60},{0,60},{80,60}}, color={0,0,127})}));
  end Step;

  block Count "Counts activations, and begins again (Modulo_Count)"
    parameter Real start = 0 "Where it begins";
    parameter Real base = 3 "One more than the largest number";
    extends Sampled;
  protected
    Real z(start=start, fixed=true);
  equation
    when e then
      y = [pre(z)];
      z = mod(pre(z) + 1, base);
    end when;
  end Count;

  block Counter "Counts between two numbers (Counter)"
    parameter Real least = 0;
    parameter Real largest = 2;
    parameter Integer rule = 1 "1 up, 2 down" annotation (Evaluate=true);
    extends Sampled;
  protected
    Real z(start=0, fixed=true);
  equation
    when e then
      y = [if rule == 1 then least + pre(z) else largest - pre(z)];
      z = mod(pre(z) + 1, largest - least + 1);
    end when;
  end Counter;

  block Curve "A curve of time through points (CURV_f, CURVE_c, Sigbuilder)"
    parameter Real x[:] = {0, 1} "Times of the points";
    parameter Real v[:] = {0, 1} "Values of the points";
    parameter Boolean straight = true "Straight between points; else the value of the point before"
      annotation (Evaluate=true);
    parameter Boolean periodic = false annotation (Evaluate=true);
    extends Source(y=[if not periodic and time > x[end] then held else Functions.at(t, x, v, straight)]);
    parameter Real held = v[end] "Value after the last point";
  protected
    Real t = if periodic then x[1] + mod(time - x[1], x[end] - x[1]) else time;
    annotation (Icon(graphics={Line(points={{-80,-50},{-30,40},{20,-10},{80,60}}, color={0,0,127})}));
  end Curve;

  block KnotCurve "A curve that activates others at its points (CURVE_c)"
    extends Curve;
    ActivationIn e "What it gives itself" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOut o "At each point" annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  protected
    Integer k(start=1, fixed=true) "Number of the point";
  equation
    when initial() then
      schedule(o, max(0, x[1]));
    end when;
    when e then
      k = pre(k) + 1;
      if k <= size(x, 1) then
        schedule(o, max(0, x[min(k, size(x, 1))] - x[min(k, size(x, 1)) - 1]));
      end if;
    end when;
  end KnotCurve;

  block SplineCurve "A cubic curve of time through points (CURVE_c)"
    parameter Real x[:] = {0, 1} "Times of the points";
    parameter Real v[:] = {0, 1} "Values of the points";
    parameter Real d[:] = {0, 0} "Slopes at the points";
    parameter Boolean periodic = false annotation (Evaluate=true);
    extends Source(y=[if t < x[1] then 0 elseif not periodic and time > x[end] then v[end] else
      Functions.cubic(t, x, v, d)]);
    ActivationIn e "What it gives itself" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOut o "At the end of the points" annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  protected
    Real t = if periodic then x[1] + mod(time - x[1], x[end] - x[1]) else time;
    Boolean over(start=false, fixed=true);
  equation
    when initial() then
      schedule(o, max(0, x[1]));
    end when;
    when e then
      over = true;
      if periodic or not pre(over) then
        schedule(o, x[end] - x[1]);
      end if;
    end when;
    annotation (Icon(graphics={Line(points={{-80,-50},{-30,40},{20,-10},{80,60}}, color={0,0,127},
      smooth=Smooth.Bezier)}));
  end SplineCurve;

  block Records "Records of a file, one after another (RFILE_f)"
    parameter Real v[:, :] = [0, 0] "The records; if they are timed, the first number of each is its time";
    parameter Boolean timed = true "Each comes at its time; else at each activation" annotation (Evaluate=true);
    parameter Integer n = size(v, 2) - (if timed then 1 else 0) "Numbers that it gives";
    extends Source(r=n);
    ActivationIn e "The next record" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    ActivationOut o "When the next record is due" annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  protected
    Integer k(start=0, fixed=true) "So many have come";
  initial equation
    for i in 1:n loop
      y[i, 1] = v[1, size(v, 2) - n + i];
    end for;
  equation
    when initial() then
      if timed then
        schedule(o, max(0, v[1, 1]));
      end if;
    end when;
    when e then
      k = min(pre(k) + 1, size(v, 1));
      for i in 1:n loop
        y[i, 1] = v[k, size(v, 2) - n + i];
      end for;
      if timed and k < size(v, 1) then
        schedule(o, max(0, v[min(k + 1, size(v, 1)), 1] - v[k, 1]));
      end if;
    end when;
  end Records;

  block Random "A random number each time (RAND_m)"
    parameter Integer law = 0 "0 uniform, 1 normal" annotation (Evaluate=true);
    parameter Real a[:, :] = [0] "Least value, or mean";
    parameter Real b[:, :] = [1] "Width, or standard deviation";
    parameter Real seed = 0 "Where the sequence begins";
    extends Source(r=size(a, 1), c=size(a, 2));
    ActivationIn e "When it changes" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  protected
    parameter Integer n = r*c;
    discrete Real state[n] "Of the generator, behind each number";
    discrete Real z[n] "Numbers for the next activation";
  initial equation
    state[1] = behind(seed, law);
    z[1] = drawn(seed, law);
    for k in 2:n loop
      state[k] = behind(state[k - 1], law);
      z[k] = drawn(state[k - 1], law);
    end for;
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = a[i, j] + b[i, j]*z[(j - 1)*r + i];
      end for;
    end for;
  equation
    when e then
      state[1] = behind(pre(state[n]), law);
      z[1] = drawn(pre(state[n]), law);
      for k in 2:n loop
        state[k] = behind(state[k - 1], law);
        z[k] = drawn(state[k - 1], law);
      end for;
      for i in 1:r loop
        for j in 1:c loop
          y[i, j] = a[i, j] + b[i, j]*pre(z[(j - 1)*r + i]);
        end for;
      end for;
    end when;
    annotation (Icon(graphics={Line(points={{-80,-20},{-60,40},{-50,-60},{-30,10},{-20,70},{0,-30},{10,20},{30,-70},
      {45,50},{60,-10},{80,30}}, color={0,0,127})}),
      Documentation(info="<html><p>The generator is the one that Forsythe, Malcolm and Moler published in
1977; normal numbers are made of uniform ones by the polar method.</p></html>"));
  end Random;

  function behind "The state of the generator behind a random number"
    input Real before;
    input Integer law "0 uniform, 1 normal";
    output Real state;
  protected
    Real x, z;
  algorithm
    state := next(before);
    if law <> 0 then
      x := 2*state/2147483648 - 1;
      state := next(state);
      z := 2*state/2147483648 - 1;
      while x*x + z*z > 1 loop
        state := next(state);
        x := 2*state/2147483648 - 1;
        state := next(state);
        z := 2*state/2147483648 - 1;
      end while;
    end if;
  end behind;

  function drawn "A random number"
    input Real before;
    input Integer law "0 uniform, 1 normal";
    output Real v;
  protected
    Real state, x, t;
  algorithm
    state := next(before);
    v := state/2147483648;
    if law <> 0 then
      t := 2;
      state := before;
      while t > 1 loop
        state := next(state);
        x := 2*state/2147483648 - 1;
        state := next(state);
        t := x*x + (2*state/2147483648 - 1)^2;
      end while;
      v := x*sqrt(-2*log(t)/t);
    end if;
  end drawn;

  function next "843314861 x + 453816693, of which the last 31 bits are kept"
    input Real x;
    output Real y;
  protected
    Real high = floor(x/32768);
    Real low = x - 32768*high;
  algorithm
    y := mod(mod(mod(high*843314861, 65536)*32768, 2147483648) + mod(low*843314861, 2147483648) + 453816693,
      2147483648);
  end next;
end Sources;
