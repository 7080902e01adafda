// A condition over an element whose index is a number that is cut to a whole one: which element it is, is known before
// the condition is looked at, though both are found in the same first tries.
//! class LatchedIndex
//! run --stop 1.5 --step 0.25
//! y(1.25) = 2
//! y(1.5) = 1
//! changes y = [7.29/3 - 1] +- 1e-9
model LatchedIndex
  function checked
    input Integer i[2];
    output Integer y[1];
  algorithm
    assert(i[1] > 0, "there is no element 0");
    y[1] := i[1];
  end checked;
  Real w = 3.2 + 0.5*time, z = 1 + time/2;
  Real a[4] = {1, 2, 3, 4}*(1 + time);
  Real y = if 7.29 < a[checked({integer(w), integer(z)})[1]] then 1 else 2;
end LatchedIndex;
