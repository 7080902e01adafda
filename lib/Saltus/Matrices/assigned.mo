within Saltus.Matrices;
function assigned "A copy of A in which the elements of these rows and columns are those of E"
  input Real A[:, :];
  input Integer rows[:], columns[:];
  input Real E[size(rows, 1), size(columns, 1)];
  output Real X[size(A, 1), size(A, 2)] = A;
algorithm
  for i in 1:size(rows, 1) loop
    assert(rows[i] >= 1 and rows[i] <= size(A, 1),
      "the row " + String(rows[i]) + " is outside 1:" + String(size(A, 1)));
  end for;
  for j in 1:size(columns, 1) loop
    assert(columns[j] >= 1 and columns[j] <= size(A, 2),
      "the column " + String(columns[j]) + " is outside 1:" + String(size(A, 2)));
    for i in 1:size(rows, 1) loop
      X[rows[i], columns[j]] := E[i, j];
    end for;
  end for;
end assigned;
