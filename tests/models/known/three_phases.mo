// Three phases of 100 V, six diodes, a resistor and a capacitor. At the start values nothing can be evaluated:
// exp(86/0.03) is no number. While all six diodes block, rounding is all that is left of the sum of their currents, and
// p and n have no common level, but their difference is that of the capacitor.
//
// With y = log(i/Is + 3) the potentials are p = Vt*(log(sum(exp(u/Vt))) - y) and n = Vt*(y - log(sum(exp(-u/Vt)))), so
// that one equation gives y for a voltage of the capacitor. Runge and Kutta's classical method with 40 000 steps gives
// 167.670809043597 at 0.04, with half as many 167.670809043605.
//! run --stop 0.04 --step 0.002 --solver {auto,cvode,ida,dirk,rodas} --tol {1e-3,1e-6,1e-9}
//! v(0.04) = 167.6708090436 +- 1000*tol
//! message none
model Bridge
  parameter Real Is = 1e-10, Vt = 0.03, w = 2*3.141592653589793*50;
  Real v(start = 0, fixed = true), u[3] = {100*sin(w*time), 100*sin(w*time - 2.0943951023931953),
      100*sin(w*time + 2.0943951023931953)};
  Real p(start = 0), n(start = 0), up[3], down[3], i;
equation
  for k in 1:3 loop
    up[k] = Is*(exp((u[k] - p)/Vt) - 1);
    down[k] = Is*(exp((n - u[k])/Vt) - 1);
  end for;
  i = up[1] + up[2] + up[3];
  i = down[1] + down[2] + down[3];
  p - n = v + 0.5*i;
  1e-3*der(v) = i - v/50;
end Bridge;
