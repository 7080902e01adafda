// One clock, given in one place, reaches everything that is tied to it: blocks, arrays, records, connectors,
// when-clauses without a clock.
//! run --stop 1 --step 0.05
//! changes s = [0.25*k for k in range(5)] +- 1e-15
//! final s = 4
//! z[1](0.6) = 3
//! z[2](0.6) = 6
//! r.a(0.8) = 0.75 +- 1e-15
//! r.k(0.8) = 3
//! slow(0.9) = 0.5 +- 1e-12
//! avg(1) = 0.875 +- 1e-12
model Inference
  connector In = input Real;
  connector Out = output Real;
  connector ClockIn = input Clock;
  connector ClockOut = output Clock;
  block Source
    ClockOut c;
  equation
    c = Clock(1, 4);
  end Source;
  block Sampler
    In u;
    Out y;
    ClockIn c;
  equation
    y = sample(u, c);
  end Sampler;
  block Mean
    In u(start = 0);
    Out y;
  equation
    when Clock() then
      y = (u + previous(u))/2;
    end when;
  end Mean;
  record R
    Real a;
    Integer k;
  end R;
  Source source;
  Sampler sampler;
  Mean mean;
  Real avg = hold(mean.y), s(start = 0), z[2], slow;
  Integer n(start = -1);
  R r(a = m.a, k = m.k), m;
  parameter Integer factor = 2;
equation
  sampler.u = time;
  connect(source.c, sampler.c);
  connect(sampler.y, mean.u);
  n = previous(n) + (if sampler.y >= 0 then 1 else 0);
  s = hold(n);
  m.a = sampler.y;
  m.k = n;
  for i in 1:2 loop
    z[i] = i*(n + 1);
  end for;
  slow = subSample(sampler.y, factor);
end Inference;
