// The same with a function of time that is not affine, so it must be searched for, and with no state that would limit
// the steps: the condition cos(10 t) > 0.999 is true for 2 acos(0.999)/10 = 0.009 s, once in 0.628 s.
//| n = len([k for k in range(1, 100) if 2*pi*k/10 - acos(0.999)/10 < 20])
//! run --stop 20 --solver {auto,cvode,erk,adams}
//! final n = n
//! changes n = [2*pi*k/10 - acos(0.999)/10 for k in range(1, n + 1)] +- 1e-10
model NarrowTimePeaks
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when cos(10*time) > 0.999 then
    n = pre(n) + 1;
  end when;
end NarrowTimePeaks;
