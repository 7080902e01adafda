// Relations in the arguments of a call make events, whether the function is called, written out because it is short, or
// written out because it asks for it; those of the function itself make none. The steps of the integrals are met, and
// each is exact.
//! run --stop 1
//! a = max(0, t - 0.51) +- 1e-12
//! b = max(0, t - 0.51) +- 1e-12
//! c = max(0, t - 0.51) +- 1e-12
//! d = 2*max(0, t - 0.7) + t +- 1e-12
//! final n = 1
//! events state = 3
model InlineArguments
  function called input Boolean c; output Real y; algorithm y := if c then 1 else 0; annotation(Inline = false);
  end called;
  function asked input Boolean c; output Real y; algorithm y := if c then 1 else 0; annotation(Inline = true);
  end asked;
  function late input Boolean c; output Real y; algorithm y := if c then 1 else 0; annotation(LateInline = true);
  end late;
  function short input Real u; output Real y; algorithm y := 2*u + 1; end short;
  function own input Real u; output Real y; algorithm y := if u > 0.2 then u else 0.2; annotation(Inline = true);
  end own;
  Real x(start = 0, fixed = true), a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true),
      d(start = 0, fixed = true);
  Real quiet = own(x);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  der(a) = called(x > 0.51);
  der(b) = asked(x > 0.51);
  der(c) = late(x > 0.51);
  der(d) = short(if x > 0.7 then 1 else 0);
  when asked(x > 0.3) > 0.5 then
    n = pre(n) + 1;
  end when;
end InlineArguments;
