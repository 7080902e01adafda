// An activation cannot be known before the run.
//! error M0597 4:24
model M
  parameter Activation e = Activation(1);
end M;
