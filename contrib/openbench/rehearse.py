#!/usr/bin/env python3
"""Runs a whole OpenBench with Xorro on this machine, and checks what comes of it.

    contrib/openbench/rehearse.py OPENBENCH FASTCHESS [--games N] [--keep FOLDER]

OPENBENCH is a folder or an archive of OpenBench; FASTCHESS is a folder or an archive of
its source, or the program. The script starts the server on 127.0.0.1 with a database of
its own, registers a user and Xorro, and has one worker play a test, a tuning with SPSA
and a data generation with a few games each. It ends with a line for each of them, and
with exit status 0 if all have passed. What cannot be tried on this machine is said.

Needed are git, make, g++, Go and Python with Django, requests, SciPy, psutil and
cpuinfo. On Debian the script installs what is missing with apt-get if it may.
"""

import argparse
import bz2
import hashlib
import http.cookiejar
import io
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = "https://github.com/xorro/xorro"  # the form that OpenBench demands; nobody is asked there
USER, PASSWORD = "rehearsal", "rehearsal-only"
MODULES = {
    "django": "python3-django",
    "requests": "python3-requests",
    "scipy": "python3-scipy",
    "psutil": "python3-psutil",
    "cpuinfo": "python3-cpuinfo",
}


class Failure(Exception):
    """Something that ends the rehearsal, in one line."""


def run(*command, **options):
    done = subprocess.run(command, text=True, capture_output=True, stdin=subprocess.DEVNULL, **options)
    if done.returncode:
        last = (done.stdout + done.stderr).strip().splitlines()[-1:] or ["no output"]
        raise Failure(f"{' '.join(command)}: exit status {done.returncode}: {last[0]}")
    return done.stdout


def missing_modules(python):
    script = "import importlib.util, sys; print(*[m for m in sys.argv[1:] if not importlib.util.find_spec(m)])"
    done = subprocess.run([python, "-c", script, *MODULES], text=True, capture_output=True)
    return done.stdout.split() if done.returncode == 0 else list(MODULES)


def find_python():
    """Returns a Python that has all modules, after an attempt to install them."""
    candidates = [sys.executable, "/usr/bin/python3"]
    for attempt in range(2):
        missing = {python: missing_modules(python) for python in candidates if os.path.exists(python)}
        for python, modules in missing.items():
            if not modules:
                return python
        if attempt == 0 and shutil.which("apt-get") and os.geteuid() == 0:
            packages = [MODULES[m] for m in missing.get(candidates[1], MODULES)]
            print("installing", *packages, flush=True)
            run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages)
    raise Failure("no Python has all of " + ", ".join(MODULES) + "; not tried: everything")


def unpack(source, target):
    """Copies a folder, or the contents of an archive, to target."""
    if os.path.isdir(source):
        shutil.copytree(source, target)
        return
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(source) as archive:
            archive.extractall(folder)
        inside = os.listdir(folder)
        top = os.path.join(folder, inside[0]) if len(inside) == 1 else folder
        shutil.copytree(top, target)


def edit(path, change):
    with open(path) as file:
        text = file.read()
    with open(path, "w") as file:
        file.write(change(text))


class Rehearsal:
    def __init__(self, args, folder):
        self.args, self.folder = args, folder
        self.server_folder = os.path.join(folder, "openbench")
        self.client_folder = os.path.join(self.server_folder, "Client")
        self.clone = os.path.join(folder, "xorro")
        self.processes = []
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.cookies = cookies.cookiejar
        self.browser = urllib.request.build_opener(cookies, urllib.request.ProxyHandler({}))

    # The source: a clone with three branches.

    def git(self, *args):
        identity = ["-c", "user.name=rehearsal", "-c", "user.email=rehearsal@localhost"]
        return run("git", "-C", self.clone, *identity, *args)

    def make_branches(self):
        """Clones the project. The branch dev differs from main in nothing but its
        commit; tune builds with every parameter as an option."""
        run("git", "clone", "--quiet", ROOT, self.clone)
        self.git("checkout", "--quiet", "-B", "main")
        messages = self.git("log", "--format=%B")
        signature = re.search(r"^Bench: (\d+)$", messages, re.M)
        if not signature:
            raise Failure("no commit names the signature of bench, as in Bench: 1234")
        trailer = "Bench: " + signature[1]
        self.git("commit", "--quiet", "--allow-empty", "-m", "main", "-m", trailer)
        self.git("checkout", "--quiet", "-b", "dev")
        self.git("commit", "--quiet", "--allow-empty", "-m", "dev", "-m", trailer)
        self.git("checkout", "--quiet", "-b", "tune", "main")
        edit(os.path.join(self.clone, "Makefile"), lambda text: text.replace("build -trimpath", "build -tags tune -trimpath"))
        self.git("commit", "--quiet", "-a", "-m", "tune", "-m", trailer)
        self.tune_sha = self.git("rev-parse", "HEAD").strip()

    def tunables(self, count):
        listed = run("go", "run", "-pgo=off", "-tags", "tune", ".", "tunables", cwd=self.clone)
        return listed.splitlines()[:count]

    # The server and its files.

    def set_up(self, python):
        unpack(self.args.openbench, self.server_folder)
        settings = os.path.join(self.server_folder, "OpenSite", "settings.py")
        edit(settings, lambda text: "".join(l for l in text.splitlines(True) if "htmlmin" not in l))  # not in Debian
        with open(os.path.join(ROOT, "contrib", "openbench.json")) as file:
            engine = json.load(file)
        engine["source"] = REPOSITORY
        with open(os.path.join(self.server_folder, "Engines", "Xorro.json"), "w") as file:
            json.dump(engine, file)
        self.make_book()

        def register(text):
            config = json.loads(text)
            config["engines"], config["books"] = ["Xorro"], ["rehearsal.epd"]
            return json.dumps(config)

        edit(os.path.join(self.server_folder, "Config", "config.json"), register)
        self.offline = [python, os.path.join(HERE, "offline.py"), self.folder]
        self.manage("migrate", "--verbosity", "0")

    def make_book(self):
        """Makes the opening book of the test and the tuning, as genfens draws it."""
        lines = run("go", "run", "-pgo=off", ".", "genfens 16 seed 1 book None", "quit", cwd=self.clone).splitlines()
        fens = [line.split("genfens ")[1] for line in lines if line.startswith("info string genfens ")]
        if len(fens) != 16:
            raise Failure(f"genfens 16 gives {len(fens)} positions")
        text = "".join(f"{' '.join(f.split()[:4])} hmvc {f.split()[4]}; fmvn {f.split()[5]};\n" for f in fens)
        os.makedirs(os.path.join(self.client_folder, "Books"), exist_ok=True)
        with open(os.path.join(self.client_folder, "Books", "rehearsal.epd"), "w") as file:
            file.write(text)
        book = {"sha": hashlib.sha256(text.encode()).hexdigest().upper(), "source": "https://localhost/rehearsal.epd.zip"}
        with open(os.path.join(self.server_folder, "Books", "rehearsal.epd.json"), "w") as file:
            json.dump(book, file)

    def manage(self, *args):
        return run(*self.offline, "server", *args, cwd=self.server_folder)

    def start(self, name, command, cwd):
        log = open(os.path.join(self.folder, name + ".log"), "w")
        process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.processes.append(process)
        return process

    def start_server(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        server = self.start("server", [*self.offline, "server", "runserver", "--noreload", f"127.0.0.1:{port}"], self.server_folder)
        for _ in range(600):
            try:
                self.get("/index/")
                return
            except (urllib.error.URLError, ConnectionError):
                if server.poll() is not None:
                    raise Failure("the server does not start; see server.log")
                time.sleep(0.5)
        raise Failure("the server does not answer; see server.log")

    def get(self, path):
        with self.browser.open(self.address + path, timeout=120) as reply:
            return reply.read().decode()

    def post(self, path, fields):
        """Fills in a form and returns the page that follows."""
        self.get(path)
        token = next(c.value for c in self.cookies if c.name == "csrftoken")
        data = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": token}).encode()
        request = urllib.request.Request(self.address + path, data, {"Referer": self.address + path})
        with self.browser.open(request, timeout=120) as reply:
            return reply.read().decode()

    def register(self):
        self.post("/register/", {"username": USER, "email": "rehearsal@localhost", "password1": PASSWORD, "password2": PASSWORD})
        self.manage("shell", "-c", "from OpenBench.models import Profile; Profile.objects.update(enabled=True, approver=True)")

    def upload_network(self):
        """Uploads the network of the project and returns the name that the server gives
        it. A build with it plays as one without."""
        with open(os.path.join(self.clone, "nnue", "default.nnue"), "rb") as file:
            network = file.read()
        path = "/networks/Xorro/UPLOAD/rehearsal.nnue/"
        self.get("/newNetwork/")
        token = next(c.value for c in self.cookies if c.name == "csrftoken")
        edge = "rehearsal-edge"
        body = (
            f'--{edge}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{token}\r\n'
            f'--{edge}\r\nContent-Disposition: form-data; name="netfile"; filename="rehearsal.nnue"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        ).encode() + network + f"\r\n--{edge}--\r\n".encode()
        headers = {"Referer": self.address + path, "Content-Type": "multipart/form-data; boundary=" + edge}
        self.browser.open(urllib.request.Request(self.address + path, body, headers), timeout=120).close()
        return hashlib.sha256(network).hexdigest()[:8].upper()

    # The workloads.

    def create(self, kind, fields):
        common = {
            "dev_engine": "Xorro", "dev_repo": REPOSITORY, "dev_bench": "", "dev_network": "",
            "dev_options": "Threads=1 Hash=16", "dev_time_control": "N=1000",
            "base_engine": "Xorro", "base_repo": REPOSITORY, "base_branch": "main", "base_bench": "", "base_network": "",
            "base_options": "Threads=1 Hash=16", "base_time_control": "N=1000",
            "info": "", "book_name": "rehearsal.epd", "upload_pgns": "FALSE", "throughput": "1000", "workload_size": "2",
            "syzygy_wdl": "DISABLED", "syzygy_adj": "DISABLED", "win_adj": "movecount=3 score=400", "draw_adj": "None",
            "scale_method": "BASE", "scale_nps": "1000000",
        }
        page = self.post(f"/{kind}/new/", {**common, **fields})
        found = re.findall(rf"/{kind}/(\d+)", page)
        if not found:
            error = re.search(r"error-message[^>]*>\s*(?:<[^>]*>\s*)*([^<]+)", page)
            raise Failure(f"the server refuses the {kind}: {error[1].strip() if error else 'see server.log'}")
        return max(map(int, found))

    def create_all(self):
        games = str(self.args.games)
        self.parameters = self.tunables(3)
        network = self.upload_network()
        test = self.create("test", {
            "dev_branch": "dev", "dev_network": network, "priority": "3", "test_mode": "GAMES", "test_max_games": games,
            "test_bounds": "[0.00, 3.00]", "test_confidence": "[0.05, 0.05]",
        })
        tune = self.create("tune", {
            "dev_branch": "tune", "priority": "2", "spsa_inputs": "\n".join(self.parameters),
            "spsa_reporting_type": "BATCHED", "spsa_distribution_type": "SINGLE", "spsa_alpha": "0.602",
            "spsa_gamma": "0.101", "spsa_A_ratio": "0.1", "spsa_iterations": str(max(1, self.args.games // 4)), "spsa_pairs_per": "2",
        })
        datagen = self.create("datagen", {
            "dev_branch": "dev", "priority": "1", "book_name": "NONE", "upload_pgns": "COMPACT", "datagen_max_games": games,
            "datagen_custom_genfens": "", "datagen_play_reverses": "NO", "win_adj": "None",
        })
        return {"test": test, "tune": tune, "datagen": datagen}

    def prepare_referee(self):
        referee = self.args.fastchess
        if not (os.path.isfile(referee) and os.access(referee, os.X_OK)):
            source = os.path.join(self.folder, "fastchess")
            unpack(referee, source)
            run("make", "-j2", cwd=source)
            referee = os.path.join(source, "fastchess")
        shutil.copy(referee, os.path.join(self.client_folder, "fastchess-ob"))

    def work(self):
        """Runs the worker until there is no work left for it."""
        account = ["--username", USER, "--password", PASSWORD, "--server", self.address]
        command = [*self.offline, "worker", *account, "--threads", "2", "--nsockets", "1", "--fleet"]
        worker = self.start("worker", command, self.client_folder)
        try:
            worker.wait(self.args.limit)
        except subprocess.TimeoutExpired:
            raise Failure(f"the worker has not finished in {self.args.limit} s; see worker.log") from None

    # What came of it.

    QUERY = """
import json
from OpenBench.models import *
rows = {t.id: [t.finished, t.games, t.wins + t.losses + t.draws] for t in Test.objects.all()}
errors = [e.summary for e in LogEvent.objects.exclude(machine_id=0)]
results = [r.crashes + r.timeloss for r in Result.objects.all()]
print("REPORT " + json.dumps([rows, errors, sum(results)]))
"""

    def check(self, ids):
        output = self.manage("shell", "-c", self.QUERY)
        rows, errors, faults = json.loads(output.split("REPORT ")[1])
        if errors or faults:
            raise Failure(f"{faults} crashes and losses on time; errors: {errors}; see worker.log")
        for kind, number in ids.items():
            finished, games, _ = rows[str(number)]
            if not finished or games < self.args.games:
                raise Failure(f"{kind}: {games} of {self.args.games} games, finished: {finished}; see worker.log")
        print(f"test: {rows[str(ids['test'])][1]} games of dev, with a network from the server, against main; both have the bench of their commits")

        # A tuning plays by pairs, whose results are its only trace beside the values.
        outputs = self.get(f"/api/spsa/{ids['tune']}/outputs/").split("\n")
        names = [line.split(",")[0] for line in outputs]
        if names != [p.split(",")[0] for p in self.parameters]:
            raise Failure(f"tune: the server has values of {names}")
        engine = os.path.join(self.client_folder, "Engines", "Xorro-" + self.tune_sha.upper()[:8])
        options = run(engine, "uci", "quit")
        for name in names:
            if f"option name {name} type spin" not in options:
                raise Failure(f"tune: the engine has no option {name}")
        print(f"tune: {rows[str(ids['tune'])][1]} games with moved parameters; the server has values of {', '.join(names)}")
        self.check_games(ids["datagen"])

    def check_games(self, number):
        """Fetches the games of the data generation as whoever trains would."""
        for _ in range(60):
            with self.browser.open(f"{self.address}/api/pgns/{number}/", timeout=120) as reply:
                archive = reply.read()
            if not archive.startswith(b"{"):
                break
            time.sleep(5)  # machines that were seen in the last minutes count as busy
        else:
            raise Failure(f"datagen: {json.loads(archive)['error']}")
        games = plies = scored = 0
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            for member in files:
                text = bz2.decompress(files.extractfile(member).read()).decode()
                games += len(re.findall(r"^\[FEN ", text, re.M))
                plies += text.count("{")
                scored += len(re.findall(r"\{[+-]?M?\d", text))
        if games < self.args.games or scored == 0:
            raise Failure(f"datagen: the archive has {games} games with {scored} scores")
        target = os.path.join(self.folder, "datagen.pgn.tar")
        with open(target, "wb") as file:
            file.write(archive)
        converted = os.path.join(self.folder, "games.zst")
        said = run("go", "run", "./contrib/openbench/games", "-out", converted, target, cwd=ROOT)
        if f"{games} games" not in said or "; 0 games left out" not in said:
            raise Failure(f"datagen: {said.strip()}")
        print(f"datagen: an archive of {games} games from openings of genfens, {plies} moves, {scored} of them with a score; xorro data and train can read them")

    def end(self):
        for process in reversed(self.processes):
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(30)
                except subprocess.TimeoutExpired:
                    process.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("openbench", help="a folder or an archive of OpenBench")
    parser.add_argument("fastchess", help="a folder or an archive of fastchess, or the program")
    parser.add_argument("--games", type=int, default=8, help="games of each workload (default 8)")
    parser.add_argument("--limit", type=int, default=1800, help="seconds that the worker may take (default 1800)")
    parser.add_argument("--keep", metavar="FOLDER", help="work in a new FOLDER and keep it")
    args = parser.parse_args()
    if args.games < 4 or args.games % 4:
        parser.error(f"--games: want a multiple of 4, got {args.games}")
    args.openbench, args.fastchess = os.path.abspath(args.openbench), os.path.abspath(args.fastchess)
    folder = os.path.abspath(args.keep) if args.keep else tempfile.mkdtemp(prefix="xorro-openbench-")
    os.makedirs(folder, exist_ok=True)
    rehearsal = Rehearsal(args, folder)
    passed = False
    try:
        for program in "git", "make", "g++", "go":
            if not shutil.which(program):
                raise Failure(f"{program} is not installed; not tried: everything")
        python = find_python()
        for step, what in (
            (rehearsal.make_branches, "cloning the source"),
            (lambda: rehearsal.set_up(python), "setting the server up"),
            (rehearsal.prepare_referee, "preparing the referee"),
            (rehearsal.start_server, "starting the server"),
            (rehearsal.register, "registering"),
        ):
            print(what, flush=True)
            step()
        ids = rehearsal.create_all()
        print("one worker plays a test, a tuning and a data generation", flush=True)
        rehearsal.work()
        rehearsal.check(ids)
        print("not tried: Windows and macOS workers, more than one worker, time controls on a clock")
        passed = True
    except Failure as failure:
        print(f"rehearse: {failure}", file=sys.stderr)
        print(f"its files are in {folder}", file=sys.stderr)
    finally:
        rehearsal.end()
        if passed and not args.keep:
            shutil.rmtree(folder)
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
