// Blocks of a matrix and parts of a vector, set in loops whose iterators say where: the size of each part is known
// although the iterator is not.
//! run --stop 0.1
//! value [final["a[%d,%d]" % (i, j)] for i in range(1, 7) for j in range(1, 7)] \
//!     = [10*((i - 1)//3 + 1) + i*j for i in range(1, 7) for j in range(1, 7)]
//! value [final["v[%d]" % i] for i in range(1, 7)] = [1, 2, 5, 6, 9, 10]
model M
  function blocks
    input Integer m;
    output Real a[2*m, 2*m];
  algorithm
    for i in 1:2*m loop
      for j in 1:2*m loop
        a[i, j] := i*j;
      end for;
    end for;
    for k in 1:2 loop
      for i in m*(k - 1) + 1:m*k loop
        a[i, m*(k - 1) + 1:m*k] := a[i, m*(k - 1) + 1:m*k] + fill(10*k, m);
        a[i, m*(2 - k) + 1:m*(3 - k)] := a[i, m*(2 - k) + 1:m*(3 - k)] .+ 10*k;
      end for;
    end for;
  end blocks;
  function spread
    output Real v[6];
  algorithm
    v := {1, 2, 3, 4, 5, 6};
    for k in 1:3 loop
      v[2*k - 1:2*k] := v[2*k - 1:2*k] .+ 2*(k - 1);
    end for;
  end spread;
  Real a[6, 6] = blocks(3);
  Real v[6] = spread();
end M;
