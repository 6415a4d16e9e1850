"""Shares a list of files over the processors of a Ray cluster, a few files a task.

    python with_ray.py LIST RESULT [WORDS…]

LIST has a path a line. RESULT gets a JSON line for each path, in the order of the list: what `castview info --json` says of it, or
{"path": …, "error": …}. WORDS are those of the command, `castview info --json --timeout 60` if none are given. Each call of castview is
independent of all others: Ray repeats the task of a worker that is lost, and nothing of the lost one is in the result. A file that is refused,
takes too long or breaks castview off costs itself.
"""

import json
import os
import subprocess
import sys
import tempfile

import ray

FILES_A_TASK = 20
WORDS = ["castview", "info", "--json", "--timeout", "60"]


def told(words, paths):
    """The results of `paths`, one for each, by one call of castview, and the process that made the call."""
    ran = subprocess.run([*words, "--jobs", "1", "--", *paths], capture_output=True, text=True, encoding="utf-8")
    found = {}
    for line in ran.stdout.splitlines():
        result = json.loads(line)
        found[result["path"]] = result
    # A sentence about a file ends with its path.
    said = [line.removeprefix("castview: ") for line in ran.stderr.splitlines()]
    for path in paths:
        if path not in found:
            error = next((line for line in said if line.endswith(": " + path)), f"castview ended with {ran.returncode}")
            found[path] = {"path": path, "error": error}
    return [found[path] for path in paths], os.getpid()


def results(words, paths, seen=lambda pid: None):
    """Results of all paths, in order. `seen` is called with the process of each task that has ended."""
    task = ray.remote(num_cpus=1, max_retries=10)(told)
    parts = [paths[at : at + FILES_A_TASK] for at in range(0, len(paths), FILES_A_TASK)]
    open_tasks = [task.remote(words, part) for part in parts]
    # In the order of the list: those that are early wait in Ray's store, which lies on disk if it becomes large.
    for one in open_tasks:
        found, pid = ray.get(one)
        seen(pid)
        yield from found


def write(results, path):
    """The file is whole or absent."""
    folder = os.path.dirname(os.path.abspath(path))
    with tempfile.NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as part:
        for result in results:
            part.write(json.dumps(result, ensure_ascii=False) + "\n")
    os.replace(part.name, path)


if __name__ == "__main__":
    listed, result, *words = sys.argv[1:]
    with open(listed, encoding="utf-8") as lines:
        paths = lines.read().splitlines()
    ray.init()
    write(results(words or WORDS, paths), result)
