// Precedence and kinds of operators: unary minus and power, and before or, not before and, relations of Reals in
// expressions, elementwise ones.
//! run --stop 1
//! final a = -4
//! final b = 4
//! final c = 2 + 3*4 - 6/2
//! final d = True
//! final e = False
//! final f = 2**9
//! final g = 6/2*3
//! final h = 1
//! final i = 1.5
//! final k = -1
//! final l = 2
model OperatorsPrecedence
  Real a = -2^2, b = (-2)^2, c = 2 + 3*4 - 6/2, f = 2^(3^2), g = 6/2*3;
  Boolean d = true or false and false, e = not true or false;
  Integer h = if 1 < 2 and 2 <= 2 and 3 <> 4 then 1 else 0;
  Real i = if time > 0.5 then (if time < 2 then 1.5 else 3) else 0;
  Real k = if not (1 == 1) then 1 else -1;
  Integer l = div(7, 3);
end OperatorsPrecedence;
