// A when inside a for loop of an algorithm.
//! error M0570 7:5
model M
  discrete Real x(start = 0, fixed = true);
algorithm
  while x < 1 loop
    when time > 1 then
      x := 1;
    end when;
  end while;
end M;
