// A number that no literal of the enumeration has, during the run.
//! options --stop 5
//! run
//! error R0320 7:12
model M
  type Mode = enumeration(off, on);
  Mode m = Mode(1 + integer(time));
end M;
