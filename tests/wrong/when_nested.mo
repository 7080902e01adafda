// A when inside a when.
//! error M0412 7:5
model M
  discrete Real x(start = 0, fixed = true);
equation
  when time > 1 then
    when time > 2 then
      x = 1;
    end when;
  end when;
end M;
