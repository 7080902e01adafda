// A for loop with the head of another language.
//! error M0130 7:9
//! says in
model M
  Real x[3];
equation
  for i = 1:3 loop
    x[i] = i;
  end for;
end M;
