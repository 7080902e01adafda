// An assertion in an initial algorithm, about a variable that is set several times in it.
//! run --stop 1
//! final which = 2
//! y = 2*t +- 1e-12
model InitialAssert
  parameter Integer which(fixed = false);
  parameter Real c[3] = {1, 4, 9};
  Real v[3] = {time, 2*time, 3*time}, y;
initial algorithm
  which := -1;
  for i in 1:3 loop
    if c[i] == 4 then
      which := i;
    end if;
  end for;
  assert(which > 0, "4 is not among them");
equation
  y = v[which];
end InitialAssert;
