// A list of results is no value.
//! error M0319 4:16
model ResultsInExpression
  Real x = 1 + (1, 2);
end ResultsInExpression;
