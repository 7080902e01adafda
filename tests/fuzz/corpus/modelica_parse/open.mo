model A
  Real x = 1 "desc;
  Real y "it's fine";
  Real 'abc;
  Real z = “text”;
  Real u = a − b;
  Real v = a × b;
  Real größe;
equation
  x = 1;
  model B
    Real q;
  equation
    if a then
      x = 1;
    else if b then
      x = 2;
    end if;
  end B;
  x = 2;
  if q then
    x = 3;
    end A;
