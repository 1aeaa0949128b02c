"""What the benchmarks on packages of Debian share: source packages by apt, trees of them, commands with a log."""

import glob
import os
import shlex
import shutil
import subprocess

SOURCES = """Types: deb-src
URIs: http://deb.debian.org/debian
Suites: bookworm
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
"""
DOWNLOAD_SECONDS = 120


class Skipped(Exception):
    """A package that cannot be looked at here; the message says why."""


def run_logged(command, folder, log, seconds, environment=None):
    """Runs a command of the shell; its output goes to the log. Whether it succeeded in time."""
    with open(log, "ab") as out:
        out.write(f"$ {command}\n".encode())
        out.flush()
        try:
            return subprocess.run(command, shell=True, cwd=folder, stdout=out, stderr=out, stdin=subprocess.DEVNULL,
                                  timeout=seconds, env=environment, check=False).returncode == 0
        except subprocess.TimeoutExpired:
            out.write(b"(too long)\n")
            return False


class Archive:
    """Source packages, by apt with lists of its own."""

    def __init__(self, work):
        self.folder, self.ready = os.path.join(work, "archive"), False
        lists, cache, parts = (os.path.join(self.folder, name) for name in ("lists", "cache", "parts"))
        self.apt = ["apt-get", "-q", "-o", f"Dir::Etc::sourceparts={parts}", "-o", "Dir::Etc::sourcelist=/dev/null",
                    "-o", f"Dir::State::lists={lists}", "-o", f"Dir::Cache={cache}"]
        for folder in (os.path.join(lists, "partial"), os.path.join(cache, "archives", "partial"), parts):
            os.makedirs(folder, exist_ok=True)
        with open(os.path.join(parts, "src.sources"), "w", encoding="utf-8") as file:
            file.write(SOURCES)

    def unpack(self, name, target, log):
        """The package's tree, new, in `target`."""
        if not glob.glob(os.path.join(self.folder, f"{name}_*.dsc")):
            self.download(name, log)
        description = glob.glob(os.path.join(self.folder, f"{name}_*.dsc"))[0]
        shutil.rmtree(target, ignore_errors=True)
        command = shlex.join(["dpkg-source", "--no-copy", "--skip-patches", "-x", description, target])
        if not run_logged(command, self.folder, log, DOWNLOAD_SECONDS):
            shutil.rmtree(target, ignore_errors=True)
            raise Skipped(f"cannot be unpacked, see {log}")

    def download(self, name, log):
        if not self.ready:
            self.ready = run_logged(shlex.join([*self.apt, "update"]), self.folder, log, DOWNLOAD_SECONDS)
        command = shlex.join([*self.apt, "source", "--download-only", name])
        if not run_logged(command, self.folder, log, DOWNLOAD_SECONDS):
            for file in glob.glob(os.path.join(self.folder, f"{name}_*")):
                os.remove(file)
            raise Skipped(f"cannot be downloaded, see {log}")


def count_lines(folder):
    lines = 0
    for path, _, names in os.walk(folder):
        for name in names:
            file = os.path.join(path, name)
            if name.endswith((".c", ".h")) and os.path.isfile(file):
                with open(file, "rb") as source:
                    lines += source.read().count(b"\n")
    return lines


def link_tools(heddle, folder):
    """A folder with `heddle` and `heddle-cc`; returns the environment of builds, which finds them there."""
    os.makedirs(folder, exist_ok=True)
    for name in ("heddle", "heddle-cc"):
        link = os.path.join(folder, name)
        if os.path.lexists(link):
            os.remove(link)
        os.symlink(heddle, link)
    return {**os.environ, "PATH": folder + os.pathsep + os.environ["PATH"], "LC_ALL": "C"}
