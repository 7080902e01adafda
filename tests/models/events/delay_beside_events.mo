// What a delay or a transport takes in is computed when they take it in, also at events and where nothing else needs
// it: it is not recorded, which would compute it. The oscillator v = v0*cos(w*t) - x0*sin(w*t), m = 2*v + 1, is delayed
// by d and then integrated; before, m(0) or 0 comes out.
//| w, x0, v0 = 3.5, 0.279, -0.0821
//| def integral(t): return 2*(v0*sin(w*t) + x0*(cos(w*t) - 1))/w + t
//! class DelayBesideEvents.Delayed
//! run --stop {0.3,0.5,0.9,1.1,1.25,1.33} --solver {auto,dirk,cvode} --tol 1e-7 --vars q
//! value final['q'] = 0.15*(2*v0 + 1) + integral(j['time']['stop'] - 0.15) +- 2e-6
//! message none
//! class DelayBesideEvents.Rate
//! run --stop {0.9,1.33} --solver {auto,dirk,cvode} --tol 1e-7 --vars q
//! value final['q'] = w*(0.15*v0 + (integral(j['time']['stop'] - 0.15) - j['time']['stop'] + 0.15)/2) +- 2e-6
//! class DelayBesideEvents.Carried
//! run --stop {0.3,0.5,0.9,1.1,1.25,1.33} --solver {auto,dirk,cvode} --tol 1e-7 --vars q
//! value final['q'] = integral(j['time']['stop'] - 0.2) +- 1e-5
//! message none
//! class DelayBesideEvents.Searched
//! run --stop {0.3,0.5,0.9,1.1,1.25,1.33} --solver {auto,dirk,cvode} --tol 1e-7 --vars q
//! value final['q'] = 0.15*(2*v0 + 1) + integral(j['time']['stop'] - 0.15) +- 2e-6
package DelayBesideEvents
  partial model Oscillator
    Real x(start = 0.279, fixed = true), v(start = -0.0821, fixed = true), m = 2*v + 1, y, q(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = 3.5*v;
    der(v) = -3.5*x;
    der(q) = y;
    when sample(0.1, 0.13) then
      n = pre(n) + 1;
    end when;
  end Oscillator;

  model Delayed
    extends Oscillator;
  equation
    y = delay(m, 0.15);
  end Delayed;

  model Rate
    extends Oscillator;
  equation
    y = delay(der(x), 0.15);
  end Rate;

  model Carried
    extends Oscillator;
    Real back;
  equation
    (back, y) = spatialDistribution(m, 0, time/0.2, true, {0, 1}, {0, 0});
  end Carried;

  model Searched "rates that cost much beside one condition, which is therefore searched by itself"
    extends Delayed;
    parameter Integer k = 60;
    Real z[k](each start = 0.5, each fixed = true);
    Boolean b = x > 0.1;
  equation
    for i in 1:k loop
      der(z[i]) = sin(i + z[i]) - exp(-z[i]^2)*cos(i*z[if i == 1 then k else i - 1]) - tanh(z[i])*i/k;
    end for;
  end Searched;
end DelayBesideEvents;
