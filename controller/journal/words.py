"""What the texts of a journal have in common: laid into each new journal, which `packing` packs them by.

Pieces of bodies and messages of all games, found by trial (`tests.bench.words_found`), and before them some of a button
and a meter. What is nearer to the end takes fewer bits. A journal keeps those that it was begun with, so that these may
change with any release. More than a window of `packing` are of no use.
No face of a card is among them: whoever looks for one in the file is to find none.
"""

from typing import Final

_TEXT: Final = """
{"notice":{"type":"report","code":"button_state","severity":"info","text":"button: down","device":"button"}}{"notice
":{"type":"report","code":"meter_shows","severity":"info","text":"meter shows armed","device":"meter"}}meter shows i
dle","device":"meter"}}meter shows rolling","device":"meter"}}meter shows showing {"event":{"type":"button.pressed"}
,"effects":[{"type":"button","lit":false},{"type":"meter","state":"rolling","area":1,"player":"P1"},{"type":"multipl
ier.draw","area":1,"player":"P1","position":1,"stake":200},{"type":"button","lit":true,"area":1,"player":"P1"},{"typ
e":"meter","state":"armed","area":1,"player":"P1"}]}":"pot_of_gold","stake"::{"type":"person.signed_in","badge":":"r
eturned","rules":["3.15.3"]},{"area":3,"hand":1,"player":"A","kind":"main","stake":":7,"action":"stand"},"effects":[
]}":"state","game":"GAME","phase":"board""idle","round":""action":"fold"},:{"cards":["??","??","??"],"total":18,"res
ult":"stand"},"hands":[{"area":1,"hand":1,"cards":["??","??"],"total":21,"doubled":false,"split":false,"result":"GAM
E""effects":[{"type":"outcome","game":"GAME","round":15.4"]}],"net":-:"double","amount":2,"status":"settled","button
":5,"blinds":[500","seq":1,"action":"raise","amount":??","place":"area","area":2,"hand":1}]}surrender","},"effects":
[],"asked":{"console":"console","rank":"pit_supervisor"}}"device_lost","severity":":"state","game":"GAME","phase":"d
ealing","round":"markers":0outcome","game":"GAME","round":is?","place":"area","area":6,"hand":1}]}false,"result":"21
"}:""type":"outcome","game":"GAME",{"event":{"type":"action","seat":6,"action":"call","amount"::["3.15.2","4.2"]},{"
area":4,"hand":1,"player":"P4","kind":"main","stake":"round"::"state","game":"GAME","phase":"initial_deal","round":7
,,"result":"lose","rules":["3.15.2"]},"kind":"busted","amount":person.signed_in,"place":"area","area":5,"hand":1}]}{
"notice":{"type":"device","device":"consoledriver":"framed","role"port":"/dev/","connected":{"notice":{"type":"repor
t","code":"device_connected",play","round":1,"limits":{"main":[1000,50000],"pair":[200,"limits":{"stake":null},"shoe
":{"cards_out":[]}{"event":{"type":"decision","area":4,"action":"double","split","kind":"under13","amount":4,"player
":"P4","stack":,"seat":2,"action":"all_in","amount":{"event":{"type":"wager","area":4,"kind":"pair","amount":","4.1"
],"rules_hash":"surrendered","rules":["3.16"]},{??","??"],"hand":{"rank":"two_pairs","cards":["??",",,"??"]}},{"seat
":6,"player":"P":16200}}],"ledger":[{"seat":1,"player":"P1","put":5000,"won":0,"net":-5000,"result":"fold","hole":["
??","??"]},uncalled":"state","game":"GAME","phase":"dealing","round":1,{"event":{"type":"offers.closed"},"effects":[
]}state","game":"GAME","phase":"dealer","round":10.1"]},{"area":4,"player":"P4","kind":"pair","stake":area":null,,"r
esult":"not_drawn{"event":{"type":"showdown"},"effects":[]}kind":"over13","stake":,"??"],"hand":{"rank":"three_of_a_
kind","cards":[1}]}},{"seat":3,"player":"P3"severity":"info","text":"connected "},{"type":"meter","state":"armed","a
rea":1,"player":"P1"}]},"hand":1,"player":"B","kind":"main","stake":result":"lose","rules":["3.15.1"]},{"area":4"B",
"kind":"pair","stake":"severity":"warning","text":"low","rule":null,"device":"","stands":true}}"full_house",{"event"
:{"type":"join","seat":6,"player":"P6","stack":40000},"rake":[3,5],"winners":{"5":table/shoe","connected":true,"firm
ware":null,"last_frame":null,"errors":{"rejected":0,"repeated":0,"gaps":0,"line":0,"losses":0,"unsent":0}}}critical"
,"text":"lost on /dev/table/shoe: unplugged","device":"console"}}",",{"type":"outcome",":5000},4],"winners":{"3":.3"
,"4.4","4.6"??","??"]}},{"seat":5,"player":"P5outcome","game":"GAME","round":5.15"]},{"area":5,,:","rank"::"web"play
er":"P5","kind":"under13","stake"::"??","place":"area","area":7,"hand":1}]}":{}}4,"player":"A"insure","area":4over13
","amount":1,"status":"settled","dealer":{"cards":["??","result":"bust"},"hands":[{"area":1,"hand":1,"cards":["??","
place":"dealer"}]}"source":"controller"},"effects":[{"type":"meter","state":"showing","place":"area","area":4,"hand"
:1}]},"??"],"pots":[{"amount":17000,"rake":800,"eligible":[6]:"web","severity":"info"}}at"}},{"area":4,"hand":1,"car
ds":["??",??"],"total":24,"doubled":false,"split":false,"result":"bust"},{"area":5":","place":"area","area":1,"hand"
:1}]}:20:{"{"event":{"type":"wager","area":4,"kind":"over13","amount":""total":21,"doubled":true,"split":true,":"21"
},{"area":2}"pandemonium","stake":,,"head":":-"},"board":["??"4.3.1"]},{"area":3,"player":"P3","kind":"pair","stake"
:2,"player":"P2","put":"],"hand":{"rank":"high_card","cards":["??","??","??"??"]}}],"uncalled":{"seat":3,"amount":"]
,"total":18,"doubled":false,"split":false,"result":"stand"}],"ledger":[{"area":1,"player":"P1","kind":":4,"hand":1,"
round":,4],"winners":{"4":1000,"result":"win","odds":"2:1","multiplier":25,"rules":["3.15.2","3.19.1","4.2"]},{"area
":4,"hand":1,"player":"G1","kind":"main","stake":1000,"net":-1000,"result":"lose","rules":["4.4.1"]},{"area":6,"hand
":1,"player":"P6","kind":"main","stake":1000,"net":0,"result":"stand_off","rules":["4.6.1"]}],,"rules_hash":"RULES"}
]}":11.2","4.1","4.3","8":5,"kind":"main","amount":13:,"action":"bet","amount":returned","rules":["3.15.2"]},{"area"
:3,"hand":1,"player":"P3","seq":{"event":{"type":"bets.closed"},"effects":[]}":"result":"win","odds":"1:1","rules":[
"3.29","4.1.1.4"]}],"net":-".19","4.1"]},{"event":{"type":"action","seat":7,"action":"raise","amount":13.2.b""event"
:{"type":"decision","area":3,"action":"hit"}}}],"uncalled":null,"","seal":"":{{"event":{"type":"multiplier.drawn","v
alue":2area":54.1"]},{"area":1,"player":"P1",:""seq":,}{"event":{"type":"bets.open"},"effects":[]}type":"meter",:{"e
vent":{"type":"wager","area":1,"kind":"pair","amount":"type":"bets.closed"},"effects":[],"asked":{"key":"{"event":{"
type":"wager","area":5,"kind":"pot_of_gold","amount":":"":4,"action":"call","amount":{"event":{"type":"action","seat
":6,"action":"fold"},"kind":"pandemonium","amount":500,"player":"P2"},"effects":[]}one_pair","cards":[state","game":
"GAME","phase":"betting","round":[]}{"event":{"type":"show","seat":6{"event":{"type":"wager","area":3,"kind":"main",
"amount":2000,"player":"P3","rules_hash":"RULES","journal":{"n":":,"limits":{},"shoe":{"cards_out":}"at":","decks":1
},"open":true}":""hit"},"effects":[]}{"event":{"type":"decision","area":1,"action":"stand"}.11.2","seq"::8,"action":
"check"},"effects":[],"asked":{"console":"console-socket","login":"at}"round":1,":"??","place":"dealer","round":"},"
effects":[],"asked":{"console":"console","rank":"pit_manager"}}"state":"idle"}]}"effects":[],"asked":{"key":"":"relo
cated"asked":{"{"notice":{"type":"alert.cleared",":true}{"event":{"type":"wager","area":7,"kind":"pair","amount":boa
rd"},{"type":"card","card":"??","place":"board"}]}","rank":"dealer","console":"web"}}"kind":"over","rank":"pit_super
visor"}}:".closed"},"effects":[],"asked":{"console":"console","rank":"shift_manager"}}:-:"offers","round":2000},"eff
ects":[]}}}}","place":"seat","area":6}5],"winners":{"3":],:main":[{"event":{"type":"blinds.open"{"event":{"type":"ca
rd","card":"??"},"effects":[{"type":"card","card":"??","place":"area","area":3,"hand":1}]}{"v":1,"id":"JOURNAL-","se
q":1,"at":"2026-11-29T00:00:00.000000Z","table":"TABLE","type":"card","card":"??":0","name":"type":"card"3","digest"
:"","badge":":6,"kind":"main","amount":6","seq":,"limits":{"stake":["::"dealer","console":"web"}}"alert.cleared","co
de":"disk_low","device":""}}area":6,"kind":"pair","amount":-,10000]},"shoe":{"cards_out":1,"decks":8},"open":true}
"""


WORDS: Final = _TEXT.replace("\n", "")


def words(journal_id: str, table: str, game: str, rules_hash: str) -> bytes:
    """Those of a new journal, with the names that are in its messages."""
    return filled(WORDS, journal_id, table, game, rules_hash)


def filled(text: str, journal_id: str, table: str, game: str, rules_hash: str) -> bytes:
    """Words with these names in their places."""
    for place, name in (("JOURNAL", journal_id), ("TABLE", table), ("GAME", game), ("RULES", rules_hash)):
        text = text.replace(place, name)
    return text.encode()
