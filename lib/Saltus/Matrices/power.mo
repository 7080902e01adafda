within Saltus.Matrices;
function power "A^p: whole powers by products, others by exp(p*log(A))"
  input Real A[:, size(A, 1)];
  input Real p;
  output Real X[size(A, 1), size(A, 1)];
protected
  Integer left;
  Real S[size(A, 1), size(A, 1)];
algorithm
  if p == floor(p) and abs(p) < 1e9 then
    X := identity(size(A, 1));
    S := if p < 0 then inverse(A) else A;
    left := integer(abs(p));
    while left > 0 loop
      if mod(left, 2) == 1 then
        X := X*S;
      end if;
      left := div(left, 2);
      if left > 0 then
        S := S*S;
      end if;
    end while;
  else
    X := exponential(p*logarithm(A));
  end if;
end power;
