"""Runs what Tools/bench/transport compares, and prints the figures. Not run by itself."""
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

COUNT = 3000
SIZE = 4096
CONNECTIONS = 6
STREAMS = 100

CONFIGURATION = """
daemon off; {user} worker_processes 1; pid nginx.pid; error_log stderr;
events {{ worker_connections 512; }}
http {{
    access_log off; keepalive_requests 1000000; root www; types {{ image/png png; }}
    client_body_temp_path temp; proxy_temp_path temp; fastcgi_temp_path temp; uwsgi_temp_path temp; scgi_temp_path temp;
    ssl_certificate cert.pem; ssl_certificate_key key.pem;
    server {{ listen 127.0.0.1:{plain}; }}
    server {{ listen 127.0.0.1:{secure} ssl http2; }}
}}
"""


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def start_server(folder):
    plain, secure = free_ports(2)
    os.mkdir(os.path.join(folder, "www"))
    for number in range(COUNT):
        with open(os.path.join(folder, "www", f"{number}.png"), "wb") as file:
            file.write(os.urandom(SIZE))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
         "subjectAltName=IP:127.0.0.1", "-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem"],
        check=True, stderr=subprocess.DEVNULL)
    with open(os.path.join(folder, "nginx.conf"), "w", encoding="utf-8") as file:
        file.write(CONFIGURATION.format(user="user root;" if os.getuid() == 0 else "", plain=plain, secure=secure))
    server = subprocess.Popen(["nginx", "-p", folder, "-c", "nginx.conf", "-e", "stderr"], stderr=subprocess.DEVNULL)
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", secure), 1).close()
            return server, plain, secure
        except OSError:
            time.sleep(0.1)
    sys.exit("Tools/bench/transport: nginx does not start")


def curl_list(folder, base):
    """The same files for curl, in a file of options."""
    name = os.path.join(folder, "curl-" + base.split(":")[0])
    with open(name, "w", encoding="utf-8") as file:
        for number in range(COUNT):
            file.write(f'url = "{base}/{number}.png"\noutput = "/dev/null"\n')
    return name


def timed(command, environment):
    """Seconds from the program's start to its end and its peak memory in MB, or None and why it failed."""
    done = subprocess.run(
        ["/usr/bin/time", "-q", "-f", "%e %M", *command], capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        return None, done.stderr.splitlines()[0]
    seconds, memory = done.stderr.split()[-2:]
    return float(seconds), int(memory) / 1024


def trusting(authority, command):
    """The command where the system's authorities are this one: Foundation cannot be told of others on Linux."""
    mount = 'mount --bind "$0" /etc/ssl/certs/ca-certificates.crt && exec "$@"'
    return ["unshare", "--map-root-user", "--mount", "sh", "-c", mount, authority, *command]


def report(title, seen):
    """Prints the medians of each program's runs, and the ratios of those that could."""
    print(title)
    seconds = {}
    for name, runs in seen.items():
        failures = [why for time, why in runs if time is None]
        if failures:
            print(f"  {name:20} cannot: {failures[0]}")
            continue
        seconds[name] = statistics.median(run[0] for run in runs)
        memory = statistics.median(run[1] for run in runs)
        print(f"  {name:20} {seconds[name]:7.2f} s  {COUNT / seconds[name]:7.0f} requests/s  {memory:6.1f} MB")
    ours = seconds.get("CurlTransport")
    for name in seconds if ours else []:
        if name != "CurlTransport":
            print(f"  CurlTransport takes {ours / seconds[name]:.2f} of the time of {name}")


def main(program, rounds):
    with tempfile.TemporaryDirectory(prefix="kf-bench-") as folder:
        server, plain, secure = start_server(folder)
        try:
            authority = f"{folder}/cert.pem"
            environment = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
            for title, base, limit, more in [
                ("HTTP/1.1", f"http://127.0.0.1:{plain}", CONNECTIONS, []),
                ("HTTP/2 over TLS", f"https://127.0.0.1:{secure}", STREAMS, ["--cacert", authority]),
            ]:
                curl = ["curl", "-q", "-s", "-Z", "--parallel-max", str(limit), "-K", curl_list(folder, base), *more]
                ours = [base, str(COUNT), str(CONNECTIONS), authority]
                session = [program, "urlsession", *ours]
                commands = {
                    "CurlTransport": [program, "curl", *ours],
                    "URLSessionTransport": trusting(authority, session) if more else session,
                    "curl --parallel": curl,
                }
                seen = {name: [] for name in commands}
                for _ in range(rounds):
                    for name, command in commands.items():
                        seen[name].append(timed(command, environment))
                report(f"{title}, {COUNT} files of {SIZE} bytes, median of {rounds}", seen)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()


main(sys.argv[1], int(sys.argv[2]))
