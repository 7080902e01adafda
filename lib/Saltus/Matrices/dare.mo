within Saltus.Matrices;
function dare
  "Stabilising X: transpose(A)*X*A - X - (transpose(A)*X*B + S)*inverse(R + transpose(B)*X*B)*transpose(...) + Q = 0"
  input Real A[:, size(A, 1)] "may be singular";
  input Real B[size(A, 1), :];
  input Real Q[size(A, 1), size(A, 1)] "symmetric";
  input Real R[size(B, 2), size(B, 2)] "symmetric";
  input Real S[size(A, 1), size(B, 2)] = zeros(size(A, 1), size(B, 2)) "cross term";
  output Real X[size(A, 1), size(A, 1)];
  output Real K[size(B, 2), size(A, 1)] "inverse(R + transpose(B)*X*B)*transpose(transpose(A)*X*B + S)";
  output Real re[size(A, 1)], im[size(A, 1)] "poles of A - B*K";
protected
  Real terms, residual[size(A, 1), size(A, 1)];
algorithm
  checkWeights("dare", Q, R, false);
  checkStabilisable("dare", A, B, true);
  (X, re, im) := riccati(A, B, Q, R, S, true);
  K := solve(R + transpose(B)*X*B, transpose(transpose(A)*X*B + S));
  residual := transpose(A)*X*A - X - (transpose(A)*X*B + S)*K + Q;
  terms := norm(transpose(A)*X*A) + norm((transpose(A)*X*B + S)*K) + norm(X) + norm(Q);
  assert(norm(residual) <= 1e-6*terms, "dare: no accurate solution was found (the residual is " +
    String(norm(residual)/terms, significantDigits = 2) +
    " of its terms); the problem is too close to one that has none");
end dare;
