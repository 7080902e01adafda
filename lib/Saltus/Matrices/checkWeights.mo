within Saltus.Matrices;
function checkWeights "Fails unless weights of a Riccati equation are what they have to be"
  input String who;
  input Real Q[:, size(Q, 1)], R[:, size(R, 1)];
  input Boolean definite "R must be positive definite";
protected
  Real re[size(R, 1)], im[size(R, 1)];
algorithm
  assert(isSymmetric(Q), who + ": the weight Q of the states is not symmetric");
  assert(isSymmetric(R), who + ": the weight R of the inputs is not symmetric");
  if definite then
    (re, im) := eigenvalues(R);
    for i in 1:size(R, 1) loop
      assert(re[i] > 0, who + ": the weight R of the inputs is not positive definite; it has the eigenvalue " +
        String(re[i], significantDigits = 5));
    end for;
  end if;
end checkWeights;
