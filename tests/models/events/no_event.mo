// Under noEvent and smooth(1, ...) a relation causes no event; without it the same expression does, at its corners. The
// integrals are the same: the area of |sin| over 2 pi is 4.
//! run --stop $(2*pi) --tol 1e-8
//! final a = 4 +- 1e-5
//! final b = 4 +- 1e-5
//! final d = 4 +- 1e-5
//! events state = 0
//! class NoEvent.With
//! run --stop $(2*pi) --tol 1e-8
//! final a = 4 +- 1e-6
//! final c = 4 +- 1e-6
//! check j['events']['time'] >= 1
model NoEvent
  Real s = sin(time);
  Real a(start = 0, fixed = true), b(start = 0, fixed = true), d(start = 0, fixed = true);
  model With
    Real s = sin(time);
    Real a(start = 0, fixed = true), c(start = 0, fixed = true);
  equation
    der(a) = if s > 0 then s else -s;
    der(c) = abs(s);
  end With;
equation
  der(a) = noEvent(if s > 0 then s else -s);
  der(b) = noEvent(abs(s));
  der(d) = smooth(1, if s > 0 then s else -s);
end NoEvent;
