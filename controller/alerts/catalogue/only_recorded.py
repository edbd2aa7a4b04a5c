"""What devices report in passing: in the journal and in `tablectl monitor`, never published, never an alert."""

from typing import Final

from controller.alerts.catalogue.entry import Entry


def _recorded(code: str, meaning: str, action: str = "nothing") -> Entry:
    return Entry(code=code, severities=("info",), meaning=meaning, action=action)


RECORDED: Final = (
    _recorded("device_connected", "the port is open and, where its protocol greets, the device has answered"),
    _recorded("device_ready", "the device has sent its name and its firmware"),
    _recorded("device_readable", "a good frame has come from a device that could not be read"),
    _recorded("device_calm", "a device that sent without end sends as usual again; how much was counted, not recorded"),
    _recorded("device_error_cleared", "a fault that the device had reported is over"),
    _recorded("requests_counted", "how many requests of a source were refused and not recorded one by one"),
    _recorded("frame_repeated", "a frame came again that was accepted before; it changed nothing"),
    _recorded("acknowledged", "the device has taken a command"),
    _recorded("meter_shows", "what the meter reports that it shows"),
    _recorded("button_state", "the button is down or up"),
    _recorded("button_freed", "a button that was stuck is up again"),
    _recorded("press_ignored", "the button was down and that counts as no press: a bounce, a repeat, one from before"),
    _recorded("key_ignored", "a key of the keypad has no meaning here", "see the keypad's map in the configuration"),
    _recorded("place_chosen", "the area or seat to which the keypad's next key goes"),
    _recorded("shoe_state", "the state that the shoe reports: ready, empty, door open, jam and so on"),
    _recorded("shoe_count", "how many cards have left the shoe by its own count"),
    _recorded("card_reassigned", "the shoe counts its last card to the next round; it is no new card"),
    _recorded("shuffler_state", "the state that the shuffler reports: ready, shuffling, jam and so on"),
    _recorded("shuffler_count_right", "the shuffler has counted the cards of whole decks"),
)
