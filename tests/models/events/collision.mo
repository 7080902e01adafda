// Two masses meet elastically: momentum and energy before and after are the same. x1 = v1 t and x2 = 1 meet at 0.5 (v1
// = 2); afterwards v1 = (m1 - m2)/(m1 + m2) v and v2 = 2 m1/(m1 + m2) v.
//! run --stop 2 --tol 1e-9 --solver {auto,cvode,erk}
//! final v1 = (3 - 1)/(3 + 1)*2 +- 1e-12
//! final v2 = 2*3/(3 + 1)*2 +- 1e-12
//! changes v1 = [0.5] +- 1e-9
//! momentum = 6 +- 1e-12
//! energy = 6 +- 1e-12
//! final x2 = 1 + 3*1.5 +- 1e-8
model Collision
  parameter Real m1 = 3, m2 = 1;
  Real x1(start = 0, fixed = true), v1(start = 2, fixed = true);
  Real x2(start = 1, fixed = true), v2(start = 0, fixed = true);
  Real momentum = m1*v1 + m2*v2;
  Real energy = m1*v1^2/2 + m2*v2^2/2;
equation
  der(x1) = v1;
  der(x2) = v2;
  der(v1) = 0;
  der(v2) = 0;
  when x1 > x2 then
    reinit(v1, ((m1 - m2)*pre(v1) + 2*m2*pre(v2))/(m1 + m2));
    reinit(v2, ((m2 - m1)*pre(v2) + 2*m1*pre(v1))/(m1 + m2));
  end when;
end Collision;
