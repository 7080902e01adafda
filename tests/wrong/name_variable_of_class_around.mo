// A variable of the class around is used in a class inside it: only constants are seen from there.
//! error M0261 7:17
//! says not a constant
model M
  Integer x = 4;
  model A
    Integer y = x;
  end A;
  A a;
end M;
