// A for loop without the word loop.
//! error M0135 7:15
//! says loop
model M
  Real x[3];
equation
  for i in 1:3
    x[i] = i;
  end for;
end M;
