// A block with a start value cannot take over a record; the message shows the connection.
//! class P.M
//! error M0211 16:14
//! says connect its elements one by one
package P
  record Car
    Real speed;
    Integer gear;
  end Car;
  connector CarOutput = output Car;
  block Hold
    replaceable type T = Real annotation(__Saltus(inferred = true));
    connector Input = input T;
    connector Output = output T;
    Input u;
    Output y(start = 0);
    input Activation e;
  equation
    when e then
      y = u;
    end when;
  end Hold;
  block Creator
    CarOutput y;
  equation
    y.speed = time;
    y.gear = integer(time);
  end Creator;
  model M
    Creator c;
    Hold h(e = Activation(1));
  equation
    connect(c.y, h.u);
  end M;
end P;
