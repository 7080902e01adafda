within Plant.Parts;
partial model Base
  Real x(start = 1, fixed = true);
end Base;
