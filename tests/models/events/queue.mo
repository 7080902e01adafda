// A single server fed every 1 s, which takes 1.5 s for each customer: the queue grows by one every 3 s. Arrivals at n,
// ends of service at 1 + 1.5 m; at equal times both happen in one instant.
//| def waiting(t):
//|     arrived = sum(1 for n in range(1, 100) if n <= t)
//|     served, m = 0, 1
//|     while 1 + 1.5*m <= t: served, m = served + 1, m + 1
//|     return arrived - served
//! run --stop 30 --step 0.25
//! value [right('inside', 0.25*k) for k in range(0, 121)] = [waiting(0.25*k) for k in range(0, 121)]
//! final served = 19
model Queue
  Integer inside(start = 0, fixed = true), served(start = 0, fixed = true);
  discrete Real done(start = 1e9, fixed = true) "when the service in progress ends";
  Boolean arrival = sample(1, 1);
  Boolean departure = time >= pre(done);
equation
  when {arrival, departure} then
    inside = pre(inside) + (if arrival then 1 else 0) - (if departure then 1 else 0);
    served = pre(served) + (if departure then 1 else 0);
    done = if departure and inside > 0 then pre(done) + 1.5 elseif arrival and pre(inside) == 0 then time + 1.5
      elseif departure then 1e9 else pre(done);
  end when;
end Queue;
