"""The programs of bench/predict/real: how each is built and run, what was predicted of it and how that was judged, and mistakes
that are planted in it."""

from dataclasses import dataclass, field

import loads


@dataclass
class Bug:
    """Text of the source that is replaced: `pattern` is a regular expression for re.subn, which must match `count` times. Of the
    program that is built then a run that passes is recorded, and a prediction of that kind, at places that contain `at`, is expected."""

    file: str
    what: str
    pattern: str
    replacement: str
    at: str
    kind: str = "data-race"
    count: int = 1


@dataclass
class Program:
    name: str
    what: str
    build: list  # commands of the shell in the package's folder, with `heddle` in the path
    program: str  # what is recorded, relative to the package's folder
    arguments: list  # {work}: a folder for what it reads and writes; {port}: where it listens
    source: str = ""  # the source package, where it is another one
    load: object = None  # of loads.py: sends requests to a port, returns seconds; None: the program ends by itself
    rounds: int = 20  # of the load
    stop: str = "TERM"  # the signal that ends a server
    stopped: int = 0  # its status then
    files: dict = field(default_factory=dict)  # what there is in {work}: name and content, or a number of bytes of text
    check: list = field(default_factory=list)  # a command that succeeds if the program has done its work
    judged: dict = field(default_factory=dict)  # of predictions: a part of one of the places, and what was found by hand
    bug: Bug = None
    rebuild: list = field(default_factory=list)  # after a change; by default the last command of `build`

    def __post_init__(self):
        self.source = self.source or self.name
        self.rebuild = self.rebuild or self.build[-1:]


PAGES = {f"html/{number}.html": f"page {number}\n" * 400 for number in range(3)}

PROGRAMS = [
    Program(
        name="microsocks", what="SOCKS proxy, a thread a connection",
        build=['make CC="heddle cc"'],
        program="microsocks", arguments=["-i", "127.0.0.1", "-p", "{port}"],
        load=loads.socks, stopped=-15,
        judged={"collect": "real: the flag `done` is a volatile int that the thread sets at its end and the main thread polls, without "
                           "synchronisation. Benign here: the main thread joins the thread before it frees what both use"},
    ),
    Program(
        name="tinyproxy", what="HTTP proxy, a thread a connection",
        build=['./configure CC="heddle cc"', "make -C src"],
        program="src/tinyproxy", arguments=["-d", "-c", "{work}/tinyproxy.conf"],
        files={"tinyproxy.conf": "Port {port}\nListen 127.0.0.1\nTimeout 60\nMaxClients 20\nAllow 127.0.0.1\nLogLevel Critical\n"
                                 'LogFile "{work}/log"\n'},
        load=loads.proxy,
        judged={"collect_threads": "real: `done`, as in microsocks, from which the code is; benign for the same reason"},
        bug=Bug("src/stats.c", "the lock of the statistics is dropped", r"pthread_mutex_(un)?lock\(&stats_update_lock\);", ";",
                "update_stats", count=2),
    ),
    Program(
        name="nginx", what="web server, files read by a pool of threads",
        build=['./configure --with-cc="heddle cc" --with-threads --without-pcre --without-http_rewrite_module '
               "--without-http_gzip_module", "make"],
        program="objs/nginx", arguments=["-p", "{work}/", "-c", "{work}/nginx.conf", "-e", "{work}/error"],
        files={"nginx.conf": "daemon off; master_process off; pid {work}/pid; error_log {work}/error;\nthread_pool default threads=3;\n"
                             "events { worker_connections 64; }\nhttp { access_log off; aio threads; sendfile off;\n"
                             "server { listen 127.0.0.1:{port}; root {work}/html; } }\n", **PAGES},
        load=loads.http, stop="QUIT",
    ),
    Program(
        name="libmicrohttpd", what="library of a web server, its benchmark program with a pool of threads",
        build=['./configure CC="heddle cc" --disable-shared --disable-https --disable-doc --disable-curl', "make -C src/microhttpd",
               "make -C src/examples benchmark"],
        rebuild=["make -C src/microhttpd", "make -C src/examples benchmark"],
        program="src/examples/benchmark", arguments=["{port}"],
        load=loads.http, stop="input",
        judged={"MHD_stop_daemon": "real: `shutdown` is a volatile bool that the threads of the pool poll, and the main thread sets without "
                                   "synchronisation. Benign on common machines; undefined in C11"},
        bug=Bug("src/microhttpd/response.c", "the count of references to an answer is not locked",
                r"(MHD_increment_response_rc \(struct MHD_Response \*response\)\n\{.*?)MHD_mutex_lock_chk_ \(&response->mutex\);"
                r"(.*?)MHD_mutex_unlock_chk_ \(&response->mutex\);", r"\1;\2;", "MHD_increment_response_rc"),
    ),
    Program(
        name="redis", what="key-value server with three threads for input and output",
        build=['make -C deps hdr_histogram hiredis linenoise lua CC="heddle cc"', 'make -C src CC="heddle cc" MALLOC=libc redis-server'],
        program="src/redis-server",
        arguments=["--port", "{port}", "--bind", "127.0.0.1", "--io-threads", "3", "--io-threads-do-reads", "yes", "--save", "",
                   "--dir", "{work}"],
        load=loads.redis, rounds=10,
    ),
    Program(
        name="xz-utils", what="compressor, three threads",
        build=['./configure CC="heddle cc" --disable-shared --disable-nls --disable-assembler --disable-doc --disable-scripts '
               "--disable-xzdec --disable-lzmadec --disable-lzmainfo", "make"],
        program="src/xz/xz", arguments=["-T3", "-0", "--block-size=65536", "-k", "-f", "{work}/text"],
        files={"text": 150000}, check=["xz", "-dc", "{work}/text.xz"],
        bug=Bug("src/liblzma/common/stream_encoder_mt.c", "a worker announces the end of a block without the lock",
                r"(worker_start\(void \*thr_ptr\)\s*\{.*?)mythread_sync\(thr->coder->mutex\)", r"\1if (1)", "worker_start"),
    ),
    Program(
        name="libzstd", what="compressor, three threads",
        build=["make -C programs CC='heddle cc' ZSTD_NO_ASM=1 HAVE_ZLIB=0 HAVE_LZMA=0 HAVE_LZ4=0 zstd"],
        program="programs/zstd", arguments=["-T3", "--fast=10", "-B524288", "-f", "{work}/text", "-o", "{work}/text.zst"],
        files={"text": 1500000},
    ),
    Program(
        name="squashfs-tools", what="archiver, readers, compressors and a writer",
        build=['make -C squashfs-tools CC="heddle cc" XATTR_SUPPORT=0 mksquashfs'],
        program="squashfs-tools/mksquashfs", arguments=["{work}/html", "{work}/image", "-processors", "2", "-noappend", "-no-progress"],
        files={f"html/{number}": 20000 + 9000 * number for number in range(12)},
    ),
    Program(
        name="c-blosc", what="library for compression, its test of threads",
        build=['CC="heddle cc" cmake -B out -DDEACTIVATE_SNAPPY=ON -DDEACTIVATE_LZ4=ON -DDEACTIVATE_ZSTD=ON -DDEACTIVATE_ZLIB=ON '
               "-DBUILD_TESTS=ON -DBUILD_BENCHMARKS=OFF -DBUILD_FUZZERS=OFF", "cmake --build out"],
        program="out/tests/test_nthreads", arguments=[],
        bug=Bug("blosc/blosc.c", "a worker takes a block without the lock",
                r"pthread_mutex_(un)?lock\(&context->parent_context->count_mutex\);", ";", "blosc.c", count=9),
    ),
    Program(
        name="mimalloc", what="allocator, its test under stress",
        build=['CC="heddle cc" cmake -B out -DCMAKE_BUILD_TYPE=Release -DMI_OVERRIDE=OFF -DMI_BUILD_TESTS=ON', "cmake --build out"],
        program="out/mimalloc-test-stress", arguments=["3", "2", "2"],
    ),
]


def find(name):
    for program in PROGRAMS:
        if program.name == name:
            return program
    raise SystemExit(f"run: no program is called {name}")
