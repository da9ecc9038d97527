"""The public address of a stage, as far as `/health`: moto has no HTTP APIs.

A proxy for HTTPS_PROXY that leads the named hosts to a server of its own, with a certificate that
NODE_EXTRA_CA_CERTS trusts; every other host is not reached, as one without a record in the DNS.
"""

import json
import socket
import ssl
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from deploy import REGION

AWS = f"*.execute-api.{REGION}.amazonaws.com"


class Edge:
    """@ivar health: what GET /health answers; @ivar hosts: the domains that are in the DNS"""

    def __init__(self, folder: str):
        self.health: dict = {}
        self.hosts: set = set()
        self.certificate = str(Path(folder) / "edge.pem")
        self.key = str(Path(folder) / "edge.key")
        names = f"subjectAltName=DNS:{AWS},DNS:*.example.com"
        made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "400", "-subj", "/CN=edge"]
        subprocess.run([*made, "-addext", names, "-keyout", self.key, "-out", self.certificate], check=True, capture_output=True)
        self.site = self._serve(self._site())
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, self.key)
        self.site.socket = context.wrap_socket(self.site.socket, server_side=True)
        self.proxy = self._serve(self._proxy())

    @staticmethod
    def _serve(handler) -> ThreadingHTTPServer:
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server

    def environment(self) -> dict:
        return {
            "HTTPS_PROXY": f"http://127.0.0.1:{self.proxy.server_port}",
            "NODE_USE_ENV_PROXY": "1",
            "NODE_EXTRA_CA_CERTS": self.certificate,
        }

    def _site(self):
        edge = self

        class Site(BaseHTTPRequestHandler):
            def do_GET(self):
                body = json.dumps(edge.health).encode()
                self.send_response(200 if self.path == "/health" else 404)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        return Site

    def _proxy(self):
        edge = self

        class Proxy(BaseHTTPRequestHandler):
            def do_CONNECT(self):
                host = self.path.split(":")[0]
                if not host.endswith(AWS[1:]) and host not in edge.hosts:
                    self.send_error(502)
                    return
                with socket.create_connection(("127.0.0.1", edge.site.server_port)) as there:
                    self.send_response(200)
                    self.end_headers()
                    thread = threading.Thread(target=pipe, args=(self.connection, there), daemon=True)
                    thread.start()
                    pipe(there, self.connection)
                self.close_connection = True

            def log_message(self, *_):
                pass

        return Proxy


def pipe(source, target) -> None:
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
