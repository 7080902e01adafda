// A loop of a model that picks components of different sizes is written out, so it cannot be left early.
//! error M0937 16:7
model BreakOverComponents
  model Part
    parameter Integer n;
    Real y[n];
  equation
    y = fill(1, n);
  end Part;
  Part c[3](n = {1, 2, 3});
  Real s;
algorithm
  s := 0;
  for i in 1:3 loop
    if s > 1 then
      break;
    end if;
    s := s + c[i].y[1];
  end for;
end BreakOverComponents;
