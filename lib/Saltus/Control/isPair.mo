within Saltus.Control;
function isPair "Does a block of two end in row k of a Schur form?"
  input Real T[:, size(T, 1)];
  input Integer k;
  output Boolean yes;
algorithm
  yes := if k > 1 then T[k, max(1, k - 1)] <> 0 else false;
end isPair;
