// The time in a record.
//! error M0330 5:14
//! says models
record R
  Real x = 2*time;
end R;

model M
  R r;
end M;
