// A converter of switched capacitors, 12 V to 132 V without load: ten capacitors are charged side by side, then put in
// series with the source onto the output. Each of its two changes of mode in a period is an impulse. `Ideal`: no switch
// has a resistance. `Small`: the same with 0.1 Ohm each. In the limit of slow switching its output has n/(f*C) = 1000
// Ohm, so with 10 kOhm its mean voltage is 120 V.
package Capacitors
  partial model Converter
    constant Integer n = 10;
    parameter Real E = 12, C = 1e-6, T = 1e-4, load = 1e4, R = 0;
    Real v[n](each start = 12, each fixed = true), vo(start = 120, fixed = true), mean(start = 0, fixed = true);
    Real top[n], bottom[n], i[n] "into each capacitor", ic[n] "from the source", ig[n] "to ground",
        is[n + 1] "in series";
    Boolean charge = mod(time, T) < T/2;
  equation
    for k in 1:n loop
      C*der(v[k]) = i[k];
      v[k] = top[k] - bottom[k];
      ic[k] + is[k + 1] = i[k];
      i[k] = ig[k] + is[k];
    end for;
    1e-4*der(vo) = -is[n + 1] - vo/load;
    der(mean) = vo;
  end Converter;

  model Ideal
    extends Converter;
  equation
    for k in 1:n loop
      if charge then top[k] = E; else ic[k] = 0; end if;
      if charge then bottom[k] = 0; else ig[k] = 0; end if;
      if charge then is[k] = 0; else bottom[k] = if k == 1 then E else top[k - 1]; end if;
    end for;
    if charge then is[n + 1] = 0; else top[n] = vo; end if;
    annotation(experiment(StopTime = 1));
  end Ideal;

  model Small
    extends Converter(R = 0.1);
    constant Real G = 1e-9;
  equation
    for k in 1:n loop
      E - top[k] = ic[k]*(if charge then R else 1/G);
      bottom[k] = ig[k]*(if charge then R else 1/G);
      bottom[k] - (if k == 1 then E else top[k - 1]) = is[k]*(if charge then 1/G else R);
    end for;
    vo - top[n] = is[n + 1]*(if charge then 1/G else R);
    annotation(experiment(StopTime = 1));
  end Small;
end Capacitors;
