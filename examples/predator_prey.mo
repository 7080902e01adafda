// Rabbits and foxes (Lotka and Volterra).
//
// The two populations go round and round, a wave of foxes after each wave of rabbits. The quantity `invariant` must
// stay constant: it shows how well the tolerance is kept.
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
