"""Runs OpenBench's server or worker on a machine of its own.

    offline.py REPLY_FOLDER server ARGUMENT...     as manage.py ARGUMENT...
    offline.py REPLY_FOLDER worker ARGUMENT...     as client.py ARGUMENT...

Both run in the folder of that program. Where they would ask GitHub about Xorro, they
are answered from a clone, REPLY_FOLDER/xorro; any other address beyond the loopback is
refused. The worker waits seconds where it would wait a minute, gives a bench ten minutes
in place of one, and ends only processes that it has started: as published, it ends all
processes of a name.
"""

import argparse
import json
import os
import re
import runpy
import subprocess
import sys
import urllib.parse

import requests

CLONE = os.path.join(sys.argv[1], "xorro")


def git(*args):
    return subprocess.run(["git", "-C", CLONE, *args], check=True, capture_output=True).stdout


class Reply:
    """What requests.get returns, as far as OpenBench looks at it."""

    def __init__(self, content, status=200):
        self.content, self.status_code = content, status

    def json(self):
        return json.loads(self.content)


def commit(name):
    sha = git("rev-parse", "--verify", name + "^{commit}").decode().strip()
    message = git("log", "-1", "--format=%B", sha).decode().strip()
    return {"sha": sha, "commit": {"message": message}}


def github(path):
    """Answers a request for a path below https://api.github.com/repos/USER/REPOSITORY."""
    kind, _, rest = path.partition("/")
    try:
        if kind == "branches":
            return Reply(json.dumps({"commit": commit("refs/heads/" + rest)}).encode())
        if kind == "commits":
            return Reply(json.dumps(commit(rest)).encode())
        if kind == "zipball":
            return Reply(git("archive", "--format=zip", "--prefix=xorro/", rest))
        if kind == "compare":
            dev, base = rest.split("...")
            ahead = int(git("rev-list", "--count", f"{dev}..{base}"))
            return Reply(json.dumps({"ahead_by": ahead}).encode())
    except subprocess.CalledProcessError:
        pass
    return Reply(json.dumps({"message": "Not Found"}).encode(), 404)


real_get = requests.get


def get(url, **options):
    parts = urllib.parse.urlsplit(url)
    if parts.hostname == "127.0.0.1":
        return real_get(url, **options)
    found = re.fullmatch(r"/repos/[^/]+/[^/]+/(.+)", parts.path)
    if parts.hostname == "api.github.com" and found:
        return github(found[1])
    raise requests.ConnectionError(f"{url}: this machine asks nobody outside")


def end_children(name):
    """Ends the processes of a name that this worker has started."""
    import psutil

    for child in psutil.Process().children(recursive=True):
        try:
            if os.path.basename(name) in " ".join(child.cmdline()):
                child.kill()
        except psutil.NoSuchProcess:
            pass


def run_worker():
    import bench
    import utils
    import worker

    bench.MAX_BENCH_TIME_SECONDS = 600  # in place of 60: this machine may be busy
    utils.kill_process_by_name = end_children
    worker.reload_local_imports = lambda: None  # it would undo what is set here
    worker.TIMEOUT_ERROR = worker.TIMEOUT_WORKLOAD = worker.REPORT_INTERVAL = 5
    parser = argparse.ArgumentParser()
    parser.add_argument("--username")
    parser.add_argument("--password")
    parser.add_argument("--server")
    account, _ = parser.parse_known_args()
    worker.run_openbench_worker(account)


requests.get = get
mode = sys.argv[2]
sys.path.insert(0, os.getcwd())
if mode == "worker":
    sys.argv[1:] = sys.argv[3:]
    run_worker()
else:
    sys.argv = ["manage.py"] + sys.argv[3:]
    runpy.run_path("manage.py", run_name="__main__")
