"""What the texts of a journal have in common: laid into each new journal, which `packing` packs them by.

Bodies and messages of all games, rare ones first: what is nearer to the end takes fewer bits. A journal keeps those
that it was begun with, so that these may change with any release. More than a window of `packing` are of no use.
No face of a card is among them: whoever looks for one in the file is to find none.
"""

from typing import Final

_WORDS: Final = """
"refused":{"code":"withdrawn","reason":"reopened","corrects":"revision":2,"rules":["3.25.7","5.13"],"asked":{"consol
e":"","login":"","rank":"pit_supervisor","by":"","authority":"dealer","key":"offline","surrender","void","push","sho
rt":,{"notice":{"type":"cleared","code":"device_lost","severity":"warning","text":" is lost: ","rule":"4.7"}}{"notic
e":{"type":"device","device":"console","driver":"framed","role":"console","port":"/dev/","connected":true,"firmware"
:null,"last_frame":null,"errors":{"rejected":0,"repeated":0,"gaps":0,"line":0,"losses":0,"unsent":0}}}{"notice":{"ty
pe":"report","code":"device_connected","severity":"info","text":"connected on /dev/","device":"shuffler"}}{"notice":
{"type":"report","code":"shuffler_state","severity":"info","text":"shuffler: shuffling, cycle ready, 52 cards","devi
ce":"shuffler"}}"board":["??","??"],"pots":[{"amount":17000,"rake":800,"eligible":[6],"winners":{"6":16200}}],"ledge
r":[{"seat":1,"player":"P1","put":5000,"won":0,"net":-5000,"result":"fold","hole":["??","??"]},"uncalled":"hand":"tw
o_pair","full_house",{"event":{"type":"join","seat":6,"player":"P6","stack":40000},"effects":[]}{"event":{"type":"sh
ow","seat":6},"effects":[{"type":"card","card":"??","place":"seat","area":6}{"event":{"type":"blinds.open"},"effects
":[]}{"event":{"type":"showdown"},"effects":[]}{"event":{"type":"muck","seat":5},"effects":[]}{"event":{"type":"acti
on","seat":9,"action":"check"},"effects":[]}{"event":{"type":"action","seat":1,"action":"raise","amount":5000},"effe
cts":[]}{"event":{"type":"action","seat":6,"action":"fold"},"effects":[]}{"event":{"type":"card","card":"??"},"effec
ts":[{"type":"card","card":"??","place":"board"},{"type":"card","card":"??","place":"board"}]}"type":"outcome","game
":"","round":2,"status":"settled","button":5,"blinds":[500,1000],"rake":{"percent":"5","cap":1500},"phase":"initial_
deal",{"type":"outcome","game":"","round":1,"status":"settled","dealer":{"cards":["??","??","??"],"total":20,"result
":"bust"},"hands":[{"area":1,"hand":1,"cards":["??","??"],"total":21,"doubled":true,"split":true,"result":"21"},{"ar
ea":2,"hand":1,"cards":["??","??"],"total":18,"doubled":false,"split":false,"result":"stand"}],"ledger":[{"area":1,"
player":"P1","kind":"insurance","stake":500,"net":1000,"result":"win","odds":"2:1","multiplier":25,"rules":["3.15.2"
,"3.19.1","4.2"]},{"area":4,"hand":1,"player":"G1","kind":"main","stake":1000,"net":-1000,"result":"lose","rules":["
4.4.1"]},{"area":6,"hand":1,"player":"P6","kind":"main","stake":1000,"net":0,"result":"stand_off","rules":["4.6.1"]}
],"net":-400,"rules_hash":"","weights_hash":""{"event":{"type":"insure","area":5,"amount":1200,"player":"G1","for":"
G1"},"effects":[]}{"event":{"type":"follow","area":2,"player":"G1","amount":2000},"effects":[]}{"event":{"type":"mul
tiplier.drawn","value":2,"source":"controller"},"effects":[{"type":"meter","state":"showing","area":5,"player":"P5",
"multiplier":2}]}{"event":{"type":"button.pressed"},"effects":[{"type":"button","lit":false},{"type":"meter","state"
:"rolling","area":1,"player":"P1"},{"type":"multiplier.draw","area":1,"player":"P1","position":1,"stake":500}]},{"ty
pe":"button","lit":true,"area":2,"player":"P2"},{"type":"meter","state":"armed","area":2,"player":"P2"}]}{"event":{"
type":"shoe.new","decks":8},"effects":[]}{"event":{"type":"bets.open"},"effects":[{"type":"meter","state":"idle"}]}{
"event":{"type":"offers.closed"},"effects":[]}{"event":{"type":"bets.closed"},"effects":[]}{"event":{"type":"wager",
"area":2,"kind":"pandemonium","amount":500,"player":"P2"},"effects":[]}{"event":{"type":"wager","area":3,"kind":"mai
n","amount":2000,"player":"P3"},"effects":[]}{"event":{"type":"decision","area":4,"action":"double","split","hit"},"
effects":[]}{"event":{"type":"decision","area":1,"action":"stand"},"effects":[]}"phase":"betting","dealing","dealer"
,"idle"{"event":{"type":"card","card":"??"},"effects":[{"type":"card","card":"??","place":"dealer"}]}{"event":{"type
":"card","card":"??"},"effects":[{"type":"card","card":"??","place":"area","area":3,"hand":1}]}{"v":1,"id":"JOURNAL-
","seq":1,"at":"2026-11-29T00:00:00.000000Z","table":"TABLE","type":"card","card":"??","place":"area","area":7,"hand
":1,"round":2}"table":"TABLE","type":"state","game":"","phase":"play","round":1,"limits":{"main":[1000,50000],"pair"
:[200,10000],"pandemonium":[200,10000]},"shoe":{"cards_out":1,"decks":8},"open":true}
"""


def words(journal_id: str, table: str) -> bytes:
    """Those of a new journal, with the names that are in each of its messages."""
    return _WORDS.replace("\n", "").replace("JOURNAL", journal_id).replace("TABLE", table).encode()
