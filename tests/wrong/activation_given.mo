// An activation is given where it is decided during the run.
//! error M0956 11:5
//! says schedule
//! error M0956 14:5
//! says with a Boolean
//! error M0956 16:5
model M
  Activation e = Activation(1), o, p;
equation
  when e then
    o = e;
  end when;
  if time > 1 then
    p = e;
  else
    p = e or e;
  end if;
end M;
