within Saltus.Matrices;
function rootIm "The imaginary part of the root of x + i*y, whose real part is not negative"
  input Real x, y;
  output Real z;
protected
  Real size = hypot(x, y);
algorithm
  z := if x < 0 then (if y < 0 then -1 else 1)*sqrt((size - x)/2) elseif y == 0 then 0
    else y/(2*sqrt((size + x)/2));
  annotation (Documentation(info="<html><p>The sum under the root never cancels. The root of a negative number is on
the positive imaginary axis.</p></html>"));
end rootIm;
