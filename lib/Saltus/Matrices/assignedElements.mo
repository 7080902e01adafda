within Saltus.Matrices;
function assignedElements "A copy of A in which elements, counted column by column, are those of e"
  input Real A[:, :];
  input Integer places[:];
  input Real e[size(places, 1)];
  output Real X[size(A, 1), size(A, 2)] = A;
algorithm
  for i in 1:size(places, 1) loop
    assert(places[i] >= 1 and places[i] <= size(A, 1)*size(A, 2),
      "the index " + String(places[i]) + " is outside 1:" + String(size(A, 1)*size(A, 2)));
    X[mod(places[i] - 1, size(A, 1)) + 1, div(places[i] - 1, size(A, 1)) + 1] := e[i];
  end for;
end assignedElements;
