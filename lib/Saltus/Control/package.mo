within Saltus;
package Control "Design of controllers and of observers, for parameters of models"
  import Saltus.Matrices;

  type Method = enumeration(hold "inputs are held for a period: exact", tustin "trapezoidal rule")
    "How a system is sampled";

  function lqr "K of u = -K*x that minimises the integral of x*Q*x + u*R*u + 2*x*S*u"
    input Real A[:, size(A, 1)];
    input Real B[size(A, 1), :];
    input Real Q[size(A, 1), size(A, 1)];
    input Real R[size(B, 2), size(B, 2)];
    input Real S[size(A, 1), size(B, 2)] = zeros(size(A, 1), size(B, 2));
    output Real K[size(B, 2), size(A, 1)];
    output Real X[size(A, 1), size(A, 1)] "the cost from x is x*X*x";
    output Real re[size(A, 1)], im[size(A, 1)] "poles of A - B*K";
  algorithm
    (X, K, re, im) := Matrices.care(A, B, Q, R, S);
  end lqr;

  function dlqr "K of u = -K*x for a sampled system that minimises the sum of x*Q*x + u*R*u + 2*x*S*u"
    input Real A[:, size(A, 1)];
    input Real B[size(A, 1), :];
    input Real Q[size(A, 1), size(A, 1)];
    input Real R[size(B, 2), size(B, 2)];
    input Real S[size(A, 1), size(B, 2)] = zeros(size(A, 1), size(B, 2));
    output Real K[size(B, 2), size(A, 1)];
    output Real X[size(A, 1), size(A, 1)] "the cost from x is x*X*x";
    output Real re[size(A, 1)], im[size(A, 1)] "poles of A - B*K";
  algorithm
    (X, K, re, im) := Matrices.dare(A, B, Q, R, S);
  end dlqr;

  function lqe "L of the stationary Kalman filter der(xh) = A*xh + B*u + L*(y - C*xh - D*u)"
    input Real A[:, size(A, 1)];
    input Real G[size(A, 1), :] "how the process noise enters";
    input Real C[:, size(A, 1)];
    input Real W[size(G, 2), size(G, 2)] "intensity of the process noise";
    input Real V[size(C, 1), size(C, 1)] "intensity of the measurement noise";
    output Real L[size(A, 1), size(C, 1)];
    output Real P[size(A, 1), size(A, 1)] "covariance of the estimate";
    output Real re[size(A, 1)], im[size(A, 1)] "poles of A - L*C";
  protected
    Real K[size(C, 1), size(A, 1)];
  algorithm
    (P, K, re, im) := Matrices.care(transpose(A), transpose(C), G*W*transpose(G), V);
    L := transpose(K);
  end lqe;

  function dlqe "L of the stationary Kalman filter of a sampled system: xh := xm + L*(y - C*xm), then xm := A*xh + B*u"
    input Real A[:, size(A, 1)];
    input Real G[size(A, 1), :] "how the process noise enters";
    input Real C[:, size(A, 1)];
    input Real W[size(G, 2), size(G, 2)] "covariance of the process noise";
    input Real V[size(C, 1), size(C, 1)] "covariance of the measurement noise";
    output Real L[size(A, 1), size(C, 1)];
    output Real P[size(A, 1), size(A, 1)] "covariance of the prediction xm";
    output Real M[size(A, 1), size(A, 1)] "covariance of the estimate xh";
    output Real re[size(A, 1)], im[size(A, 1)] "poles of A - A*L*C";
  protected
    Real K[size(C, 1), size(A, 1)];
  algorithm
    (P, K, re, im) := Matrices.dare(transpose(A), transpose(C), G*W*transpose(G), V);
    K := Matrices.solve(C*P*transpose(C) + V, C*P);
    L := transpose(K);
    M := P - L*C*P;
    M := (M + transpose(M))/2;
  end dlqe;

  function regulator "The controller of a feedback u = -K*xh and an observer: der(xk) = Ak*xk + Bk*y, u = Ck*xk + Dk*y"
    input Real A[:, size(A, 1)];
    input Real B[size(A, 1), :];
    input Real C[:, size(A, 1)];
    input Real D[size(C, 1), size(B, 2)];
    input Real K[size(B, 2), size(A, 1)];
    input Real L[size(A, 1), size(C, 1)];
    output Real Ak[size(A, 1), size(A, 1)], Bk[size(A, 1), size(C, 1)];
    output Real Ck[size(B, 2), size(A, 1)], Dk[size(B, 2), size(C, 1)];
  algorithm
    Ak := A - B*K - L*C + L*D*K;
    Bk := L;
    Ck := -K;
    Dk := zeros(size(B, 2), size(C, 1));
  end regulator;

  function lqg "The controller of lqr and lqe together: der(xk) = Ak*xk + Bk*y, u = Ck*xk + Dk*y"
    input Real A[:, size(A, 1)];
    input Real B[size(A, 1), :];
    input Real C[:, size(A, 1)];
    input Real D[size(C, 1), size(B, 2)];
    input Real Q[size(A, 1), size(A, 1)] "weight of the states";
    input Real R[size(B, 2), size(B, 2)] "weight of the inputs";
    input Real W[size(A, 1), size(A, 1)] "intensity of the process noise, by states";
    input Real V[size(C, 1), size(C, 1)] "intensity of the measurement noise";
    output Real Ak[size(A, 1), size(A, 1)], Bk[size(A, 1), size(C, 1)];
    output Real Ck[size(B, 2), size(A, 1)], Dk[size(B, 2), size(C, 1)];
  protected
    Real K[size(B, 2), size(A, 1)], L[size(A, 1), size(C, 1)];
  algorithm
    K := lqr(A, B, Q, R);
    L := lqe(A, identity(size(A, 1)), C, W, V);
    (Ak, Bk, Ck, Dk) := regulator(A, B, C, D, K, L);
  end lqg;

  function acker "K of one input with the poles of A - b*K where they are wanted (Ackermann)"
    input Real A[:, size(A, 1)];
    input Real b[size(A, 1)];
    input Real re[size(A, 1)];
    input Real im[size(A, 1)] = zeros(size(A, 1));
    output Real K[size(A, 1)];
  protected
    Real rows[1, size(A, 1)];
  algorithm
    rows := placeChains(A, matrix(b), re, im);
    K := rows[1, :];
  end acker;

  function obsv "How many states outputs see, and an orthogonal U that puts them first: see contr"
    input Real A[:, size(A, 1)];
    input Real C[:, size(A, 1)];
    input Real tolerance = 1e-12 "of singular values, relative";
    output Integer no;
    output Real U[size(A, 1), size(A, 1)] "transpose(U)*A*U = [Ao, 0; *, *], C*U = [Co, 0]";
  algorithm
    (no, U) := contr(transpose(A), transpose(C), tolerance);
  end obsv;

  function checkStable "Fails if a mode is not stable, and names it"
    input String who;
    input Real A[:, size(A, 1)];
    input Boolean sampled;
  protected
    Real re[size(A, 1)], im[size(A, 1)];
  algorithm
    (re, im) := Matrices.eigenvalues(A);
    for i in 1:size(A, 1) loop
      assert(if sampled then re[i]^2 + im[i]^2 < 1 else re[i] < 0,
        who + ": the system is not stable; it has the mode " +
        (if sampled then "z = " else "s = ") + Matrices.modeText(re[i], im[i]));
    end for;
  end checkStable;

  function controllabilityGramian "What inputs of unit energy reach"
    input Real A[:, size(A, 1)] "stable";
    input Real B[size(A, 1), :];
    input Boolean sampled = false;
    output Real W[size(A, 1), size(A, 1)];
  algorithm
    checkStable("controllabilityGramian", A, sampled);
    if sampled then
      W := Matrices.discreteLyapunov(A, B*transpose(B));
    else
      W := Matrices.lyapunov(A, B*transpose(B));
    end if;
  end controllabilityGramian;

  function observabilityGramian "The energy of outputs that states make"
    input Real A[:, size(A, 1)] "stable";
    input Real C[:, size(A, 1)];
    input Boolean sampled = false;
    output Real W[size(A, 1), size(A, 1)];
  algorithm
    checkStable("observabilityGramian", A, sampled);
    if sampled then
      W := Matrices.discreteLyapunov(transpose(A), transpose(C)*C);
    else
      W := Matrices.lyapunov(transpose(A), transpose(C)*C);
    end if;
  end observabilityGramian;

  function poles "Poles of a system: eigenvalues of A"
    input Real A[:, size(A, 1)];
    output Real re[size(A, 1)], im[size(A, 1)];
  algorithm
    (re, im) := Matrices.eigenvalues(A);
  end poles;

  function dcgain "What steady inputs make of the outputs"
    input Real A[:, size(A, 1)];
    input Real B[size(A, 1), :];
    input Real C[:, size(A, 1)];
    input Real D[size(C, 1), size(B, 2)];
    input Boolean sampled = false;
    output Real G[size(C, 1), size(B, 2)];
  protected
    Real X[size(A, 1), size(B, 2)];
    Integer info;
  algorithm
    (X, info) := Matrices.LAPACK.dgesv(if sampled then identity(size(A, 1)) - A else -A, B);
    assert(info == 0, "dcgain: the system integrates; it has a pole at " + (if sampled then "z = 1" else "s = 0"));
    G := D + C*X;
  end dcgain;

  function c2d "A system with sampled inputs and outputs"
    input Real A[:, size(A, 1)];
    input Real B[size(A, 1), :];
    input Real C[:, size(A, 1)];
    input Real D[size(C, 1), size(B, 2)];
    input Real period;
    input Method method = Method.hold;
    output Real Ad[size(A, 1), size(A, 1)], Bd[size(A, 1), size(B, 2)];
    output Real Cd[size(C, 1), size(A, 1)], Dd[size(C, 1), size(B, 2)];
  protected
    Integer n = size(A, 1), m = size(B, 2);
    Real E[size(A, 1) + size(B, 2), size(A, 1) + size(B, 2)], M[size(A, 1), size(A, 1)];
    Real Ct[size(A, 1), size(C, 1)];
  algorithm
    assert(period > 0, "c2d: the period must be positive");
    if method == Method.hold then
      E := Matrices.exponential(period*[A, B; zeros(m, n + m)]);
      Ad := E[1:n, 1:n];
      Bd := E[1:n, n + 1:n + m];
      Cd := C;
      Dd := D;
    else
      M := identity(n) - period/2*A;
      Ad := Matrices.solve(M, identity(n) + period/2*A);
      Bd := Matrices.solve(M, period*B);
      Ct := Matrices.solve(transpose(M), transpose(C));
      Cd := transpose(Ct);
      Dd := D + C*Bd/2;
    end if;
  end c2d;

  function d2c "The system that gives this one when it is sampled by c2d"
    input Real Ad[:, size(Ad, 1)];
    input Real Bd[size(Ad, 1), :];
    input Real Cd[:, size(Ad, 1)];
    input Real Dd[size(Cd, 1), size(Bd, 2)];
    input Real period;
    input Method method = Method.hold;
    output Real A[size(Ad, 1), size(Ad, 1)], B[size(Ad, 1), size(Bd, 2)];
    output Real C[size(Cd, 1), size(Ad, 1)], D[size(Cd, 1), size(Bd, 2)];
  protected
    Integer n = size(Ad, 1), m = size(Bd, 2), info;
    Real E[size(Ad, 1) + size(Bd, 2), size(Ad, 1) + size(Bd, 2)], M[size(Ad, 1), size(Ad, 1)];
  algorithm
    assert(period > 0, "d2c: the period must be positive");
    if method == Method.hold then
      E := Matrices.logarithm([Ad, Bd; zeros(m, n), identity(m)]);
      A := E[1:n, 1:n]/period;
      B := E[1:n, n + 1:n + m]/period;
      C := Cd;
      D := Dd;
    else
      (M, info) := Matrices.LAPACK.dgesv(Ad + identity(n), 2*identity(n));
      assert(info == 0, "d2c: the trapezoidal rule gives no system with a pole at z = -1");
      A := 2/period*(identity(n) - M);
      B := M*Bd/period;
      C := Cd*M;
      D := Dd - C*Bd/2;
    end if;
  end d2c;

  block StateSpace "der(x) = A*x + B*u, y = C*x + D*u"
    parameter Real A[:, size(A, 1)], B[size(A, 1), :], C[:, size(A, 1)];
    parameter Real D[size(C, 1), size(B, 2)] = zeros(size(C, 1), size(B, 2));
    parameter Real x0[size(A, 1)] = zeros(size(A, 1));
    input Real u[size(B, 2)];
    output Real y[size(C, 1)];
    Real x[size(A, 1)](start = x0, each fixed = true);
  equation
    der(x) = A*x + B*u;
    y = C*x + D*u;
  end StateSpace;
end Control;
