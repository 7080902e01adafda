// Events in N components, one component at a time. What one event costs must not grow with the number of components
// beside it.
package EventTest
  model Counter "acts on a clock of its own"
    parameter Real first, interval;
    discrete Real y(start = 0, fixed = true) "time of the last tick, filtered";
    Integer n(start = 0, fixed = true) "ticks";
    Boolean odd;
  equation
    when sample(first, interval) then
      n = pre(n) + 1;
      y = 0.5*pre(y) + time;
    end when;
    odd = mod(n, 2) == 1;
  end Counter;

  model TimeEvents "N clocks that take turns: one tick in every interval of 1/N"
    parameter Integer N = 100;
    Counter c[N](first = {(i - 0.5)/N for i in 1:N}, each interval = 1);
    annotation(experiment(StopTime = 1, Tolerance = 1e-6));
  end TimeEvents;

  model Sawtooth "falls back to zero where it reaches its limit"
    parameter Real limit, slope = 1;
    Real x(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = slope;
    when x > limit then
      reinit(x, 0);
      n = pre(n) + 1;
    end when;
  end Sawtooth;

  model StateEvents "N sawteeth of different lengths, each of which reaches its limit once in the first second"
    parameter Integer N = 100;
    Sawtooth s[N](limit = {0.5 + 0.5*(i - 0.5)/N for i in 1:N});
    annotation(experiment(StopTime = 1, Tolerance = 1e-6));
  end StateEvents;
end EventTest;
