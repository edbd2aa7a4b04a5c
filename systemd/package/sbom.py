"""The bill of materials, as CycloneDX 1.5: every Python package inside, by the hash of the file that it came from."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

NAME: Final = "sbom.cdx.json"


def write(file: Path, reported: Sequence[dict[str, Any]], release: str, made_at: int) -> None:
    """From what pip reports of the packages of the lock; `made_at` is the time of the last commit."""
    components = sorted((_component(one) for one in reported), key=lambda one: str(one["name"]))
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, json.dumps([release, components]))}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(made_at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application", "bom-ref": "table-controller", "name": "table-controller", "version": release,
                "licenses": [{"license": {"id": "MIT"}}],
            },
        },
        "components": components,
    }  # fmt: skip
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(bill, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _component(reported: dict[str, Any]) -> dict[str, Any]:
    metadata = reported["metadata"]
    name, version = str(metadata["name"]).lower().replace("_", "-"), metadata["version"]
    purl = f"pkg:pypi/{name}@{version}"
    component = {
        "type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl,
        "hashes": [{"alg": "SHA-256", "content": reported["download_info"]["archive_info"]["hashes"]["sha256"]}],
    }  # fmt: skip
    if licence := _licence(metadata):
        component["licenses"] = [licence]
    return component


def _licence(metadata: dict[str, Any]) -> dict[str, Any] | None:
    """As the package says it: an SPDX expression, else its classifier."""
    if expression := metadata.get("license_expression"):
        return {"expression": expression}
    named = [line for line in metadata.get("classifier", ()) if line.startswith("License :: OSI Approved :: ")]
    return {"license": {"name": named[0].rpartition(" :: ")[2]}} if named else None
