// A Boolean is compared with a number.
//! error M0304 4:20
model M
  Boolean b = true < 1;
end M;
