#!/usr/bin/env python3
"""The shell at a terminal: a pseudo-terminal, on which keys are typed and the screen is read.

    tests/shell_terminal.py --saltus build/saltus [--part NAME,NAME]
"""
import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import sys
import termios
import time

from checks import check, folder, near, options, run_parts, write

REGULATOR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples", "regulator.muss")
PROMPT = "saltus> "
SEED = int(os.environ.get("SALTUS_SEED", random.randrange(1 << 30)))
LONG = """model Long
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x*(1 + 0.1*sin(time));
  annotation(experiment(StopTime = 1e9));
end Long;
"""


class Terminal:
    """A session of the shell. `text` is all that came, without the codes that move the cursor."""

    def __init__(self, *words, wide=100, high=30):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.environ.update(TERM="xterm", SALTUS_HISTORY=os.path.join(folder, "history"))
            os.environ.pop("NO_COLOR", None)
            os.execv(options.saltus, [options.saltus, "shell", *words])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", high, wide, 0, 0))
        self.ended, self.status, self.raw = False, None, ""
        self.greeting = self.until(PROMPT)

    def until(self, wanted, limit=120.0):
        """What comes until this stands on the screen, or until nothing comes for a while (wanted None)."""
        start, end = len(self.raw), time.time() + limit
        while time.time() < end and not self.ended:
            ready = select.select([self.fd], [], [], 0.4 if wanted is None else 1.0)[0]
            if ready:
                try:
                    data = os.read(self.fd, 65536)
                except OSError:
                    data = b""
                self.ended = not data
                self.raw += data.decode(errors="replace")
            elif wanted is None:
                break
            if wanted and wanted in plain(self.raw[start:]):
                break
        return plain(self.raw[start:])

    def keys(self, text):
        os.write(self.fd, text.encode() if isinstance(text, str) else text)

    def command(self, text, limit=120.0):
        """A line, and what comes up to the next prompt; what was typed is not in it."""
        self.keys(text + "\r")
        said = self.until("\n" + PROMPT, limit)
        return said.split("\n", 1)[1] if "\n" in said else said

    def number(self, text):
        found = re.findall(r"^(-?[\d.]+(?:e[+-]?\d+)?)$", self.command("oper " + text), re.M)
        return float(found[0]) if found else None

    def is_there(self):
        return self.number("3 + 4") == 7

    def end(self):
        """The status, when it has ended by itself; it has a minute for that."""
        for _ in range(1200):
            if self.status is not None:
                break
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.status = status if pid else None
            self.until(None, 0.05)
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            self.status = os.waitpid(self.pid, 0)[1]
        os.close(self.fd)
        return self.status


def plain(text):
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r|\x07", "", text)


def typing():
    """Prompt, completion, help from what is typed, history."""
    t = Terminal(REGULATOR)
    check("HELP lists the commands" in t.greeting, "the greeting", t.greeting)
    t.keys("cre\t")
    check("CREATE " in t.until(None), "a command is completed", t.raw[-200:])
    t.keys(":exp_fi\t")
    check(":exp_filter" in t.until(None), "a model is completed", t.raw[-200:])
    check("is created" in t.command(""), "what was completed is executed", t.raw[-300:])
    t.keys("type var ta\t")
    check("tau" in t.until(None), "a variable is completed", t.raw[-200:])
    check("tau = 1" in t.command(""), "and its value shown", t.raw[-300:])
    t.keys("type variables [fil\t")
    check("[filter" in t.until(None), "a block is completed", t.raw[-200:])
    t.keys("\x15s\t")
    check("SCOPE  SET  SHOW" in t.until(None).replace("SAVE  ", ""), "candidates are listed", t.raw[-300:])
    t.keys("\x15scope /\t")
    check("INDEPENDENT" in t.until(None), "qualifiers are listed", t.raw[-300:])
    t.keys("\x15step ?")
    check("/COUNT" in t.until(None) , "? tells what can stand there", t.raw[-500:])
    t.keys("\x15")
    t.until(None)
    check(t.number("2*21") == 42, "a line after it", t.raw[-300:])
    t.keys("\x1b[A")
    check("oper 2*21" in t.until(None), "an earlier line comes back", t.raw[-200:])
    check("42" in t.command(""), "and is executed again", t.raw[-200:])
    said = t.command("oper (1 + ")
    check("error" in said and "^" in said and "<shell>:1" in said, "an error has a caret", said)
    t.keys("\x04")
    t.until(None)
    check(os.waitstatus_to_exitcode(t.end()) == 0, "Ctrl-D ends the session, with 0", t.status)
    t = Terminal()
    t.keys("\x1b[A\x1b[A")
    check("oper" in t.until(None), "lines of earlier sessions come back", t.raw[-200:])
    t.keys("\x15exit 3\r")
    t.until(None)
    check(os.waitstatus_to_exitcode(t.end()) == 3, "EXIT gives the status", t.status)


def interrupts():
    """Ctrl-C gives up a line, a block, a file of commands; it stops a run, which can go on."""
    write("long.mo", LONG)
    write("endless.mcl", "CONTROL commands = 1e9\nagain: x = 1\nGOTO again\n")
    t = Terminal("long.mo")
    t.command("create :Long")
    t.command("go/to=(400)")
    whole = t.number("x*1e9")
    t.keys("do\r")
    time.sleep(1.0)
    t.keys("\x03")
    said = t.until("\n" + PROMPT)
    check("was interrupted at time" in said and "GO goes on" in said, "Ctrl-C stops a run", said)
    here = t.number("time")
    check(here and here > 0, "it stands there", here)
    t.command(f"go/to=({here + 10!r})")
    check(near(t.number("time"), here + 10), "and goes on", t.raw[-300:])
    t.command("step back/to=(400)")
    check(t.number("x*1e9") == whole, "back to where an undisturbed run has ended: the same bits", t.raw[-400:])
    for _ in range(20):                                    # at once behind the prompt, where nobody waits for a key yet
        t.keys("oper sin(1\x03")
        t.until("^C\n" + PROMPT)
        check(t.is_there(), "a line is given up", t.raw[-300:])
    t.keys("for i = 1 to 3\r")
    t.until("    > ")
    t.keys("oper i\r\x03")
    t.until(PROMPT)
    check(t.is_there(), "a block is given up", t.raw[-300:])
    t.keys("@endless\r")
    time.sleep(0.7)
    t.keys("\x03")
    said = t.until("\n" + PROMPT)
    check("interrupted in line" in said and t.is_there(), "a file of commands is given up", said)
    chance = random.Random(SEED)
    commands = ("restart\rdo\r", "do\r", "load long.mo\r", "reload\r", "scope x\rdo\r", "@endless\r", "help\r",
        "type var *\r",
                "save kept\r", "sweep -p x.start=1:3 --stop 1e6 --vars x\r", "step back\r")
    for k in range(12):
        text = chance.choice(commands)
        t.keys(text)
        time.sleep(chance.random()*0.6)
        t.keys("\x03")
        time.sleep(0.1)
        t.keys("\x03")
        t.until(None, 60)
        check(t.is_there() and not t.ended, f"Ctrl-C in {text!r}", t.raw[-600:])
        t.command("scope/reset")
    t.command("exit")
    check(os.waitstatus_to_exitcode(t.end()) == 0, "and the session ends well", t.status)


def drawing():
    """SCOPE draws in the terminal, while a process goes on and at its end."""
    t = Terminal(REGULATOR)
    t.command("create :exp_filter")
    t.command("scope y")
    said = t.command("do")
    dots = sum(0x2800 < ord(c) < 0x2900 for c in said)
    check(dots > 30 and "10  time" in said, "a curve of dots", said[-1500:])
    check(dots == 0 or "has ended at time 10" in said, "and the end of the run", said[-300:])
    t.command("create :exp_integrator")
    said = t.command("do :exp_integrator")
    check(not any(0x2800 < ord(c) < 0x2900 for c in said), "a process that shows nothing draws nothing", said[-600:])
    said = t.command("set screen/erase")
    check("\x1b[" in t.raw[-200:], "the screen is erased", repr(t.raw[-200:]))
    t.command("exit")
    t.end()


def editor():
    t = Terminal()
    t.keys("edit work\r")
    check("edit> " in t.until("edit> "), "the editor", t.raw[-200:])
    t.keys("i\r")
    t.until("insert> ")
    t.keys("oper 6*7\r")
    t.until("insert> ")
    t.keys("opre 1\r")
    check("there is no command 'opre'" in t.until("insert> "), "lines are checked as they are typed", t.raw[-400:])
    t.keys("\r")
    t.until("edit> ")
    t.keys("exit\r")
    t.until("\n" + PROMPT)
    check("42" in t.command("@work"), "the file is executed", t.raw[-300:])
    t.keys("edit work\r")
    t.until("edit> ")
    t.keys("i\r")
    t.until("insert> ")
    t.keys("oper 8\r")
    t.until("insert> ")
    t.keys("\r")
    t.until("edit> ")
    t.keys("\x04")
    check("was not written" in t.until(None), "a file that was changed and not written is told", t.raw[-300:])
    t.keys("exit\r")
    t.end()


def odd():
    """Keys that nobody types, long lines, files in a circle: the session goes on."""
    write("one.mcl", "@two\n")
    write("two.mcl", "@one\n")
    t = Terminal()
    stop = {3, 4, 17, 19, 26, 28}                          # what the terminal itself understands
    chance = random.Random(SEED)
    for k in range(10):
        t.keys(bytes(c for c in (chance.randrange(256) for _ in range(60)) if c not in stop))
        t.until(None, 20)
        t.keys("\x03")
        t.until(None, 20)
    t.keys("\x15\rquit\r")                               # they may have opened the editor
    t.until(None)
    check(t.is_there(), "odd keys", repr(t.raw[-500:]))
    for _ in range(20):
        t.keys("1+"*60)
        t.until(None, 20)
    t.keys("1\r")
    t.until("\n" + PROMPT)
    check(t.is_there(), "a long line", t.raw[-300:])
    check("more than 32 deep" in t.command("@one") and t.is_there(), "files in a circle", t.raw[-400:])
    os.kill(t.pid, signal.SIGWINCH)
    check(t.is_there(), "another size of the window", t.raw[-300:])
    os.close(t.fd)                                         # the terminal is gone
    for _ in range(200):
        if os.waitpid(t.pid, os.WNOHANG)[0]:
            break
        time.sleep(0.05)
    else:
        os.kill(t.pid, signal.SIGKILL)
        os.waitpid(t.pid, 0)
        check(False, "the session ends with its terminal")


print(f"SALTUS_SEED={SEED}")
run_parts([typing, interrupts, drawing, editor, odd])
