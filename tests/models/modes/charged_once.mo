// A capacitor of 1e-6 behind a source of 5 is filled through an ideal diode up to 7 where the run begins: 2e-6 goes
// over, once (E117: a later pass begins with what the jump before has left). What ties it is made of the source, which
// changes at events only.
//! run --stop 4e-5 --step 1e-5
//! final v = 2 +- 1e-12
//! final q = 2e-6 +- 1e-18
model ChargedOnce
  Real u, v(start = 0, fixed = true), i, s, n, q(start = 0, fixed = true);
  Boolean on;
equation
  u = if mod(time, 1e-4) < 5e-5 then 5 else 0;
  n = v + u;
  der(q) = i;
  1e-6*der(v) = i;
  on = s >= 0;
  if on then
    n = 7;
    s = i;
  else
    i = 0;
    s = 7 - n;
  end if;
end ChargedOnce;
