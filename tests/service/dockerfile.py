"""The Dockerfile: its instructions, and a script that follows them on this machine, as a build would.

Each stage has a root of its own: this machine's, over which a layer lies that takes all that is written. So
commands run as they are, in the folders and with the variables that the Dockerfile names, and change nothing.
What stands for the base image is this machine with its Python.
"""

from __future__ import annotations

import os
import shlex
import shutil
import string
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]
_PYTHON = Path(sys._base_executable).resolve()  # type: ignore[attr-defined]
_BASE = {
    "PATH": f"{_PYTHON.parent}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
}
_INDEX = ("PIP_", "SSL_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy")
_NO_RIGHTS = ("--clear-groups", "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs")
_PROGRAMS = ("unshare", "chroot", "setpriv", "ip", "useradd")
_MEGABYTES = 6_000


def instructions() -> Iterator[tuple[str, str]]:
    """The instructions of the Dockerfile, continued lines as one."""
    lines = [line for line in (ROOT / "Dockerfile").read_text().splitlines() if not line.startswith("#")]
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        if line.strip():
            name, _, rest = line.partition(" ")
            yield name, " ".join(rest.split())


def stages() -> dict[str, list[tuple[str, str]]]:
    """The instructions of each stage by its name, the last one's is ``final``."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name, rest in instructions():
        if name == "FROM":
            _, _, stage = rest.partition(" AS ")
            found[stage or "final"] = []
        else:
            found[next(reversed(found))].append((name, rest))
    return found


def why_no_layers(folder: Path) -> str | None:
    """Why no root can be laid over this machine's; None where it can."""
    if os.geteuid() != 0 or not all(map(shutil.which, _PROGRAMS)):
        return f"needs root, and the programs of Debian: {', '.join(_PROGRAMS)}"
    done = _unshared(_Script(folder).laid("probe"))
    return None if done.returncode == 0 else f"needs the right to mount an overlay: {done.stderr.strip()}"


def context(out: Path) -> Path:
    """What the build is sent: what ``.dockerignore`` names and does not take out again."""
    rules = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and line[0] != "#"]
    left_out = [rule for rule in rules[1:] if rule[0] != "!"]

    def ignored(folder: str, names: list[str]) -> set[str]:
        paths = {name: (Path(folder) / name).relative_to(ROOT).as_posix() for name in names}
        return {name for name, path in paths.items() if any(fnmatch(path, rule) for rule in left_out)}

    for rule in rules:
        if rule[0] == "!":
            source, target = ROOT / rule[1:], out / rule[1:]
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=ignored)
            else:
                shutil.copy(source, target)
    return out


def build(
    folder: Path, wanted: Mapping[str, Sequence[tuple[str, str]]], then: str
) -> subprocess.CompletedProcess[str]:
    """Follow the instructions of these stages, and run a command in the last one as its user would.

    Args:
        folder: For the roots; what is written to them is gone afterwards.
        wanted: The stages by name.
        then: The command. Its root is read-only but for volumes and ``/tmp``, it has no network and no
            capabilities, as in ``compose.yaml``. It sees the samples as ``/mnt``.
    """
    script = _Script(folder, context(folder / "context"))
    lines = [script.stage(name, steps) for name, steps in wanted.items()]
    return _unshared("\n".join([*lines, script.as_user(next(reversed(wanted)), then)]))


def _unshared(script: str) -> subprocess.CompletedProcess[str]:
    command = ["unshare", "--mount", "bash", "-euc", script]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@dataclass(slots=True)
class _Script:
    """Lines of a script in a mount namespace of its own.

    Args:
        folder: Where roots are made, on a disk in memory.
        context: What ``COPY`` copies from.
    """

    folder: Path
    context: Path | None = None
    environment: dict[str, str] = field(default_factory=lambda: dict(_BASE))
    user: str = "0:0"
    volumes: list[str] = field(default_factory=list)
    is_begun: bool = False

    def root(self, stage: str) -> Path:
        return self.folder / "layers" / stage / "root"

    def laid(self, stage: str) -> str:
        """A root over this machine's."""
        root, layers = self.root(stage), self.folder / "layers"
        upper, work = root.with_name("upper"), root.with_name("work")
        memory = [f"mkdir -p {layers}", f"mount -t tmpfs -o size={_MEGABYTES}m tmpfs {layers}"]
        begin = [] if self.is_begun else memory
        self.is_begun = True
        return "\n".join([
            *begin,
            f"mkdir -p {root} {upper} {work}",
            f"mount -t overlay overlay -o lowerdir=/,upperdir={upper},workdir={work} {root}",
            f"mount --rbind /dev {root}/dev",
            f"mount -t proc proc {root}/proc",
            f"mount -t tmpfs -o mode=1777 tmpfs {root}/tmp",
        ])  # fmt: skip

    def stage(self, name: str, steps: Sequence[tuple[str, str]]) -> str:
        """A stage from its base image to its last instruction."""
        self.environment, self.user, cwd = dict(_BASE), "0:0", Path("/")
        lines = [self.laid(name), self._python(name)]
        for kind, rest in steps:
            if kind == "WORKDIR":
                cwd = cwd / rest
                lines.append(f"mkdir -p {self.root(name)}{cwd}")
            elif kind == "COPY":
                lines.append(self._copy(name, cwd, rest))
            elif kind == "ENV":
                self._set(rest)
            elif kind == "USER":
                self.user = rest
            elif kind == "VOLUME":
                self.volumes.append(rest)
            elif kind == "RUN":
                lines.append(f"chroot {self.root(name)} {self._shell(f'cd {cwd} && {rest}')}")
        return "\n".join(lines)

    def as_user(self, stage: str, command: str) -> str:
        """A command as ``compose.yaml`` lets a container run."""
        root, (user, _, group) = self.root(stage), self.user.partition(":")
        lines = [f"mount --bind {ROOT / 'samples'} {root}/mnt"]
        for volume in self.volumes:
            owner = "$(stat -c mode=%a,uid=%u,gid=%g " + f"{root}{volume})"
            lines.append(f"mount -t tmpfs -o {owner} tmpfs {root}{volume}")
        rights = " ".join(["setpriv", "--reuid", user, "--regid", group, *_NO_RIGHTS])
        inside = f"ip link set lo up && exec chroot {root} {rights} {self._shell(command)}"
        lines.append(f"mount -o remount,ro {root}")
        return "\n".join([*lines, f"unshare --net sh -c {shlex.quote(inside)}"])

    def _shell(self, command: str) -> str:
        index = {name: value for name, value in os.environ.items() if name.startswith(_INDEX)}
        given = [shlex.quote(f"{name}={value}") for name, value in {**index, **self.environment}.items()]
        return " ".join(["/usr/bin/env", "-i", *given, "/bin/sh", "-c", shlex.quote(command)])

    def _python(self, stage: str) -> str:
        """``python`` is this Python, for every user: it may lie in somebody's home."""
        root, python = self.root(stage), _PYTHON.with_name("python")
        ways = [f"chmod o+x {root}{parent}" for parent in _PYTHON.parents if parent != Path("/")]
        return "\n".join([*ways, f"[ -e {root}{python} ] || ln -s {_PYTHON} {root}{python}"])

    def _set(self, assignments: str) -> None:
        known: Mapping[str, str] = dict(self.environment)
        for word in shlex.split(assignments):
            name, _, value = word.partition("=")
            self.environment[name] = string.Template(value).substitute(known)

    def _copy(self, stage: str, cwd: Path, words: str) -> str:
        *sources, target = words.split()
        origin = self.context
        if sources[0].startswith("--from="):
            origin = self.root(sources.pop(0).partition("=")[2])
        into = f"{self.root(stage)}{cwd / target}"
        lines = []
        for source in sources:
            path = f"{origin}/{source.lstrip('/')}"
            whole = f"mkdir -p {into} && cp -a {path}/. {into}/"  # the content of a folder, not the folder
            lines.append(f"if [ -d {path} ]; then {whole}; else cp -a {path} {into}; fi")
        return "\n".join(lines)
