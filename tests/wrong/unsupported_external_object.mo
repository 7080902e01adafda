// External objects.
//! error M0933 18:9
//! says not supported yet
class Table
  extends ExternalObject;
  function constructor
    input String name;
    output Table t;
  external "C" t = open_table(name);
  end constructor;
  function destructor
    input Table t;
  external "C" close_table(t);
  end destructor;
end Table;

model M
  Table t = Table("a");
  Real x = 1;
end M;
