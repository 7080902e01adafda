within Saltus.Xcos;
package Nonlinear "Limits, dead zones, steps, tables"
  import Saltus.Xcos.Interfaces.*;

  block Saturation "Held between two limits (SATURATION, SAT_f)"
    parameter Real high = 1 "Largest value";
    parameter Real low = -1 "Least value";
    parameter Real slope = 1 "Between them";
    extends Map;
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = if slope*u[i, j] > high then high elseif slope*u[i, j] < low then low else slope*u[i, j];
      end for;
    end for;
    annotation (Icon(graphics={Line(points={{-80,-50},{-40,-50},{40,50},{80,50}}, color={0,0,127})}));
  end Saturation;

  block DeadBand "Nothing between two limits (DEADBAND)"
    parameter Real high = 0.5 "Upper end of the band";
    parameter Real low = -0.5 "Lower end of the band";
    extends Map;
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = if u[i, j] > high then u[i, j] - high elseif u[i, j] < low then u[i, j] - low else 0;
      end for;
    end for;
    annotation (Icon(graphics={Line(points={{-80,-60},{-30,0},{30,0},{80,60}}, color={0,0,127})}));
  end DeadBand;

  block Hysteresis "On above a limit, off below another (HYSTHERESIS)"
    parameter Real high = 1 "It goes on here";
    parameter Real low = 0 "It goes off here";
    parameter Real on = 1 "Output when it is on";
    parameter Real off = 0 "Output when it is off";
    extends Map;
    Boolean is_on(start=false, fixed=true);
  equation
    is_on = u[1, 1] >= high or pre(is_on) and u[1, 1] > low;
    y = [if is_on then on else off];
  end Hysteresis;

  block Quantization "A multiple of a step (QUANT_f)"
    parameter Real step = 1;
    parameter Integer method = 1 "1 nearest, 2 towards zero, 3 below, 4 above" annotation (Evaluate=true);
    extends Map;
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j] = step*(if method == 1 then (if u[i, j] < 0 then ceil(u[i, j]/step - 0.5) else floor(u[i, j]/step +
          0.5))
          elseif method == 2 then (if u[i, j] < 0 then ceil(u[i, j]/step) else floor(u[i, j]/step)) elseif method ==
            3 then
          floor(u[i, j]/step) else ceil(u[i, j]/step));
      end for;
    end for;
  end Quantization;

  block Table "A curve through points (LOOKUP_f, INTRPLBLK_f)"
    parameter Real x[:] = {0, 1};
    parameter Real v[:] = {0, 1};
    extends Map(y=[Functions.at(u[1, 1], x, v, true)]);
  end Table;

  block RateLimiter "Follows its input with a limited rate (RATELIMITER)"
    parameter Real rising = 1 "Largest rate";
    parameter Real falling = -1 "Least rate";
    extends Map;
  protected
    parameter Real T = 1e-4 "It follows small changes with this lag";
  initial equation
    y = u;
  equation
    der(y[1, 1]) = max(falling, min(rising, (u[1, 1] - y[1, 1])/T));
  end RateLimiter;

  block Backlash "Follows its input across a gap (BACKLASH)"
    parameter Real y0 = 0 "Where it begins";
    parameter Real gap = 1 "Width of the gap";
    extends Map;
    output Real x "The state";
  protected
    Real rate = der(u[1, 1]);
  initial equation
    x = if u[1, 1] > y0 + gap/2 then u[1, 1] - gap/2 elseif u[1, 1] < y0 - gap/2 then u[1, 1] + gap/2 else y0;
  equation
    der(x) = if u[1, 1] - x >= gap/2 and rate > 0 or u[1, 1] - x <= -gap/2 and rate < 0 then rate else 0;
    y = [x];
  end Backlash;
end Nonlinear;
