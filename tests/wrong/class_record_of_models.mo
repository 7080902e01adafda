// A record has a component that is a model.
//! error M0241 7:7
//! says models
model M
  model A Real x = 1; end A;
  record R
    A a; end R;
  R r;
end M;
