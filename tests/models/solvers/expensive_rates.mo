// What auto goes over to when a model is stiff depends on what its equations cost: a method that evaluates them often
// between few matrices, or one that computes much between few evaluations. x follows cos(t) a thousand times faster
// than that moves; started on it, it stays there.
//! class Cheap
//! run --stop 10
//! check 'then rodas from' in j['solver']
//! x = cos(t) +- 1e-5
//! class Expensive
//! run --stop 10
//! check 'then cvode from' in j['solver']
//! x = cos(t) +- 1e-5
model Cheap
  Real x(start = 1, fixed = true);
equation
  der(x) = 1000*(cos(time) - x) - sin(time);
end Cheap;

function sum_of_parts "v, from many small parts"
  input Real v;
  output Real s = 0;
algorithm
  for i in 1:100 loop
    s := s + v/100;
  end for;
end sum_of_parts;

model Expensive
  Real x(start = 1, fixed = true), part[10];
equation
  for i in 1:10 loop
    part[i] = sum_of_parts(cos(time)*i - x*i)/55;
  end for;
  der(x) = 1000*sum(part) - sin(time);
end Expensive;
