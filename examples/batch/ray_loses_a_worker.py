"""1 000 files by with_ray.py and two workers, one of which is killed in the middle: every file is once in the result.

    python ray_loses_a_worker.py CASTVIEW MODEL.cast
"""

import json
import os
import shutil
import signal
import sys
import tempfile

import ray
import with_ray

FILES = 1000
TASKS = FILES // with_ray.FILES_A_TASK


def main(castview, model):
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, f"{index}.cast") for index in range(FILES)]
        for index, path in enumerate(paths):
            if index % 10 == 9:
                with open(path, "w", encoding="utf-8") as text:
                    text.write("hello, I am a text file")
            else:
                shutil.copyfile(model, path)
        ended, killed = [], []

        def seen(pid):
            ended.append(pid)
            # While it is at the next task: there are as many to come as have been.
            if len(ended) == TASKS // 2 and not killed:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

        ray.init(num_cpus=2, include_dashboard=False)
        result = os.path.join(folder, "result.jsonl")
        with_ray.write(with_ray.results([os.path.abspath(castview), "info", "--json"], paths, seen), result)
        with open(result, encoding="utf-8") as lines:
            found = [json.loads(line) for line in lines]
        others = set(ended) - set(killed)
        assert [one["path"] for one in found] == paths, "each file once, in order"
        assert sum("error" in one for one in found) == FILES // 10, "those that are no models are told"
        assert len(ended) == TASKS and len(killed) == 1 and others, (ended, killed)
        print(f"{len(found)} files, each once; worker {killed[0]} of {sorted(set(ended))} was killed after {TASKS // 2} of {TASKS} tasks")


if __name__ == "__main__":
    main(*sys.argv[1:])
