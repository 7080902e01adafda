within Saltus.Control;
function nextEnd "Where the chain after that of input j ends"
  input Integer lengths[:], j, at;
  output Integer next = at;
algorithm
  for i in j + 1:size(lengths, 1) loop
    if next == at then
      next := at + lengths[i];
    end if;
  end for;
end nextEnd;
