within Saltus.Matrices;
function kept "Which of 1:n stay when others are taken away"
  input Integer n;
  input Integer taken[:] "each of 1:n at most once";
  output Integer left[n - size(taken, 1)];
protected
  Boolean is[n] = fill(false, n);
  Integer k = 0;
algorithm
  for i in 1:size(taken, 1) loop
    assert(taken[i] >= 1 and taken[i] <= n, "the index " + String(taken[i]) +
      " of what is deleted is outside 1:" + String(n));
    assert(not is[taken[i]], "the index " + String(taken[i]) +
      " is deleted twice, so the size of the result would change");
    is[taken[i]] := true;
  end for;
  for i in 1:n loop
    if not is[i] then
      k := k + 1;
      left[k] := i;
    end if;
  end for;
end kept;
