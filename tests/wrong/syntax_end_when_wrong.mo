// A when is ended by end if.
//! error M0124 10:3
//! says when
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -1;
  when x < 0 then
    reinit(x, 1);
  end if;
end M;
