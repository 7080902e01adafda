// The operator of a record is called through a component of it.
//! error M0260 21:13
//! says component 'a'
package P
  operator record R
    Real x;
    encapsulated operator '+'
      import P.R;
      function add
        import P.R;
        input R a;
        input R b;
        output R c;
      algorithm
        c := R(a.x + b.x);
      end add;
    end '+';
  end R;
  model M
    R a(x = 1);
    R b = a.'+'.add(a, a);
  end M;
end P;
