// The name of a predefined type is declared again.
//! error M0240 4:9
model M
  model Real
  end Real;
  Integer x = 1;
end M;
