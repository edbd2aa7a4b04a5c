"""A house's certificate authority for tests, what it signs, and the broker of config/examples that asks for it."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tests.broker import Broker

ROOT: Final = Path(__file__).resolve().parents[2]
EXAMPLE: Final = ROOT / "config" / "examples" / "mosquitto.conf"
DAY: Final = timedelta(days=1)


class Authority:
    """Signs for a day. Its certificate is `house-ca.pem` in `folder`, where those that it signs lie too."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _name("the house")
        self.file = folder / "house-ca.pem"
        basic = x509.BasicConstraints(ca=True, path_length=0)
        found = _begun("the house", self._key).issuer_name(self._name).add_extension(basic, critical=True)
        self.file.write_bytes(found.sign(self._key, hashes.SHA256()).public_bytes(Encoding.PEM))

    def issue(self, name: str) -> tuple[Path, Path]:
        """The certificate of this common name, good for the loopback, and its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
        found = _begun(name, key).issuer_name(self._name).add_extension(names, critical=False)
        certificate, secret = self.folder / f"{name}.pem", self.folder / f"{name}.key"
        certificate.write_bytes(found.sign(self._key, hashes.SHA256()).public_bytes(Encoding.PEM))
        secret.touch(mode=0o600)
        secret.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        return certificate, secret


def _begun(name: str, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return x509.CertificateBuilder(
        subject_name=_name(name), public_key=key.public_key(), serial_number=x509.random_serial_number(),
        not_valid_before=now - DAY, not_valid_after=now + DAY,
    )  # fmt: skip


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def house_broker(folder: Path, house: Authority) -> Broker:
    """The example's broker, on a port of its own, with the certificates of this house; not started."""
    house.issue("broker")
    text = EXAMPLE.read_text().replace("/etc/mosquitto/certs", str(house.folder))
    text = text.replace("/etc/mosquitto/tables.acl", str(ROOT / "config" / "mosquitto.acl"))
    has = ("listener", "persistence ", "persistence_location", "allow_anonymous")  # those that a test's broker has
    settings = [line for line in text.splitlines() if line and not line.startswith(("#", *has))]
    return Broker(folder, settings=("allow_anonymous false", *settings))
