// pre of an element whose subscript is known only when the statement is executed: counters of one and two dimensions.
//! run --stop 3.5
//! final x[1] = 3
//! final x[3] = 10 + 9
//! final y[2,2] = 3*4
//! final y[1,2] = 3*2
model PreInLoop
  Integer x[3](start = {0, 5, 10}, each fixed = true);
  Integer y[2, 2](each start = 0, each fixed = true);
algorithm
  when sample(1, 1) then
    for k in 1:3 loop
      x[k] := pre(x[k]) + k;
      for i in 1:2 loop
        if k < 3 then
          y[i, k] := pre(y[i, k]) + i*k;
        end if;
      end for;
    end for;
  end when;
end PreInLoop;
