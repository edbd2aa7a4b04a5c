"""The reference protocol of this project: `frames` (the page for integrators), `messages`, `memory`, `host`."""
