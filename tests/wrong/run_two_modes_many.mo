// As run_two_modes, beside six diodes that have nothing to do with it: of so many switches only those are tried in all
// positions whose conditions have jumped (E149).
//! options --stop 2
//! good
//! info R0230 21:3
//! warning R0258 22:3
//! says 'line 22: p; line 23: else' and 'line 22: else; line 23: q'
model RunTwoModesMany
  Real v(start = 0, fixed = true), f, w, g1, g2;
  Real u[6], i[6], s[6], x[6](each start = 0, each fixed = true);
  Boolean c = time > 1, p = v > 0.5, q = v < -0.5, on[6];
equation
  for k in 1:6 loop
    der(x[k]) = i[k] - x[k];
    u[k] = sin(time + k) - x[k];
    on[k] = s[k] > 0;
    if on[k] then u[k] = i[k]; s[k] = i[k]; else i[k] = 0; s[k] = u[k]; end if;
  end for;
  der(v) = f;
  w = 0.6 + g1 + g2;
  if c then v = w; else f = 0; end if;
  if p then w = 1; else g1 = 0; end if;
  if q then w = -1; else g2 = 0; end if;
end RunTwoModesMany;
