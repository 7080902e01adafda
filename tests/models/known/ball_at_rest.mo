// The remedy for the Zeno sequence: below a small speed the ball lies still. It bounces until the speed e^n v1 after a
// contact is below vmin, so the number of contacts is the least n with e^n v1 < vmin, and afterwards the height is
// constant.
//| v1 = sqrt(2*9.81*10)
//| n = ceil(log(0.05/v1)/log(0.9))
//| stop = sqrt(20/9.81) + 2*v1/9.81*sum(0.9**k for k in range(1, n))
//! run --stop 30 --tol 1e-10 --solver {auto,cvode,erk}
//! final bounces = n
//! final flying = False
//! final v = 0
//! final h = 0 +- 1e-9
//! changes flying = [stop] +- 1e-6
model BallAtRest
  parameter Real e = 0.9, g = 9.81, vmin = 0.05;
  Real h(start = 10, fixed = true);
  Real v(start = 0, fixed = true);
  Boolean flying(start = true, fixed = true);
  Integer bounces(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = if flying then -g else 0;
  when h < 0 then
    bounces = pre(bounces) + 1;
    flying = e*abs(pre(v)) > vmin;
    reinit(v, if flying then -e*pre(v) else 0);
  end when;
end BallAtRest;
