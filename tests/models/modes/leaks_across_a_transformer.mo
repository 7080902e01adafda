// Two ideal switches on both sides of an ideal transformer of ratio 3, which open at the same time. What flows through
// open switches is zero, and so is what the transformer makes of it, so how the voltage divides is open: it does as
// with equal leaks d in both, va = ia/d and vb = ib/d with ib = 3*ia, hence vb = 3*va and U = va + 3*vb = 10*va.
//! run --stop 2 --solver {erk,rodas}
//! ia(0.5) = 5 +- 1e-9
//! ib(0.5) = 15 +- 1e-9
//! va(1.5) = 0.5 +- 1e-9
//! vb(1.5) = 1.5 +- 1e-9
//! ia(1.5) = 0 +- 1e-9
model LeaksAcrossATransformer
  parameter Real U = 5;
  Boolean open = time > 1;
  Real va, vb, ia, ib;
equation
  3*ia = ib;
  U = ia + va + 3*vb;
  if open then ia = 0; else va = 0; end if;
  if open then ib = 0; else vb = 0; end if;
end LeaksAcrossATransformer;
