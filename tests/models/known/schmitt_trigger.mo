// A relaxation oscillator: an amplifier limited to +-15 with positive feedback of one half, and a capacitor that is
// charged from its output. Its loop has three solutions as long as the capacitor is between -7.5 and 7.5; the amplifier
// must stay where it is until the end of that range.
//
// The homotopy begins at the lower limit, so the first solution is -15. From c = 1 towards -15 the first change is at
// T*log(16/7.5), and then the capacitor goes from -7.5 to 7.5 towards 15 in T*log(3), and back. T = 0.1.
//| T = 0.1
//| first = T*log(16/7.5)
//! run --stop 1 --solver {auto,erk,cvode,rodas,dirk} --step 0.01
//! out(0) = -15 +- 1e-3
//! value [right("out", round(first/0.01 - 0.5)*0.01), right("out", round(first/0.01 + 1)*0.01)] = [-15, 15] +- 1e-2
//! out(0.1) = 15 +- 1e-3
//! out(0.2) = -15 +- 1e-3
//! out(0.31) = 15 +- 1e-3
//! c(0.18) = 15 - 22.5*exp(-(0.18 - first)/T) +- 0.02
model M
  parameter Real T = 0.1, V0 = 15000;
  Real c(start = 1, fixed = true);
  Real v, out;
equation
  T*der(c) = out - c;
  v = out/2 - c;
  out = homotopy(actual = smooth(0, noEvent(if V0*v > 15 then 15 else if V0*v < -15 then -15 else V0*v)),
      simplified = -15);
end M;
