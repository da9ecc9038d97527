#!/bin/sh
# Verifies the statement of a saved clearance answer with OpenSSL, from DSSE's text alone: it shares no
# code with the service.
#
#   sh test/independent/verify_statement.sh answer.json keys.json
#
# answer.json is what POST /clearance?statement=true answered, keys.json what GET /clearance/keys did.
# Needs OpenSSL 3 and Python 3 (for the JSON). Prints "Signature Verified Successfully", and exits with 0;
# with 1 if the signature is another one.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 - "$1" "$2" "$folder" <<'PYTHON'
import base64, json, sys
answer, keys, folder = sys.argv[1:]
envelope = json.load(open(answer))["statement"]
[signature] = envelope["signatures"]
key = next(key for key in json.load(open(keys))["keys"] if key["kid"] == signature["keyid"])
raw = base64.urlsafe_b64decode(key["x"] + "=")
payload = base64.b64decode(envelope["payload"], validate=True)
kind = envelope["payloadType"].encode()
pae = b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)
spki = bytes.fromhex("302a300506032b6570032100") + raw
for name, content in [
    ("signed", pae),
    ("signature", base64.b64decode(signature["sig"], validate=True)),
    ("key.der", spki),
]:
    open(f"{folder}/{name}", "wb").write(content)
PYTHON
openssl pkeyutl -verify -pubin -keyform DER -inkey "$folder/key.der" -rawin \
  -in "$folder/signed" -sigfile "$folder/signature"
