within Plant.Parts;
model Decay
  extends Base;
equation
  der(x) = -Functions.twice(1)*x;
end Decay;
