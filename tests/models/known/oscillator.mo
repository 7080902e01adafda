// An undamped oscillator over 1000 periods. The error of a solver that keeps its tolerance grows at most linearly in
// time, so after 2000*pi seconds amplitude and phase are right to a small multiple of 2000*pi*tol. With rk4 the exact
// discrete solution is Re(G^n), G = 1 + z + z^2/2 + z^3/6 + z^4/24 at z = i h.
//| T = 2000*pi
//| z = 0.1j
//| G = 1 + z + z**2/2 + z**3/6 + z**4/24
//! run --stop $(T) --step $(T/100) --tol {1e-8,1e-10} --solver {adams,erk,cvode}
//! final x = 1 +- 10*T*tol
//! final v = 0 +- 10*T*tol
//! value hypot(final['x'], final['v']) = 1 +- 10*T*tol
//! run --stop 6283 --step 0.1 --solver rk4 --vars x,v
//! final x = (G**62830).real +- 1e-9
//! final v = -(G**62830).imag +- 1e-9
//! x(100) = (G**1000).real +- 1e-11
model Oscillator
  Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end Oscillator;
