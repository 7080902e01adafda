// The curve of an ideal diode with a parameter, written by sides, in a boost converter (E161); and a contact whose
// condition is that which has brought the bodies together (E162).
//| def series(A, b, x, h):
//|     n, part, out = 60, list(x), list(x)
//|     for k in range(1, n):
//|         part = [h/k*(sum(A[r][c]*part[c] for c in range(2)) + (b[r] if k == 1 else 0)) for r in range(2)]
//|         out = [p + q for p, q in zip(out, part)]
//|     return out
//| x = [0, 24]
//| for k in range(50):
//|     x = series([[0, 0], [0, -1e3]], [12e3, 0], x, 5e-5)
//|     x = series([[0, -1e3], [1e4, -1e3]], [12e3, 0], x, 5e-5)
//! class Curves.Sides
//! run --stop 0.005 --tol 1e-9
//! final i = x[0] +- 1e-6
//! final vc = x[1] +- 1e-6
//! class Curves.Smooth
//! run --stop 0.005 --tol 1e-9
//! final i = x[0] +- 1e-6
//! final vc = x[1] +- 1e-6
//! class Curves.Branches
//! run --stop 0.005 --tol 1e-9
//! final i = x[0] +- 1e-6
//! final vc = x[1] +- 1e-6
//! class Curves.Mixed
//! run --stop 0.005 --tol 1e-9
//! final i = x[0] +- 1e-6
//! final vc = x[1] +- 1e-6
// two masses, 1 and 2: the first, which is drawn back by 2, meets the second with sqrt(3); both have a third of that,
// and the first lets go in the same instant
//! class Curves.Contact
//! run --stop 3 --tol 1e-9
//! final v2 = sqrt(3)/3 +- 1e-6
//! final v1 = sqrt(3)/3 - 2*(3 - (3 - sqrt(3))/2) +- 1e-6
package Curves
  partial model Boost
    Real i(start = 0, fixed = true), vc(start = 24, fixed = true), vq, iq, vd, id, s;
    Boolean closed = mod(time, 1e-4) < 5e-5, off = s < 0;
  equation
    1e-3*der(i) = 12 - vq;
    i = iq + id;
    1e-4*der(vc) = id - vc/10;
    vd = vq - vc;
    if closed then vq = 0; else iq = 0; end if;
  end Boost;
  model Sides
    extends Boost;
  equation
    vd = if off then s else 0;
    id = if off then 0 else s;
  end Sides;
  model Smooth
    extends Boost;
    parameter Real Vknee = 0;
  equation
    vd = smooth(0, if off then s else 0) + Vknee;
    id = smooth(0, if off then 0 else s);
  end Smooth;
  model Branches
    extends Boost;
  equation
    if off then vd = s; id = 0; else id = s; vd = 0; end if;
  end Branches;
  model Mixed
    extends Boost;
  equation
    vd = if off then s else 0;
    if off then id = 0; else id = s; end if;
  end Mixed;
  model Contact
    Real x1(start = 0, fixed = true), v1(start = 3, fixed = true), x2(start = 1.5, fixed = true),
        v2(start = 0, fixed = true), gap, push;
    Boolean on(start = false, fixed = true);
  equation
    der(x1) = v1;
    der(x2) = v2;
    der(v1) = -push - 2;
    2*der(v2) = push;
    gap = x2 - x1;
    on = gap < 0 or pre(on) and push >= 0;
    if on then gap = 0; else push = 0; end if;
  end Contact;
end Curves;
