// Twenty clocks with intervals k/64 s: the number of ticks of each up to 4 s is floor(256/k) + 1, and the union of
// their times is what is recorded.
//| ticks = sorted({n*k/64 for k in range(1, 21) for n in range(0, 256//k + 1)})
//! run --stop 4 --step 4 --solver {auto,cvode}
//! value [final['n[%d]' % k] for k in range(1, 21)] = [256//k + 1 for k in range(1, 21)]
//! value sorted(set(times)) = ticks
//! events state = 0
model SampledMany
  Real x(start = 0, fixed = true);
  Integer n[20](each start = 0, each fixed = true);
equation
  der(x) = 1;
  for k in 1:20 loop
    when sample(0, k/64) then
      n[k] = pre(n[k]) + 1;
    end when;
  end for;
end SampledMany;
