// The same hysteresis of width 2 written with `if` and pre, with Booleans, with `when`, and in an algorithm. On u = 2
// sin t it turns up at pi/6 + 2 k pi and down at 7 pi/6 + 2 k pi, so x, which integrates it, has a closed form too.
//| up = [pi/6 + 2*k*pi for k in range(4)]
//| down = [7*pi/6 + 2*k*pi for k in range(4)]
//| all_times = sorted(t for t in up + down if t < 20)
//| x = -all_times[0] + sum((b - a)*(1 if k % 2 == 0 else -1)
//|     for k, (a, b) in enumerate(zip(all_times, all_times[1:] + [20])))
//! run --stop 20 --tol 1e-8 --solver {auto,cvode,adams,ida,erk,dirk,rodas}
//! changes a = all_times +- 1e-12
//! changes b = all_times +- 1e-12
//! changes c = all_times +- 1e-12
//! changes d = all_times +- 1e-12
//! final x = x +- 1e-6
//! value col('a') = col('c')
//! value col('a') = col('d')
//! run --stop 20 --step 0.05 --solver rk4
//! changes a = all_times +- 1e-12
model Hysteresis
  Real u = 2*sin(time);
  Real x(start = 0, fixed = true);
  Integer a(start = -1, fixed = true), c(start = -1, fixed = true), d(start = -1, fixed = true);
  Boolean b(start = false, fixed = true);
equation
  a = if u > 1 then 1 elseif u < -1 then -1 else pre(a);
  b = u > 1 or pre(b) and not u < -1;
  when u > 1 then
    c = 1;
  elsewhen u < -1 then
    c = -1;
  end when;
  der(x) = a;
algorithm
  when {u > 1} then
    d := 1;
  end when;
  when u < -1 then
    d := -1;
  end when;
end Hysteresis;
