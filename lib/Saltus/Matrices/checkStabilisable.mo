within Saltus.Matrices;
function checkStabilisable "Fails if inputs cannot move a mode that is not stable, and names the mode"
  input String who;
  input Real A[:, size(A, 1)];
  input Real B[size(A, 1), :];
  input Boolean sampled;
protected
  Real re[size(A, 1)], im[size(A, 1)];
algorithm
  (re, im) := eigenvalues(A);
  for i in 1:size(A, 1) loop
    if (if sampled then re[i]^2 + im[i]^2 >= 1 else re[i] >= 0) and im[i] >= 0 then
      assert(movesMode(A, B, re[i], im[i]), who + ": the pair (A, B) cannot be stabilised; no input moves the mode " +
        (if sampled then "z = " else "s = ") + modeText(re[i], im[i]));
    end if;
  end for;
end checkStabilisable;
