within Saltus.Matrices;
function care "The stabilising X of transpose(A)*X + X*A - (X*B + S)*inverse(R)*transpose(X*B + S) + Q = 0"
  input Real A[:, size(A, 1)];
  input Real B[size(A, 1), :];
  input Real Q[size(A, 1), size(A, 1)] "symmetric";
  input Real R[size(B, 2), size(B, 2)] "symmetric, positive definite";
  input Real S[size(A, 1), size(B, 2)] = zeros(size(A, 1), size(B, 2)) "cross term";
  output Real X[size(A, 1), size(A, 1)];
  output Real K[size(B, 2), size(A, 1)] "inverse(R)*transpose(X*B + S)";
  output Real re[size(A, 1)], im[size(A, 1)] "poles of A - B*K";
protected
  Real terms, residual[size(A, 1), size(A, 1)], other[size(A, 1), size(A, 1)];
  Real Y[size(A, 1), size(A, 1)], Ky[size(B, 2), size(A, 1)];
algorithm
  checkWeights("care", Q, R, true);
  checkStabilisable("care", A, B, false);
  (X, re, im) := riccati(A, B, Q, R, S, false);
  K := solve(R, transpose(X*B + S));
  residual := transpose(A)*X + X*A - (X*B + S)*K + Q;
  terms := norm(Q) + norm((X*B + S)*K);
  if norm(residual) > 1e-12*terms then
    // one step of Newton's method (Kleinman 1968), for equations whose states have very different sizes
    Y := lyapunov(transpose(A - B*K), Q + transpose(K)*R*K - S*K - transpose(S*K));
    Ky := solve(R, transpose(Y*B + S));
    other := transpose(A)*Y + Y*A - (Y*B + S)*Ky + Q;
    if norm(other) < norm(residual) then
      X := Y;
      K := Ky;
      residual := other;
    end if;
  end if;
  terms := norm(transpose(A)*X) + norm((X*B + S)*K) + norm(Q);
  assert(norm(residual) <= 1e-6*terms, "care: no accurate solution was found (the residual is " +
    String(norm(residual)/terms, significantDigits = 2) +
    " of its terms); the problem is too close to one that has none");
end care;
