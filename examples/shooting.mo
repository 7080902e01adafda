model Shooting "The angle that hits a target, by simulations that follow one another"
  // Each simulation is one flight. When it has ended, `terminal()` takes a better angle by the secant method, and
  // `again` asks for the next flight; what is marked by `keep` goes on from one flight to the next. The seventh flight
  // hits: the angle is 0.8079454 rad.
  //   saltus run examples/shooting.mo --plot --vars-plot x,y
  parameter Real a = 0.1 "drag", b = 2.5 "its power", g = 9.8, V = 1000 "speed at the muzzle",
    d = 9 "distance of the target";
  discrete Real angle(start = 1.0471975511965976, fixed = true) "at which it is fired, and then of the next flight"
    annotation(__Saltus(keep = true));
  discrete Real last(start = 1, fixed = true) "angle of the flight before" annotation(__Saltus(keep = true));
  discrete Real missed(start = 1, fixed = true) "by which it has missed" annotation(__Saltus(keep = true));
  discrete Integer flights(start = 0, fixed = true) annotation(__Saltus(keep = true));
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), vx, vy, v = sqrt(vx^2 + vy^2);
  Real miss = x - d;
initial equation
  vx = V*cos(angle);
  vy = V*sin(angle);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -a*v^(b - 1)*vx;
  der(vy) = -a*v^(b - 1)*vy - g;
  when y < 0 then
    terminate("landed");
  end when;
  when terminal() then
    angle = pre(angle) - miss*(pre(angle) - pre(last))/(miss - pre(missed));
    last = pre(angle);
    missed = miss;
    flights = pre(flights) + 1;
  end when;
  annotation(experiment(StopTime = 100, Tolerance = 1e-9, Interval = 0.005), __Saltus(again = abs(miss) > 1e-5));
end Shooting;
