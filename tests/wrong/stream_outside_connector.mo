// The prefix stream outside of a connector.
//! error M0246 5:15
//! says in connectors only
model M
  stream Real h = 1;
end M;
