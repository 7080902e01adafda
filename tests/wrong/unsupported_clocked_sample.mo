// A clocked partition.
//! error M0905 8:8
//! says not supported yet
//! error M0905 9:9
model M
  discrete Real x(start = 0);
equation
  when Clock(0.1) then
    x = previous(x) + 1;
  end when;
end M;
