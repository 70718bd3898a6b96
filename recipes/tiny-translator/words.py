"""The words of the tiny translator's sentences, and phrases written by hand."""

from __future__ import annotations

from pathlib import Path

from grammar import Adjective, Modal, Noun, Verb


def _adjectives() -> dict[str, Adjective]:
    pairs = (
        "old alt, young jung, new neu, small klein, big groß, red rot, green grün, black schwarz, "
        "white weiß, beautiful schön, long lang, hot heiß, cold kalt, happy glücklich, friendly freundlich"
    )
    plain = [pair.split() for pair in pairs.split(", ")]
    odd = [("expensive", "teuer", "teur"), ("tired", "müde", "müd")]
    return {en: Adjective(en, de, stem) for en, de, stem in [(en, de, de) for en, de in plain] + odd}


ADJECTIVES = _adjectives()
_PERSON = "old young happy tired friendly"
_PARENT = "old happy tired friendly"
_CHILD = "small happy tired friendly"
_ANIMAL = "old young small big black white tired"
_THING = "old new small big red green black white beautiful expensive"
_PAPER = "new long beautiful"
_FOOD = "small big red green"
_CAKE = "small big expensive"
_DRINK = "hot cold"


def _nouns() -> dict[str, Noun]:
    lines = (
        ("man Mann m", _PERSON), ("woman Frau f", _PERSON), ("boy Junge m Jungen", _CHILD),
        ("girl Mädchen n", _CHILD), ("child Kind n", _CHILD), ("teacher Lehrerin f", _PERSON),
        ("baker Bäcker m", _PERSON), ("mother Mutter f", _PARENT), ("father Vater m", _PARENT),
        ("sister Schwester f", _CHILD), ("brother Bruder m", _CHILD),
        ("dog Hund m", _ANIMAL), ("cat Katze f", _ANIMAL), ("bird Vogel m", _ANIMAL),
        ("book Buch n", _PAPER), ("letter Brief m", _PAPER), ("newspaper Zeitung f", "old new"),
        ("picture Bild n", "old new beautiful big small"),
        ("apple Apfel m", _FOOD), ("cake Kuchen m", _CAKE), ("roll Brötchen n", "small big"),
        ("coffee Kaffee m", _DRINK), ("tea Tee m", _DRINK), ("juice Saft m", "cold"),
        ("car Auto n", _THING), ("bicycle Fahrrad n", _THING), ("coat Mantel m", _THING),
        ("shirt Hemd n", _THING), ("bag Tasche f", _THING), ("lamp Lampe f", _THING), ("cup Tasse f", _THING),
        ("key Schlüssel m", "old new small big"), ("ball Ball m", "new red green small big"),
        ("table Tisch m", _THING), ("chair Stuhl m", _THING), ("clock Uhr f", _THING),
        ("flower Blume f", "small big red white beautiful"), ("tree Baum m", "old big green beautiful"),
        ("house Haus n", "old new small big white beautiful expensive"),
        ("window Fenster n", "old new small big"), ("door Tür f", "old new green white"),
    )  # fmt: skip
    nouns = {}
    for line, adjectives in lines:
        en, de, gender, *oblique = line.split()
        own = tuple(ADJECTIVES[name] for name in adjectives.split())
        nouns[en] = Noun(en, de, gender, own, oblique[0] if oblique else de)
    return nouns


NOUNS = _nouns()
NAMES = ("Anna", "Tom", "Lena", "Paul")
PEOPLE = ("man", "woman", "boy", "girl", "child", "teacher", "baker")
FAMILY = ("mother", "father", "sister", "brother")
SMALL = (
    "book",
    "letter",
    "newspaper",
    "key",
    "cup",
    "lamp",
    "ball",
    "bag",
    "apple",
    "cake",
    "coat",
    "cat",
    "clock",
    "picture",
)
_BOUGHT = "book coat car apple cake bicycle lamp bag flower table chair house cup clock shirt picture"


def _verb(english: str, german: str, objects: str = "", *, stative: bool = False) -> Verb:
    """English: infinitive, third person, -ing, past, participle. German: ich, du, er, wir, participle."""
    infinitive, third, ing, past, participle = english.split()
    ich, du, er, wir, done = german.split()
    forms, what = (ich, du, er, wir), tuple(objects.split())
    return Verb(infinitive, third, ing, past, participle, forms, wir, done, what, stative)


_SEEN = "dog cat bird man woman child car house tree flower key book letter picture bicycle clock"
TRANSITIVE = (
    _verb("buy buys buying bought bought", "kaufe kaufst kauft kaufen gekauft", _BOUGHT),
    _verb("sell sells selling sold sold", "verkaufe verkaufst verkauft verkaufen verkauft", _BOUGHT),
    _verb("see sees seeing saw seen", "sehe siehst sieht sehen gesehen", _SEEN, stative=True),
    _verb("find finds finding found found", "finde findest findet finden gefunden",
          "dog cat key book letter picture bag ball cup coat bicycle clock shirt", stative=True),
    _verb("need needs needing needed needed", "brauche brauchst braucht brauchen gebraucht",
          "coat car bicycle lamp bag table chair key coffee clock cup shirt", stative=True),
    _verb("read reads reading read read", "lese liest liest lesen gelesen", "book letter newspaper"),
    _verb("write writes writing wrote written", "schreibe schreibst schreibt schreiben geschrieben",
          "letter book"),
    _verb("eat eats eating ate eaten", "esse isst isst essen gegessen", "apple cake roll"),
    _verb("drink drinks drinking drank drunk", "trinke trinkst trinkt trinken getrunken", "coffee tea juice"),
    _verb("draw draws drawing drew drawn", "zeichne zeichnest zeichnet zeichnen gezeichnet",
          "flower tree house cat dog bird picture man woman child"),
    _verb("open opens opening opened opened", "öffne öffnest öffnet öffnen geöffnet",
          "letter bag window door"),
    _verb("repair repairs repairing repaired repaired",
          "repariere reparierst repariert reparieren repariert", "car bicycle lamp chair table clock door"),
    _verb("wash washes washing washed washed", "wasche wäschst wäscht waschen gewaschen",
          "car dog apple coat shirt"),
    _verb("carry carries carrying carried carried", "trage trägst trägt tragen getragen",
          "bag chair table lamp cat child picture"),
)  # fmt: skip
GIVING = (
    _verb("give gives giving gave given", "gebe gibst gibt geben gegeben",
          "apple book letter key flower cup coffee ball picture roll tea"),
    _verb("show shows showing showed shown", "zeige zeigst zeigt zeigen gezeigt",
          "book letter house picture dog cat car bicycle coat"),
    _verb("bring brings bringing brought brought", "bringe bringst bringt bringen gebracht",
          "apple book letter key flower cup coffee cake chair newspaper coat tea"),
)  # fmt: skip
INTRANSITIVE = (
    _verb("sleep sleeps sleeping slept slept", "schlafe schläfst schläft schlafen geschlafen"),
    _verb("work works working worked worked", "arbeite arbeitest arbeitet arbeiten gearbeitet"),
    _verb("play plays playing played played", "spiele spielst spielt spielen gespielt"),
    _verb("sing sings singing sang sung", "singe singst singt singen gesungen"),
    _verb("dance dances dancing danced danced", "tanze tanzt tanzt tanzen getanzt"),
    _verb("wait waits waiting waited waited", "warte wartest wartet warten gewartet"),
)  # fmt: skip
MODALS = (
    Modal("want to", "wants to", ("will", "willst", "will", "wollen")),
    Modal("can", "can", ("kann", "kannst", "kann", "können")),
    Modal("must", "must", ("muss", "musst", "muss", "müssen")),
)
ADVERBS = (("today", "heute"), ("now", "jetzt"), ("this morning", "heute Morgen"))
LEADERS = (
    ("I know", "ich weiß"),
    ("I think", "ich glaube"),
    ("you know", "du weißt"),
    ("we hear", "wir hören"),
)
PLACES = (
    ("in the garden", "im Garten"),
    ("in the kitchen", "in der Küche"),
    ("in the park", "im Park"),
    ("at home", "zu Hause"),
    ("in front of the house", "vor dem Haus"),
    ("behind the house", "hinter dem Haus"),
    ("at school", "in der Schule"),
    ("under the tree", "unter dem Baum"),
)
# With the noun in them: nothing lies in itself.
SPOTS = (
    ("on the table", "auf dem Tisch", "table"),
    ("under the table", "unter dem Tisch", "table"),
    ("on the chair", "auf dem Stuhl", "chair"),
    ("under the chair", "unter dem Stuhl", "chair"),
    ("in the bag", "in der Tasche", "bag"),
    ("next to the window", "neben dem Fenster", "window"),
    ("behind the door", "hinter der Tür", "door"),
    ("in the kitchen", "in der Küche", "kitchen"),
    ("in the car", "im Auto", "car"),
)


def by_hand() -> list[tuple[str, str]]:
    """Phrases of everyday, from ``phrases.tsv``."""
    lines = (Path(__file__).parent / "phrases.tsv").read_text(encoding="utf-8").splitlines()
    return [(en, de) for en, de in (line.split("\t") for line in lines)]
