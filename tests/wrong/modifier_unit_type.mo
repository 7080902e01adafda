// Attributes of the wrong types.
//! error M0309 7:17
//! says quotes
//! error M0309 8:24
//! says StateSelect
model M Real x(unit =
                5) = 1;
  Real y(stateSelect = 2, start = 1);
equation der(y) = 1; end M;
