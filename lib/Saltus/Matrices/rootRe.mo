within Saltus.Matrices;
function rootRe "The real part of the root of x + i*y"
  input Real x, y;
  output Real z;
protected
  Real size = hypot(x, y);
algorithm
  z := if x >= 0 then sqrt((size + x)/2) elseif y == 0 then 0 else abs(y)/(2*sqrt((size - x)/2));
  annotation (Documentation(info="<html><p>The sum under the root never cancels.</p></html>"));
end rootRe;
