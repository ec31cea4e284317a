#!/usr/bin/env python3
"""An installed engine in XBoard's list of engines: XBoard finds it by itself, and it plays when it is chosen there.

    listed.py NAME SETTINGS

NAME is that of the engine in the list. SETTINGS is a file of XBoard's settings, which may be empty. XBoard adds engines
whose files are newer.
"""

import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
from gui import Failure, Gui, Screen, check, poll


class Listed(Gui):
    """XBoard started twice: when it ends it writes its list, from which the engine is then chosen."""

    def __init__(self, name, settings):
        self.home = tempfile.mkdtemp(prefix="xboard-test-")
        self.log = os.path.join(self.home, "debug.log")
        self.settings = settings
        self.processes = []
        self.screen = Screen(self.home)
        self.environment = dict(os.environ, DISPLAY=self.screen.display, LC_ALL="C.UTF-8",
                                PATH=os.environ["PATH"] + ":/usr/games")
        try:
            self.start(["openbox"])
            poll(self.managed, 10, "openbox did not start")
            self.open_window("-ncp", "-saveSettingsFile", self.settings)
            self.keys("ctrl+q")
            self.processes.pop().wait(10)
            with open(self.settings, encoding="utf-8") as saved:
                engines = re.findall(r"-firstChessProgramNames \{(.*?)\}", saved.read(), re.DOTALL)
            if name not in "".join(engines).splitlines():
                raise Failure(f"{name} is not in the list: {engines}")
            self.open_window("-fe", name, "-saveSettingsOnExit", "false", "-testLegality", "false",
                             "-soundProgram", "", "-debug", "-nameOfDebugFile", self.log)
        except BaseException:
            self.close()
            raise

    def open_window(self, *options):
        """Starts XBoard and waits for its window."""
        self.start(["xboard", "-settingsFile", self.settings, *options])
        self.wait_active("xboard")
        self.window = self.output("xdotool", "getactivewindow")
        self.settle()


def main():
    """Plays a move."""
    with Listed(*sys.argv[1:]) as gui:
        gui.wait_for(r"< pong", 20)
        check("variant", gui.wait_for(r"> variant (\S+)")[1], "metamachy")
        gui.settle()
        since = gui.mark()
        gui.type_move("e3e5")
        gui.wait_for(r"> usermove e3e5", since=since)
        answer = gui.wait_for(r"< move (\S+)", 60, since)[1]
    print(f"in XBoard's list of engines; it answers e3e5 by {answer}")


if __name__ == "__main__":
    main()
