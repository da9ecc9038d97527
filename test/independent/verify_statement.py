"""Verifies the statement of a saved clearance answer with libraries of in-toto's and TUF's authors.

    pip install 'securesystemslib[crypto]' in-toto-attestation
    python3 test/independent/verify_statement.py answer.json keys.json

`securesystemslib` verifies the DSSE envelope, `in-toto-attestation` reads and validates the statement. (Its
class of the predicate, 0.9.3, takes `verifiedLevels` for one text, so the predicate is read as it is.) It
shares no code with the service. Prints what the statement says and exits with 0; with 1 and the library's
error if anything does not hold.
"""

import base64
import json
import sys

from google.protobuf import json_format
from in_toto_attestation.v1 import statement_pb2
from in_toto_attestation.v1.statement import Statement
from securesystemslib.dsse import Envelope
from securesystemslib.signer import SSlibKey

answer_file, keys_file = sys.argv[1:]
answer = json.load(open(answer_file))
jwks = json.load(open(keys_file))["keys"]


def public_key(jwk):
    raw = base64.urlsafe_b64decode(jwk["x"] + "=")
    return SSlibKey(jwk["kid"], "ed25519", "ed25519", {"public": raw.hex()})


try:
    envelope = Envelope.from_dict(answer["statement"])
    accepted = envelope.verify([public_key(jwk) for jwk in jwks], 1)
    parsed = json_format.Parse(envelope.payload, statement_pb2.Statement())
    Statement.copy_from_pb(parsed).validate()
    summary = json_format.MessageToDict(parsed.predicate)
    if dict(parsed.subject[0].digest) != {"sha256": answer["rules_hash"]}:
        raise ValueError("the statement is about other rules")
except Exception as error:  # noqa: BLE001: whatever a library says is the result
    sys.exit(f"{type(error).__name__}: {error}")
print(f"{summary['verificationResult']}, {', '.join(summary['verifiedLevels'])}")
print(f"signed by {', '.join(accepted)}")
