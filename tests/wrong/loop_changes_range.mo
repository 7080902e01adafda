// A loop changes the array that it runs over.
//! error M0936 11:9
model W
  function f
    input Real x;
    output Real y;
  protected
    Real v[3] = {1, 2, 3};
  algorithm
    y := 0;
    for a in v loop
      v[2] := 5;
      y := y + a*x;
    end for;
  end f;
  Real x = f(time);
end W;
