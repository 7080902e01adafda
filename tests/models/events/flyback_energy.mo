// A flyback converter in discontinuous conduction, all ideal: each of the 1000 periods takes (V*D*T)^2/(2*L) from the
// source, and what is not in the load is in the coil and the capacitor. Thousands of restarts must not lose or make
// energy (E144).
//! run --stop 0.1 --solver {auto,erk,rodas,dirk,cvode,adams,ida}
//! final taken = 1000*(48*0.3*1e-4)**2/2e-3 +- 2e-5
//! final off = 0 +- 2e-5
//! check j['events']['state'] == 1000
//! run --stop 0.1 --tol 1e-8 --solver {auto,cvode,adams,ida}
//! final taken = 1000*(48*0.3*1e-4)**2/2e-3 +- 5e-7
//! final off = 0 +- 5e-7
model flyback_energy
  parameter Real V = 48, L = 1e-3, C = 1e-4, R = 100, T = 1e-4, D = 0.3;
  Real i(start = 0, fixed = true), v(start = 5, fixed = true), taken(start = 0, fixed = true),
      given(start = 0, fixed = true);
  Real off = taken - given - (L*i^2 + C*(v^2 - 25))/2;
  Boolean on(start = true, fixed = true), conducts;
equation
  on = sample(0, T) or (pre(on) and not sample(D*T, T));
  conducts = not on and i > 0;
  L*der(i) = if on then V else if conducts then -4*v else 0;
  C*der(v) = (if conducts then 4*i else 0) - v/R;
  der(taken) = if on then V*i else 0;
  der(given) = v^2/R;
end flyback_energy;
