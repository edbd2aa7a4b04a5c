"""The reference protocol of this project: the page for integrators (`frames`), payloads (`messages`), `host`."""
