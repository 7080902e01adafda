// Conservation in a closed reaction network A -> B -> C -> A: the total is constant and the rest state is known from
// the rates; eigenvalues spread from 1 to 1e4. Rest: a : b : c = 1/k1 : 1/k2 : 1/k3.
//| k = [1.0, 100.0, 1e4]
//| total = sum(1/x for x in k)
//! run --stop 20 --tol {1e-6,1e-9} --solver {auto,cvode,ida,dirk,rodas}
//! value [x + y + z for x, y, z in zip(col('a'), col('b'), col('c'))] = [1]*len(times) +- 1e-9
//! final a = 1/k[0]/total +- 10*tol
//! final b = 1/k[1]/total +- 10*tol
//! final c = 1/k[2]/total +- 10*tol
model ClosedNetwork
  parameter Real k1 = 1, k2 = 100, k3 = 1e4;
  Real a(start = 1, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true);
equation
  der(a) = k3*c - k1*a;
  der(b) = k1*a - k2*b;
  der(c) = k2*b - k3*c;
end ClosedNetwork;
