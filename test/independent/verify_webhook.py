"""Verifies messages of Standard Webhooks 1.0.0 from the specification's text alone.

Reads a JSON array of {secret, headers, body, now} on standard input and writes one of true or false
for each. It shares no code with the service and uses nothing but Python's standard library.
"""

import base64
import hashlib
import hmac
import json
import sys

TOLERANCE_S = 5 * 60


def is_valid(message):
    headers = message["headers"]
    key = base64.b64decode(message["secret"].removeprefix("whsec_"))
    timestamp = int(headers["webhook-timestamp"])
    if abs(message["now"] - timestamp) > TOLERANCE_S or not 24 <= len(key) <= 64:
        return False
    signed = f"{headers['webhook-id']}.{timestamp}.{message['body']}".encode()
    expected = hmac.new(key, signed, hashlib.sha256).digest()
    given = [part.partition(",") for part in headers["webhook-signature"].split(" ")]
    return any(
        version == "v1" and hmac.compare_digest(base64.b64decode(signature), expected)
        for version, _, signature in given
    )


print(json.dumps([is_valid(message) for message in json.load(sys.stdin)]))
