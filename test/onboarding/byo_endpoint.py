"""A customer's own extractor (the byo contract, docs/onboarding.md): python3 byo_endpoint.py <port>

It answers every request with the first value that the request's schema allows.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer


def fill(schema: dict):
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    if kind == "object":
        return {name: fill(part) for name, part in schema["properties"].items()}
    if kind in ("number", "integer"):
        return schema.get("minimum", 0)
    return {"array": [], "boolean": True, "string": "x"}.get(kind)


class Extractor(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        answer = {
            "ok": True,
            "contract": asked["contract"],
            "request_id": asked["request_id"],
            "output": fill(asked["output_schema"]),
        }
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, *_) -> None:
        pass


HTTPServer(("127.0.0.1", int(sys.argv[1])), Extractor).serve_forever()
