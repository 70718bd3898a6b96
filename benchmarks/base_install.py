"""What `pip install .` brings: how much disk, whether torch, and whether it reads a document.

    python benchmarks/base_install.py

In an empty virtual environment that is thrown away afterwards; the versions are those of constraints.txt.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "samples" / "invoice-en.pdf"
LARGEST = 12


def main() -> None:
    """Install, measure, read; exit with 1 where torch came along or nothing was read."""
    with TemporaryDirectory(prefix="paperformer-install-") as name:
        home = Path(name)
        venv.create(home, with_pip=True)
        python = home / "bin" / "python"
        packages = next((home / "lib").glob("python*/site-packages"))
        empty = size(packages)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-c", str(ROOT / "constraints.txt"), str(ROOT)], check=True)
        print(f"site-packages: {(size(packages) - empty) / 1e6:.0f} MB, pip not counted")
        for part in sorted(packages.iterdir(), key=size, reverse=True)[:LARGEST]:
            print(f"  {size(part) / 1e6:6.1f}  {part.name}")
        torch = (packages / "torch").exists()
        print("torch:", "installed" if torch else "not installed")
        command = [str(home / "bin" / "paperformer"), "extract", str(SAMPLE), "--fields", "total_incl_vat"]
        answer = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)
        print(answer.stdout or answer.stderr)
        sys.exit(int(torch or answer.returncode != 0))


def size(path: Path) -> int:
    """Bytes of a file, or of all files below a folder."""
    if path.is_file():
        return path.stat().st_size
    return sum(file.lstat().st_size for file in path.rglob("*") if not file.is_dir())


if __name__ == "__main__":
    main()
