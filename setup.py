"""The wheel of the Python module: the library is built by cmake, in the folder build, and goes into the wheel, with the
models of lib/ beside it. What setuptools makes is in build/python: build/lib is a link of cmake's.

SALTUS_LIBRARY names a library that was built before.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

ROOT = Path(__file__).resolve().parent
(ROOT / "build").mkdir(exist_ok=True)


class BuildWithLibrary(build_py):
    def run(self) -> None:
        super().run()
        library = os.environ.get("SALTUS_LIBRARY") or self.build_library()
        package = Path(self.build_lib) / "saltus"
        shutil.copyfile(library, package / "libsaltus.so.0")
        shutil.copytree(ROOT / "lib", package / "lib", dirs_exist_ok=True)

    def build_library(self) -> Path:
        jobs = os.environ.get("JOBS") or str(os.cpu_count() or 1)
        subprocess.run(["cmake", "-S", str(ROOT), "-B", str(ROOT / "build")], check=True)
        subprocess.run(["cmake", "--build", str(ROOT / "build"), "-j", jobs, "--target", "libsaltus_shared"],
                       check=True)
        return ROOT / "build" / "libsaltus.so.0"


class OneForAllPythons(bdist_wheel):
    """The module is Python alone; the library is of this platform."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]


version = re.search(r"project\(saltus VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())
setup(version=version.group(1), cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": OneForAllPythons},
      options={"egg_info": {"egg_base": "build"}, "build": {"build_base": "build/python"}})
