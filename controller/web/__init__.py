"""The table's pages and their API, loaded only where the configuration has a section [web].

    server.py    the sites, their start and their end          gate.py     every peer's limits, every answer's headers
    routes.py    THE table: method, path, least role, handler   openapi.py  the document made from it
    live.py      streams of what is seen, numbered              seen.py     its parts
    acts.py      a tap becomes an event at the desk, once       handlers/   what each route answers
    pages/       HTML, CSS, JavaScript, fonts, words; no rule is computed there

The server trusts nobody: who somebody is says his session, what he may do his rank at the desk.
"""
