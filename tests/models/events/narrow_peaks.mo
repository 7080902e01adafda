// A condition that is true only near the peaks of a sine, for 2 acos(0.9999) = 0.028 s, while the solver's steps are
// ten times as long: none may be lost. The peaks are at pi/2 + 2 k pi: 16 of them before 100 s.
//| width = acos(0.9999)
//| peaks = [pi/2 + 2*k*pi for k in range(16) if pi/2 + 2*k*pi < 100]
//! run --stop 100 --tol {1e-6,1e-7,1e-9} --solver {auto,cvode,adams,ida,erk,dirk,rodas}
//! final n = len(peaks)
//! run --stop 100 --tol 1e-9 --solver {auto,erk,adams}
//! changes n = [p - width for p in peaks] +- 1e-4
//! run --stop 100 --step 0.05 --solver rk4
//! final n = len(peaks)
model NarrowPeaks
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  when x > 0.9999 then
    n = pre(n) + 1;
  end when;
end NarrowPeaks;
