// A clock of 0.1 s ticks at the doubles n*0.1, not at a running sum: after 20000 ticks the time is still right to the
// last bit. (A running sum of 0.1 would be off by about 1e-9.)
//! run --stop 2000 --step 500 --solver {auto,erk,cvode}
//! changes n = [k*0.1 for k in range(0, 20001)]
//! final n = 20001
//! final last = 20000*0.1
//! events state = 0
model ClockDrift
  Real x(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real last(start = 0, fixed = true);
equation
  der(x) = -0.001*x;
  when sample(0, 0.1) then
    n = pre(n) + 1;
    last = time;
  end when;
end ClockDrift;
