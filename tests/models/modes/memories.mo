// Diodes of a boost converter that remember their side elsewhere than in the Boolean behind their switch (E160): in its
// opposite, in a number, in an enumeration, in a Boolean that two others are made of. Continuous conduction: L der(i) =
// 12 or 12 - vc, C der(vc) = (0 or i) - vc/R, by powers of the matrix exponential's series.
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
//! class Memories.Opposite
//! run --stop 0.005 --tol 1e-9
//! final i = x[0] +- 1e-6
//! final vc = x[1] +- 1e-6
//! class Memories.Number
//! run --stop 0.005 --tol 1e-9
//! final i = x[0] +- 1e-6
//! final vc = x[1] +- 1e-6
//! class Memories.Named
//! run --stop 0.005 --tol 1e-9
//! final i = x[0] +- 1e-6
//! final vc = x[1] +- 1e-6
//! class Memories.Behind
//! run --stop 0.005 --tol 1e-9
//! final i = x[0] +- 1e-6
//! final vc = x[1] +- 1e-6
package Memories
  partial model Boost
    Real i(start = 0, fixed = true), vc(start = 24, fixed = true), vq, iq, vd, id;
    Boolean closed = mod(time, 1e-4) < 5e-5;
  equation
    1e-3*der(i) = 12 - vq;
    i = iq + id;
    1e-4*der(vc) = id - vc/10;
    vd = vq - vc;
    if closed then vq = 0; else iq = 0; end if;
  end Boost;
  model Opposite
    extends Boost;
    Boolean on(start = false), off;
  equation
    off = not (vd > 0 or pre(on) and not id < 0);
    on = not off;
    if off then id = 0; else vd = 0; end if;
  end Opposite;
  model Number
    extends Boost;
    Integer m(start = 0);
  equation
    m = if pre(m) == 1 then (if id < 0 then 0 else 1) else (if vd > 0 then 1 else 0);
    if m == 1 then vd = 0; else id = 0; end if;
  end Number;
  model Named
    extends Boost;
    type State = enumeration(blocks, conducts);
    State m(start = State.blocks);
  equation
    m = if pre(m) == State.conducts then (if id < 0 then State.blocks else State.conducts)
        else (if vd > 0 then State.conducts else State.blocks);
    if m == State.conducts then vd = 0; else id = 0; end if;
  end Named;
  model Behind
    extends Boost;
    Boolean ready, on(start = false), memory(start = false);
  equation
    memory = if pre(memory) then not id < 0 else vd > 0;
    ready = time >= 0;
    on = memory and ready;
    if on then vd = 0; else id = 0; end if;
  end Behind;
end Memories;
