within Saltus.Matrices;
function closest "The two eigenvalues whose sum is nearest to 0"
  input Real re[:], im[size(re, 1)];
  output Integer first = 1, second = 1;
  output Real least "absolute value of the sum";
protected
  Real now;
algorithm
  least := 1e300;
  for i in 1:size(re, 1) loop
    for j in i:size(re, 1) loop
      now := sqrt((re[i] + re[j])^2 + (im[i] + im[j])^2);
      if now < least then
        least := now;
        first := i;
        second := j;
      end if;
    end for;
  end for;
end closest;
