within Saltus;
package Estimation "Kalman filters: continuous prediction, correction at samples"
  import Saltus.Matrices;

  partial function Rate "der(x) of what is observed"
    input Real x[:], u[:], t;
    output Real rate[size(x, 1)];
  end Rate;

  partial function Measurement "what is measured"
    input Real x[:], u[:], t;
    output Real y[:];
  end Measurement;

  partial function Jacobian "derivatives by the states"
    input Real x[:], u[:], t;
    output Real J[:, size(x, 1)];
  end Jacobian;

  function correct "The correction of a Kalman filter, from values before the sample"
    input Real x[:], P[size(x, 1), size(x, 1)] "prediction and its covariance";
    input Real innovation[:] "measurement minus its prediction";
    input Real H[size(innovation, 1), size(x, 1)] "derivatives of the measurement";
    input Real R[size(innovation, 1), size(innovation, 1)] "covariance of its noise";
    output Real xn[size(x, 1)], Pn[size(x, 1), size(x, 1)], K[size(x, 1), size(innovation, 1)];
  protected
    Real Kt[size(innovation, 1), size(x, 1)], M[size(x, 1), size(x, 1)];
  algorithm
    Kt := Matrices.solve(H*P*transpose(H) + R, H*P);
    K := transpose(Kt);
    xn := x + K*innovation;
    // the form of Joseph, which stays symmetric and positive
    M := identity(size(x, 1)) - K*H;
    Pn := M*P*transpose(M) + K*R*transpose(K);
  end correct;

  function deviations "Columns whose products have the sum P (Cholesky), which change smoothly with it"
    input Real P[:, size(P, 1)] "symmetric, not negative";
    output Real L[size(P, 1), size(P, 1)];
  protected
    Real rest;
  algorithm
    L := zeros(size(P, 1), size(P, 1));
    for j in 1:size(P, 1) loop
      rest := P[j, j] - L[j, 1:j - 1]*L[j, 1:j - 1];
      // of a matrix that is not negative, a column without a rest is zero
      if rest > 0 then
        L[j, j] := sqrt(rest);
        for i in j + 1:size(P, 1) loop
          L[i, j] := (P[i, j] - L[i, 1:j - 1]*L[j, 1:j - 1])/L[j, j];
        end for;
      end if;
    end for;
  end deviations;

  function sigmaPoints "Points around x, one a column, that have the mean x and the covariance P"
    input Real x[:], P[size(x, 1), size(x, 1)], spread "square of the distance, in standard deviations";
    output Real X[size(x, 1), 2*size(x, 1) + 1];
  protected
    Integer n = size(x, 1);
    Real L[size(x, 1), size(x, 1)];
  algorithm
    L := deviations(P);
    X[:, 1] := x;
    for i in 1:n loop
      X[:, i + 1] := x + sqrt(spread)*L[:, i];
      X[:, n + i + 1] := x - sqrt(spread)*L[:, i];
    end for;
  end sigmaPoints;

  function covariance "Weighted products of deviations of columns"
    input Real X[:, :], x[size(X, 1)], Y[:, size(X, 2)], y[size(Y, 1)], w[size(X, 2)];
    output Real P[size(X, 1), size(Y, 1)];
  algorithm
    P := zeros(size(X, 1), size(Y, 1));
    for k in 1:size(X, 2) loop
      for i in 1:size(X, 1) loop
        for j in 1:size(Y, 1) loop
          P[i, j] := P[i, j] + w[k]*(X[i, k] - x[i])*(Y[j, k] - y[j]);
        end for;
      end for;
    end for;
  end covariance;

  function unscentedCorrect "The correction of an unscented filter"
    input Real X[:, :], x[size(X, 1)], P[size(X, 1), size(X, 1)] "points, their mean and covariance";
    input Real Y[:, size(X, 2)] "the measurement at each point";
    input Real measured[size(Y, 1)];
    input Real R[size(Y, 1), size(Y, 1)], wm[size(X, 2)], wc[size(X, 2)];
    output Real xn[size(X, 1)], Pn[size(X, 1), size(X, 1)], K[size(X, 1), size(Y, 1)];
  protected
    Real y[size(Y, 1)], Pyy[size(Y, 1), size(Y, 1)], Pxy[size(X, 1), size(Y, 1)], Kt[size(Y, 1), size(X, 1)];
  algorithm
    y := Y*wm;
    Pyy := covariance(Y, y, Y, y, wc);
    Pyy := Pyy + R;
    Pxy := covariance(X, x, Y, y, wc);
    Kt := Matrices.solve(Pyy, transpose(Pxy));
    K := transpose(Kt);
    xn := x + K*(measured - y);
    Pn := P - K*Pyy*transpose(K);
    Pn := (Pn + transpose(Pn))/2;
  end unscentedCorrect;

  function normalNumbers
      "Numbers with the normal distribution (Box and Muller), and the state of the generator after them"
    input Integer before[2];
    input Integer n;
    output Real z[n];
    output Integer after[2];
  protected
    Real a, b;
    Integer state[2];
  algorithm
    state := before;
    for i in 1:n loop
      (state, a) := uniform(state);
      (state, b) := uniform(state);
      z[i] := sqrt(-2*log(a))*cos(6.283185307179586*b);
    end for;
    after := state;
  end normalNumbers;

  function uniform "The next number between 0 and 1"
    input Integer before[2];
    output Integer after[2];
    output Real number;
    external "C" ModelicaRandom_xorshift64star(before, after, number);
  end uniform;

  block Noise "Normal noise that changes at samples"
    parameter Integer n = 1;
    parameter Real sigma[n] = fill(1, n) "standard deviations";
    parameter Real period, startTime = period;
    parameter Integer seed = 1;
    output Real y[n](each start = 0, each fixed = true);
  protected
    Integer state[2](start = {seed, 88172645}, each fixed = true);
    Real z[n](each start = 0, each fixed = true);
  equation
    when sample(startTime, period) then
      (z, state) = normalNumbers(pre(state), n);
      y = sigma .* z;
    end when;
  end Noise;
end Estimation;
