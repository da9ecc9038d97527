"""Signs a certificate as a law firm's tool would, with a key made for this run, and judges the result.

pip install pyhanko (0.38 was used), then:
python3 test/pdf/sign-certificate.py certificate.pdf signed.pdf
"""

import datetime
import sys

from asn1crypto import keys, x509 as asn1_x509
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign import signers
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.registry import SimpleCertificateStore

DER = serialization.Encoding.DER


def test_key():
    """A key and its own certificate, valid for a year."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Test key of a law firm")])
    now = datetime.datetime.now(datetime.timezone.utc)
    usage = x509.KeyUsage(True, True, *[False] * 7)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=365))
        .add_extension(usage, critical=True)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pkcs8 = key.private_bytes(DER, serialization.PrivateFormat.PKCS8, plain)
    return (
        keys.PrivateKeyInfo.load(pkcs8),
        asn1_x509.Certificate.load(certificate.public_bytes(DER)),
    )


def sign(source, target):
    key, certificate = test_key()
    store = SimpleCertificateStore()
    signer = signers.SimpleSigner(signing_cert=certificate, signing_key=key, cert_registry=store)
    with open(source, "rb") as original, open(target, "wb") as signed:
        writer = IncrementalPdfFileWriter(original)
        about = signers.PdfSignatureMetadata(field_name="LawFirm", reason="Our opinion")
        signers.sign_pdf(writer, about, signer=signer, output=signed)
    return certificate


def judge(target, certificate):
    with open(target, "rb") as signed:
        signature = PdfFileReader(signed).embedded_signatures[0]
        trust = ValidationContext(trust_roots=[certificate])
        return validate_pdf_signature(signature, trust)


if __name__ == "__main__":
    source, target = sys.argv[1:3]
    status = judge(target, sign(source, target))
    with open(source, "rb") as original, open(target, "rb") as signed:
        before, after = original.read(), signed.read()
    print("begins with the certificate:", after.startswith(before))
    print("bytes appended:", len(after) - len(before))
    print("signature:", status.summary(), "/", status.coverage.name)
