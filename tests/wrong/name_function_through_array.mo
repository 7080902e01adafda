// A function of a class is called through an array of components of that class.
//! error M0521 13:14
//! says array 'a'
model M
  model A
    function f
      input Real x;
      output Real y = 2*x;
    algorithm
    end f;
  end A;
  A a[2];
  Real x = a.f(2);
end M;
