// A leg of two switches in which the upper one and the diode beside it are one if-equation with three branches. The
// lower switch is on for 1 ms, off for 0.1 ms and on again. The coil sees -24 V, then, through the diode, +24 V, then
// -24 V: at 10 mH that is 2400 A/s. The lower switch turns on against the diode, and the mode with both of them does
// not exist.
//! run --stop 0.01 --step 5e-5
//! i(0.0005) = -1.2 +- 1e-9
//! i(0.00105) = -2.28 +- 1e-9
//! final i = -23.52 +- 1e-8
//! check all(abs(u - (48 if 0.001 < t < 0.0011 else 0)) < 1e-9 \
//!     for t, u in zip(times, col('u')) if t not in (0.001, 0.0011))
model ElseifDiode
  Real u, i(start = 0, fixed = true), ih, il, s;
  Boolean d, hi = time > 9, lo = time < 1e-3 or time > 1.1e-3;
equation
  0.01*der(i) = u - 24;
  ih - il = i;
  d = s > 0;
  if hi then
    48 - u = 0;
    s = -1;
  elseif d then
    48 - u = 0;
    s = -ih;
  else
    ih = 0;
    s = u - 48;
  end if;
  if lo then
    u = 0;
  else
    il = 0;
  end if;
end ElseifDiode;
