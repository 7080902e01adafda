// A tank that is filled and emptied in turn: used by external_automaton.cosy.
//! class Alone
//! run --stop 3.5 --tol 1e-9
//! final y = 0.5 +- 1e-8
model Tank
  input Real q;
  output Real y;
  model Fill
    input Real q;
    Real h(start = 0, fixed = true);
  equation
    der(h) = q;
  end Fill;
  model Empty
    Real h(start = 0, fixed = true);
  equation
    der(h) = -1;
  end Empty;
  Fill fill(q = q);
  Empty empty;
equation
  y = if activeState(fill) then fill.h else empty.h;
  initialState(fill);
  transition(fill, empty, fill.h > 1);
  transition(empty, fill, empty.h < 0, reset = true, immediate = false);
  when activeState(empty) then
    reinit(empty.h, fill.h);
  end when;
end Tank;

model Alone
  Tank t(q = 1);
  Real y = t.y;
end Alone;
