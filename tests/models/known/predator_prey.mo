// Lotka and Volterra: feed*x - death*ln x + hunt*y - birth*ln y is constant along every solution. The averages over a
// period are death/feed rabbits and birth/hunt foxes, so the mean over ten periods is near to them.
//| exact = 0.1*10 - 0.4*log(10) + 0.4*10 - 1.1*log(10)
//! run --tol {1e-5,1e-7,1e-9} --solver {auto,cvode,adams,ida,erk,dirk,rodas}
//! invariant = exact +- 1e3*tol
//! run --step 0.01 --solver rk4
//! invariant = exact +- 1e-6
//! value sum(col('rabbits'))/len(times) = 4 +- 0.8
model PredatorPrey "Two populations that feed on each other"
  parameter Real birth = 1.1 "rabbits born per rabbit and year";
  parameter Real hunt = 0.4 "rabbits caught per rabbit, fox and year";
  parameter Real death = 0.4 "foxes that die per fox and year";
  parameter Real feed = 0.1 "foxes born per rabbit, fox and year";
  Real rabbits(start = 10, fixed = true) "hundreds";
  Real foxes(start = 10, fixed = true) "hundreds";
  Real invariant = feed*rabbits - death*log(rabbits) + hunt*foxes - birth*log(foxes);
equation
  der(rabbits) = (birth - hunt*foxes)*rabbits;
  der(foxes) = (feed*rabbits - death)*foxes;
  annotation(experiment(StopTime = 50, Tolerance = 1e-7));
end PredatorPrey;
