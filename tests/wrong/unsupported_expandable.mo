// Expandable connectors.
//! error M0931 8:7
//! says not supported yet
expandable connector Bus
end Bus;

model M
  Bus bus;
  Real x = 1;
end M;
