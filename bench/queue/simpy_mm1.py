"""M/M/1 with SimPy: `customers` with a process for each customer, `server` with an arrival and a server process.
Arrivals every 1 on average, services of 0.9: a customer stays 9 on average. Arguments: which, how many customers.
Prints the mean stay."""
import random
import sys

import simpy

ARRIVAL, SERVICE = 1.0, 0.9
which, customers = sys.argv[1], int(sys.argv[2])
arrivals, services = random.Random(1), random.Random(2)
stays = [0.0, 0]


def leave(env, came):
    stays[0] += env.now - came
    stays[1] += 1


def customer(env, clerk):
    came = env.now
    with clerk.request() as turn:
        yield turn
        yield env.timeout(services.expovariate(1 / SERVICE))
    leave(env, came)


def source(env, clerk):
    for _ in range(customers):
        yield env.timeout(arrivals.expovariate(1 / ARRIVAL))
        env.process(customer(env, clerk))


def arrive(env, line):
    for _ in range(customers):
        yield env.timeout(arrivals.expovariate(1 / ARRIVAL))
        yield line.put(env.now)


def serve(env, line):
    while True:
        came = yield line.get()
        yield env.timeout(services.expovariate(1 / SERVICE))
        leave(env, came)


env = simpy.Environment()
if which == "customers":
    env.process(source(env, simpy.Resource(env, capacity=1)))
else:
    line = simpy.Store(env)
    env.process(arrive(env, line))
    env.process(serve(env, line))
env.run()
print("mean stay %.6f" % (stays[0] / stays[1]))
