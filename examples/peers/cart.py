"""A cart with an inverted pendulum, as a peer in Python: it integrates itself, by Runge-Kutta's method."""
import math

import saltus_peer


class Cart(saltus_peer.Peer):
    inputs = ["F [N]"]
    outputs = ["theta [rad]", "omega [rad/s]", "y [m]", "v [m/s]"]
    state_names = ["x"]
    M, m, l, J = 1.0, 0.1, 1.0, 0.1             # masses of cart and pendulum, its length and moment of inertia

    def start(self, time, stop):
        self.x = [0.3, 0.0, 0.0, 0.0]

    def look(self, u):
        return self.x

    def rates(self, x, F):
        theta, omega, _, v = x
        s, c, ml = math.sin(theta), math.cos(theta), self.m * self.l
        a = (F + ml * omega ** 2 * s - ml * c * ml * 9.81 * s / self.J) / (self.M + self.m - (ml * c) ** 2 / self.J)
        return [omega, ml * (9.81 * s - a * c) / self.J, v, a]

    def step(self, u, t, to):
        n = 4
        h = (to - t) / n
        for i in range(n):
            k = [self.rates(self.x, u[0](i * h))]
            for part in (h / 2, h / 2, h):
                k.append(self.rates([x + part * r for x, r in zip(self.x, k[-1])], u[0](i * h + part)))
            self.x = [x + h / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(self.x, *k)]


saltus_peer.serve(Cart)
