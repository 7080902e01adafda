within Saltus.Control;
function times "A polynomial, highest power first, times s^2 + b*s + c; its last two coefficients are 0"
  input Real poly[:];
  input Real b, c;
  output Real product[size(poly, 1)];
algorithm
  for i in 1:size(poly, 1) loop
    product[i] := poly[i] + (if i > 1 then b*poly[max(1, i - 1)] else 0) + (if i > 2 then c*poly[max(1, i - 2)] else 0);
  end for;
end times;
