// Equations that are solved over simulations: each simulation gives one value of g(p), and a method that is called once
// for each of them proposes the next p. The method keeps the last 2n pairs (p, g), the oldest and worst of which is
// replaced, and takes the p at which the weighted linear model through them is zero. With one unknown it is the secant
// method.
//! class Nsolve.Grushin
//! run
//! final runs = 9
//! final p[1] = 1 +- 2e-6
//! final p[2] = pi +- 5e-6
//! x1 = sin(pi*t)/pi +- 1e-5
//! value j["runs"] = 9
//! run -p damped=false
//! final runs = 17
//! final p[1] = sqrt(2) +- 2e-6
//! final p[2] = 2*pi +- 1e-5
//! class Nsolve.Static
//! run
//! final p[1] = 1 +- 1e-5
//! final p[2] = -2 +- 1e-5
//! final p[3] = 0.5 +- 1e-5
//! final p[4] = 3 +- 1e-5
//! check final["runs"] < 130
//! class Nsolve.Endless
//! run --max-runs 20
//! status failed
//! message R0604 `again` must depend on a condition
package Nsolve
  function next "The next point: p and its value g go into the table T of 2n pairs"
    input Real p[:], g[size(p, 1)], T[2*size(p, 1) + 1, 2*size(p, 1)];
    output Real better[size(p, 1)];
    output Real table[2*size(p, 1) + 1, 2*size(p, 1)] = T;
  protected
    Integer n = size(p, 1), N = 2*n, worst = 1;
    Real Z[2*size(p, 1), size(p, 1)] "basis of the null space of the values";
    Real B[size(p, 1), size(p, 1)], At[size(p, 1)], Winv[size(p, 1), size(p, 1)];
  algorithm
    for k in 1:N loop
      table[N + 1, k] := table[N + 1, k]*(1 + 1/n);
      if table[N + 1, k] > table[N + 1, worst] then worst := k; end if;
    end for;
    table[1:n, worst] := g;
    table[n + 1:N, worst] := p;
    table[N + 1, worst] := max(g*g, 1e-30);
    Z := nullspace(table[1:n, :]);
    At := {sum(Z[:, j]) for j in 1:n};
    B := table[n + 1:N, :]*Z;
    // least squares: B is p* times At, with the covariance Z' diag(w) Z
    Winv := inverse(transpose(Z)*diagonal(table[N + 1, :])*Z);
    better := (B*Winv*At)/(At*Winv*At);
  end next;

  function nullspace "Of a matrix with n rows and 2n columns"
    input Real G[:, :];
    output Real Z[size(G, 2), size(G, 2) - size(G, 1)];
  protected
    Integer n = size(G, 1), N = size(G, 2), count = 0;
    Real Q[N, N] = zeros(N, N), v[N], length;
  algorithm
    for k in 1:n + N loop
      if count < N then
        v := if k <= n then G[min(k, n), :] else {if i == k - n then 1.0 else 0.0 for i in 1:N};
        length := sqrt(v*v);
        for again in 1:2 loop
          for j in 1:count loop
            v := v - (v*Q[:, j])*Q[:, j];
          end for;
        end for;
        if sqrt(v*v) > 1e-8*length then
          count := count + 1;
          Q[:, count] := v/sqrt(v*v);
        end if;
      end if;
    end for;
    Z := Q[:, n + 1:N];
  end nullspace;

  function inverse
    input Real A[:, size(A, 1)];
    output Real X[size(A, 1), size(A, 1)] = identity(size(A, 1));
  protected
    Integer n = size(A, 1), pivot;
    Real M[size(A, 1), size(A, 1)] = A, row[size(A, 1)], f;
  algorithm
    for k in 1:n loop
      pivot := k;
      for i in k + 1:n loop
        if abs(M[i, k]) > abs(M[pivot, k]) then pivot := i; end if;
      end for;
      row := M[k, :]; M[k, :] := M[pivot, :]; M[pivot, :] := row;
      row := X[k, :]; X[k, :] := X[pivot, :]; X[pivot, :] := row;
      f := M[k, k];
      M[k, :] := M[k, :]/f;
      X[k, :] := X[k, :]/f;
      for i in 1:n loop
        if i <> k then
          f := M[i, k];
          M[i, :] := M[i, :] - f*M[k, :];
          X[i, :] := X[i, :] - f*X[k, :];
        end if;
      end for;
    end for;
  end inverse;

  function first "Pairs that are replaced first"
    input Integer n;
    input Real weight = 1e32;
    output Real T[2*n + 1, 2*n] = [identity(n), identity(n); identity(n), identity(n); fill(weight, 1, 2*n)];
  algorithm
  end first;

  model Grushin "Geodesics: from (0, 0) to (0, 1/(2 pi)) in unit time"
    constant Real pi = 3.141592653589793;
    parameter Boolean damped = true;
    discrete Real p[2](start = {1, 1}, each fixed = true) "tried in this simulation" annotation(__Saltus(keep = true));
    discrete Real T[5, 4](start = first(2), each fixed = true) annotation(__Saltus(keep = true));
    discrete Integer runs(start = 0, fixed = true) annotation(__Saltus(keep = true));
    discrete Real better[2](start = {0, 0}, each fixed = true);
    Real x1(start = 0, fixed = true), x2(start = 0, fixed = true), lam, g[2] = {x1, x2 - 1/(2*pi)};
    parameter Real mu(fixed = false), al = 0.9;
    Boolean done(start = false, fixed = true);
  initial equation
    lam = p[1];
    mu = p[2];
  equation
    der(x1) = lam;
    der(x2) = mu*x1^2;
    der(lam) = -mu^2*x1;
    when terminal() then
      runs = pre(runs) + 1;
      done = sqrt(g*g) < 1e-5;
      (better, T) = next(pre(p), g, pre(T));
      p = if done then pre(p) elseif damped and runs < 4 then al*pre(p) + (1 - al)*better else better;
    end when;
    annotation(experiment(StopTime = 1, Tolerance = 1e-10), __Saltus(again = not done));
  end Grushin;

  model Static "Four equations without time"
    discrete Real p[4](start = -ones(4), each fixed = true) annotation(__Saltus(keep = true));
    discrete Real T[9, 8](start = first(4, 1e10), each fixed = true) annotation(__Saltus(keep = true));
    discrete Integer runs(start = 0, fixed = true) annotation(__Saltus(keep = true));
    discrete Real better[4](start = zeros(4), each fixed = true);
    Real q[4] = pre(p) - {1, -2, 0.5, 3} "from the solution";
    Real g[4] = {2*q[1] + 0.1*q[2]^2, q[2] + 0.2*q[3], 3*q[3] + 0.1*q[4]*q[1], q[4] + 0.1*sin(q[2])};
  equation
    when terminal() then
      runs = pre(runs) + 1;
      (better, T) = next(pre(p), g, pre(T));
      p = if sqrt(g*g) < 1e-6 then pre(p) else better;
    end when;
    annotation(experiment(StopTime = 0.1), __Saltus(again = sqrt(g*g) >= 1e-6 and runs < 130));
  end Static;

  model Endless
    Real x(start = 1, fixed = true);
  equation
    der(x) = -x;
    annotation(__Saltus(again = x > 0));
  end Endless;
end Nsolve;
