// A buck converter with a discontinuous mode: when the diode blocks, the inductor's current is no state any more but
// zero, by an equation. The ramp and the circuit are those of Fossas and Olivar (1996). The values at the first periods
// and the bounds of the steady state were computed independently, mode by mode, from the closed forms of the linear
// pieces.
//! run --stop 0.0008 --tol 1e-9 -p E=24
//! vo(0.0004) = 1.778036 +- 2e-6
//! il(0.0004) = 0.467706 +- 2e-6
//! final vo = 6.078263 +- 2e-6
//! final il = 0.872100 +- 2e-6
//! run --stop 0.0008 --tol 1e-9 -p E=33
//! vo(0.0004) = 2.444800 +- 2e-6
//! final vo = 8.357612 +- 2e-6
//! final il = 1.199137 +- 2e-6
// steady states at the multiples of the ramp's period: with a light load mode 3 is part of each period
//! run --stop 0.04 --tol 1e-8 -p E=20
//! final vo = 11.969512 +- 2e-5
//! final il = 0.591572 +- 2e-5
//! check all(il > 0 for t, il in zip(times, col('il')) if t > 0.001)
//! run --stop 0.08 --step 1e-6 --tol 1e-8 -p E=24 -p R=300
//! value min(v for t, v in zip(times, col('vo')) if t > 0.07) = 12.0317 +- 3e-4
//! value max(v for t, v in zip(times, col('vo')) if t > 0.07) = 12.1515 +- 3e-4
//! value max(v for t, v in zip(times, col('il')) if t > 0.07) = 0.0985 +- 3e-4
//! check abs(min(col('il'))) < 1e-9
//! check len(j['modes']) == 3 and sorted(m['states'] for m in j['modes']) == [1, 2, 2]
model Buck
  parameter Real R = 22, C = 47e-6, L = 20e-3, E = 24;
  parameter Real Vref = 11.3, a = 8.4, low = 3.8, high = 8.2, T = 400e-6;
  Real vo(start = 0, fixed = true), il(start = 0, fixed = true);
  Real Q = low + (high - low)*mod(time, T)/T - a*(vo - Vref);
equation
  R*C*der(vo) + vo = R*il;
  if Q > 0 then
    L*der(il) = E - vo;
  elseif il > 0 then
    L*der(il) = -vo;
  else
    il = 0;
  end if;
end Buck;
