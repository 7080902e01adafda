// Events and families. A component of an array acts at an event of its own, and what the others are computed by does
// not notice; a discrete variable that all points read changes them all, also those that are computed at events only;
// reinit of one element moves the sums and conditions that read it.
//! class Events.Main
//! run --stop 2 --tol 1e-9
//! final x[3] = exp(-2) +- 1e-7
//! final x[7] = 5*exp(-1) +- 1e-7
//! final steps = 3
//! final g[4] = 4*4
//! final h[4] = final["g[4]"] + final["x[4]"] +- 1e-15
//! final c[2].n = 2
//! final c[6].n = 1
//! final c[7].n = 0
//! final c[6].v = 2 - 1.16 +- 1e-7
//! final total = 11
//! check all(abs(s - sum(v)) < 1e-9 for s, *v in zip(col('sum_x'), *[col('x[%d]' % i) for i in range(1, 11)]))
package Events
  model Ramp "falls back to zero where it reaches its limit"
    parameter Real limit;
    Real v(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(v) = 1;
    when v > limit then
      reinit(v, 0);
      n = pre(n) + 1;
    end when;
  end Ramp;

  model Main
    parameter Integer N = 10;
    Ramp c[N](limit = {0.5 + 0.11*i + (if i > 6 then 5 else 0) for i in 1:N});
    Real x[N](each start = 1, each fixed = true), g[N], h[N], sum_x;
    discrete Real level(start = 1, fixed = true);
    Integer steps(start = 0, fixed = true), total;
  equation
    for i in 1:N loop
      der(x[i]) = -x[i];
      g[i] = level*i;
      h[i] = g[i] + x[i];
    end for;
    sum_x = x[1] + x[2] + x[3] + x[4] + x[5] + x[6] + x[7] + x[8] + x[9] + x[10];
    when sample(0.5, 0.5) and time < 1.75 then
      steps = pre(steps) + 1;
      level = pre(level) + 1;
    end when;
    when time >= 1 then
      reinit(x[7], 5);
    end when;
    total = sum(c.n);
  end Main;
end Events;
