// Connectors with signals of both directions, connected as arrays from inside and outside.
connector In = input Real; connector Out = output Real;
connector Bus In a; Out b; end Bus;
block Node Bus bus; parameter Real k = 1; equation bus.b = k*bus.a; end Node;
block Wrap Node n[3](k = {1, 2, 3}); Bus outer1[3]; In u; Out y[3]; equation connect(outer1, n.bus);
for i in 1:3 loop y[i] = n[i].bus.b + u; end for; end Wrap;
model M Wrap w[2]; In top[2](start = {1, 2}); Out res[2, 3];
equation for i in 1:2 loop connect(top[i], w[i].u); for j in 1:3 loop w[i].outer1[j].a = i*j*time;
connect(w[i].y[j], res[i, j]); end for; end for;
end M;
