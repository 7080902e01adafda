"""The spacecraft of examples/spacecraft.mo by Lagrange's equations, for comparison: kinetic and potential energy of two
bodies joined by a universal joint, differentiated by complex steps. Nothing of it is taken from the model, which
balances forces and torques."""
import numpy as np
from scipy.integrate import solve_ivp

LENGTH, MASS, G = (6.0, 5.0), (2.0, 10.0), 10.0
INERTIA = np.diag([60, 60, 1.0]), np.diag([40, 40, 20.0])
UNIT = np.eye(3)
# w x e3 as a matrix times w
ALONG = np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 0]])
HOVER = np.array([120.0, 0, 0])
STEP = 1e-30


def turn(axis, angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array({"x": [[1, 0, 0], [0, c, s], [0, -s, c]], "y": [[c, 0, -s], [0, 1, 0], [s, 0, c]],
                     "z": [[c, s, 0], [-s, c, 0], [0, 0, 1]]}[axis])


def bodies(q):
    """Of top and bottom: rotation from the world, and what multiplies the rates of q to give the angular velocity in
    the body."""
    z, y, x = turn("z", q[5]), turn("y", q[4]), turn("x", q[3])
    common = np.zeros((3, 8), dtype=q.dtype)
    common[:, 3], common[:, 4], common[:, 5] = z @ y @ x @ UNIT[0], z @ y @ UNIT[1], z @ UNIT[2]
    top, bottom = common.copy(), common.copy()
    top[:, 6], bottom[:, 7] = UNIT[1], UNIT[0]
    a, b = turn("y", q[6]), turn("x", q[7])
    return (a @ z @ y @ x, a @ top), (b @ z @ y @ x, b @ bottom)


def mass(q):
    """The matrix of the kinetic energy, and how the centre of the bottom moves."""
    total, centres = 0, []
    for (r, w), side, m, i in zip(bodies(q), (LENGTH[0], -LENGTH[1]), MASS, INERTIA):
        move = side * r.T @ ALONG @ w
        move[:, :3] += UNIT
        total = total + m * move.T @ move + w.T @ i @ w
        centres.append(move)
    return total, centres[1]


def potential(q):
    (top, _), (bottom, _) = bodies(q)
    return G * (MASS[0] * (q[2] + LENGTH[0] * top[2, 2]) + MASS[1] * (q[2] - LENGTH[1] * bottom[2, 2]))


def rates(x, u):
    q, v = x[:8], x[8:]
    m, move = mass(q)
    change = mass(q + 1j * STEP * v)[0].imag / STEP
    gradient = np.empty(8)
    for i in range(8):
        z = q.astype(complex)
        z[i] += 1j * STEP
        gradient[i] = (0.5 * v @ mass(z)[0] @ v - potential(z)).imag / STEP
    force = move.T @ (u[0] * bodies(q)[1][0][2])
    force[6] += u[1]
    force[7] += u[2]
    return np.concatenate([v, np.linalg.solve(m, force + gradient - change @ v)])


def uncoupled():
    """The feedback with all poles at -2 that leaves height, x and y apart from each other: each has one input, so it is
    the only one (Ackermann)."""
    d = 1e-5
    a = np.column_stack([(rates(d * e, HOVER) - rates(-d * e, HOVER)) / (2 * d) for e in np.eye(16)])
    b = np.column_stack([(rates(np.zeros(16), HOVER + d * e) - rates(np.zeros(16), HOVER - d * e)) / (2 * d)
                         for e in np.eye(3)])
    k = np.zeros((3, 16))
    for one, places in enumerate(([2], [0, 4, 6], [1, 3, 7])):
        at = places + [i + 8 for i in places]
        part, n = a[np.ix_(at, at)], len(at)
        reach = np.column_stack([np.linalg.matrix_power(part, i) @ b[at, one] for i in range(n)])
        k[one, at] = np.linalg.solve(reach.T, np.eye(n)[-1]) @ np.linalg.matrix_power(part + 2 * np.eye(n), n)
    return k


def aside(k, target, seconds, tolerance=1e-9):
    """From hovering at rest, with a target that has jumped. Ends where an angle has reached 1.5: times and states."""
    goal = np.zeros(16)
    goal[:3] = target

    def upright(t, x):
        return 1.5 - np.max(np.abs(x[[3, 4, 6, 7]]))
    upright.terminal = True
    done = solve_ivp(lambda t, x: rates(x, HOVER - k @ (x - goal)), (0, seconds), np.zeros(16), method="DOP853",
                     rtol=tolerance, atol=tolerance,
                     events=upright)
    return done.t, done.y
