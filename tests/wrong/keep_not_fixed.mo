//! error M0693 4:50
model KeepNotFixed
  Real x(start = 1);
  discrete Real p(start = 1) annotation(__Saltus(keep = true));
equation
  der(x) = -x;
  when terminal() then
    p = x;
  end when;
end KeepNotFixed;
