// An input at the top of the model holds its start value, with a warning.
//! good
//! info U0410 5:14
model M
  input Real u;
  Real x = u + 1;
end M;
