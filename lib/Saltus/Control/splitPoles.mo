within Saltus.Control;
function splitPoles "Real poles, and complex ones by pairs"
  input String who;
  input Real re[:], im[size(re, 1)];
  output Integer reals = 0, pairs = 0;
  output Real r[size(re, 1)], p[size(re, 1)],
    q[size(re, 1)] "real poles; real parts and positive imaginary parts of pairs";
protected
  Boolean used[size(re, 1)] = fill(false, size(re, 1));
  Integer partner;
algorithm
  r := zeros(size(re, 1));
  p := zeros(size(re, 1));
  q := zeros(size(re, 1));
  for i in 1:size(re, 1) loop
    if im[i] == 0 then
      reals := reals + 1;
      r[reals] := re[i];
    elseif im[i] > 0 then
      partner := 0;
      for j in 1:size(re, 1) loop
        if partner == 0 and not used[j] and im[j] < 0
          and abs(re[j] - re[i]) + abs(im[j] + im[i]) <= 1e-10*(abs(re[i]) + im[i]) then
          partner := j;
        end if;
      end for;
      assert(partner > 0, who + ": the pole " + String(re[i], significantDigits = 5) +
        " + " + String(im[i], significantDigits = 5) +
        "i has no conjugate among the poles");
      used[partner] := true;
      pairs := pairs + 1;
      p[pairs] := re[i];
      q[pairs] := im[i];
    end if;
  end for;
  for j in 1:size(re, 1) loop
    assert(im[j] >= 0 or used[j], who + ": the pole " + String(re[j], significantDigits = 5) + " - " +
      String(abs(im[j]), significantDigits = 5) + "i has no conjugate among the poles");
  end for;
end splitPoles;
