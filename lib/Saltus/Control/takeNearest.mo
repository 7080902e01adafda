within Saltus.Control;
function takeNearest "Takes the number nearest to `to` out of a list"
  input Real list[:];
  input Integer count;
  input Real to;
  output Real found;
  output Integer left;
  output Real rest[size(list, 1)] = list;
protected
  Integer at = 1;
algorithm
  for i in 2:count loop
    if abs(list[i] - to) < abs(list[at] - to) then
      at := i;
    end if;
  end for;
  found := list[at];
  rest[at] := list[count];
  left := count - 1;
end takeNearest;
