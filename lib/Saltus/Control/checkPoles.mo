within Saltus.Control;
function checkPoles "Fails if there are not as many poles as can be placed, and names the modes that cannot be moved"
  input String who;
  input Real A[:, size(A, 1)], B[size(A, 1), :], U[size(A, 1), size(A, 1)];
  input Integer nc;
  input Real re[:], im[size(re, 1)];
protected
  Integer n = size(A, 1);
  Real V[:, :], Rest[:, :], fixedRe[:], fixedIm[:];
  String modes = "";
algorithm
  if size(re, 1) <> nc then
    V := U[:, nc + 1:n];
    Rest := transpose(V)*A*V;
    (fixedRe, fixedIm) := Matrices.eigenvalues(Rest);
    for i in 1:n - nc loop
      if fixedIm[i] >= 0 then
        modes := modes + (if modes == "" then "" else ", ") + Matrices.modeText(fixedRe[i], fixedIm[i]);
      end if;
    end for;
    assert(nc == n, who + ": " + String(size(re, 1)) + " poles were given, but inputs reach only " + String(nc) +
      " of " + String(n) +
      " states; no input moves the modes s = " + modes);
    assert(false, who + ": " + String(size(re, 1)) + " poles were given for " + String(n) + " states");
  end if;
end checkPoles;
