// A component has the name of its class.
//! error M0203 6:5
//! says another name than its class
package P
  model M
    x x = 1;
  end M;
  type x = Real;
end P;
