within Saltus.Control;
function takeNearestPair "Takes the pair nearest to re +- im*i out of a list"
  input Real listRe[:], listIm[size(listRe, 1)];
  input Integer count;
  input Real re, im;
  output Real foundRe, foundIm;
  output Integer left;
  output Real restRe[size(listRe, 1)] = listRe, restIm[size(listRe, 1)] = listIm;
protected
  Integer at = 1;
algorithm
  for i in 2:count loop
    if (listRe[i] - re)^2 + (listIm[i] - im)^2 < (listRe[at] - re)^2 + (listIm[at] - im)^2 then
      at := i;
    end if;
  end for;
  foundRe := listRe[at];
  foundIm := listIm[at];
  restRe[at] := listRe[count];
  restIm[at] := listIm[count];
  left := count - 1;
end takeNearestPair;
