// A when sets a variable that is declared in a component which is a model: that component has an equation too many
// then.
//! error M0450 14:5
//! says component 'm'
//! says m(x = ...)
model M
  model Inner
    discrete Real x;
  end Inner;
  Inner m;
  Real y(start = 0);
equation
  when sample(0, 0.1) then
    m.x = pre(y);
    y = pre(y) + 1;
  end when;
end M;
