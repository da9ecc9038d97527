#!/bin/sh
# Verifies the statement of a saved clearance answer with cosign: the envelope's signature, and that its
# subject is the rules in rules.json. It shares no code with the service.
#
#   sh test/independent/verify_statement_cosign.sh answer.json keys.json rules.json
#
# answer.json is what POST /clearance?statement=true answered about the rules of rules.json (an array, as in
# the question), keys.json what GET /clearance/keys did. Needs Python 3, OpenSSL 3 and cosign 2 (COSIGN names
# it; GOBIN=$PWD go install github.com/sigstore/cosign/v2/cmd/cosign@v2.4.3 builds it). The statement is in
# no transparency log of sigstore's, hence --insecure-ignore-tlog. Exits with 0 if cosign says "Verified OK".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 - "$1" "$2" "$3" "$folder" <<'PYTHON'
import base64, json, sys
answer, keys, rules, folder = sys.argv[1:]
answer = json.load(open(answer))
envelope = answer["statement"]
[signature] = envelope["signatures"]
key = next(key for key in json.load(open(keys))["keys"] if key["kid"] == signature["keyid"])
spki = bytes.fromhex("302a300506032b6570032100") + base64.urlsafe_b64decode(key["x"] + "=")
# RFC 8785 of rules whose members' names are ASCII and whose numbers are whole.
full = [{"framework_id": answer["framework_id"], **rule} for rule in json.load(open(rules))]
full.sort(key=lambda rule: rule["use_case_id"].encode("utf-16-be"))
blob = json.dumps(full, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
for name, content in [
    ("envelope.json", json.dumps(envelope).encode()),
    ("key.der", spki),
    ("rules", blob.encode()),
]:
    open(f"{folder}/{name}", "wb").write(content)
PYTHON
openssl pkey -pubin -inform DER -in "$folder/key.der" -out "$folder/key.pem"
"${COSIGN:-cosign}" verify-blob-attestation --key "$folder/key.pem" --signature "$folder/envelope.json" \
  --type https://slsa.dev/verification_summary/v1 --insecure-ignore-tlog "$folder/rules" 2>&1 \
  | grep -v '^WARNING' | tee "$folder/said"
grep -q '^Verified OK$' "$folder/said"
