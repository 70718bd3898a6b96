"""An invoice of our own that gives every term that UBL and CII have a place for, and keeps every rule."""

from paperformer.einvoicing.invoice import Group, Term


def terms(**values: str | Term) -> dict[str, tuple[Term, ...]]:
    """``BT_1="x"`` as the terms of a group."""
    return {
        name.replace("_", "-"): (value if isinstance(value, Term) else Term(value),)
        for name, value in values.items()
    }


GLN = {"scheme": "0088"}

LINES = (
    Group(
        terms(
            BT_126="1", BT_127="Sägeraues Holz", BT_128=Term("OBJ-7", {"scheme": "AWV"}), BT_129="10",
            BT_130="MTR", BT_131="96.00", BT_132="3", BT_133="4711", BT_134="2026-01-01", BT_135="2026-01-31",
            BT_146="10.00", BT_147="2.00", BT_148="12.00", BT_149="1", BT_150="MTR", BT_151="S", BT_152="19",
            BT_153="Balken", BT_154="Fichte, 8 x 8 cm", BT_155="B-88", BT_156="K-12",
            BT_157=Term("4012345000009", {"scheme": "0160"}),
            BT_158=Term("30103600", {"scheme": "TST", "version": "26.0801"}), BT_159="AT",
        ),
        {
            "BG-27": (Group(terms(BT_136="10.00", BT_137="100.00", BT_138="10", BT_139="Rabatt",
                                  BT_140="95")),),
            "BG-28": (Group(terms(BT_141="6.00", BT_142="60.00", BT_143="10", BT_144="Zuschnitt",
                                  BT_145="AAC")),),
            "BG-32": (Group(terms(BT_160="Farbe", BT_161="natur")),),
        },
    ),
    Group(terms(BT_126="2", BT_129="2", BT_130="HUR", BT_131="100.00", BT_146="50.00", BT_151="S",
                BT_152="7", BT_153="Beratung")),
    Group(terms(BT_126="3", BT_129="1", BT_130="C62", BT_131="10.00", BT_146="10.00", BT_151="E",
                BT_152="0", BT_153="Impfung")),
)  # fmt: skip

FULL = Group(
    terms(
        BT_1="R-2026/17", BT_2="2026-02-03", BT_3="380", BT_5="EUR", BT_6="SEK", BT_7="2026-02-01",
        BT_9="2026-03-05", BT_10="04011000-12345-34", BT_11="PRJ-1", BT_12="V-9", BT_13="PO-5", BT_14="SO-6",
        BT_15="WE-7", BT_16="LS-8", BT_17="LOS-9", BT_18=Term("ZÄHLER-1", {"scheme": "AWV"}), BT_19="3300",
        BT_20="30 Tage netto", BT_23="urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
        BT_24="urn:cen.eu:en16931:2017", BT_27="Säge & Sohn GmbH", BT_28="Die Säge",
        BT_29=Term("4012345000016", GLN), BT_30=Term("HRB 1234"), BT_31="DE123456789", BT_32="123/456/7890",
        BT_33="Geschäftsführerin: A. Säge", BT_34=Term("rechnung@saege.example", {"scheme": "EM"}),
        BT_35="Waldweg 1", BT_36="Hof 2", BT_37="Köln", BT_38="50667", BT_39="NRW", BT_40="DE",
        BT_41="Anna Säge", BT_42="+49 221 1", BT_43="anna@saege.example", BT_44="Bau AG", BT_45="Bau",
        BT_46=Term("4012345000023", GLN), BT_47=Term("HRB 99"), BT_48="DE987654321",
        BT_49=Term("post@bau.example", {"scheme": "EM"}), BT_50="Ring 3", BT_51="Tor 4", BT_52="Bonn",
        BT_53="53111", BT_54="NRW", BT_55="DE", BT_56="Ben Bau", BT_57="+49 228 2", BT_58="ben@bau.example",
        BT_59="Factor Bank AG", BT_60=Term("4012345000030", GLN), BT_61=Term("HRB 5"),
        BT_62="Steuer Vertretung GmbH", BT_63="DE111111125", BT_64="Allee 5", BT_65="3. Stock", BT_66="Mainz",
        BT_67="55116", BT_68="RLP", BT_69="DE", BT_70="Baustelle", BT_71=Term("4012345000047", GLN),
        BT_72="2026-01-30", BT_73="2026-01-01", BT_74="2026-01-31", BT_75="Feld 6", BT_76="Tor B",
        BT_77="Siegburg", BT_78="53721", BT_79="NRW", BT_80="DE", BT_83="R-2026/17", BT_89="MANDAT-1",
        BT_90="DE98ZZZ09999999999", BT_106="206.00", BT_107="6.00", BT_108="10.00", BT_109="210.00",
        BT_110="26.00", BT_111="290.00", BT_112="236.00", BT_113="26.00", BT_114="0.50", BT_115="210.50",
        BT_162="Tor 3", BT_163="Hinterhaus", BT_164="Zimmer 1", BT_165="Kran 2",
    ),
    {
        "BG-1": (Group(terms(BT_21="AAI", BT_22="Danke für den Auftrag")),),
        "BG-3": (Group(terms(BT_25="R-2025/99", BT_26="2025-12-01")),),
        "BG-16": (
            Group(terms(BT_81=Term("59", {"name": "SEPA-Lastschrift"}), BT_84="DE89370400440532013000",
                        BT_85="Säge & Sohn", BT_86="COBADEFFXXX", BT_91="DE02120300000000202051")),
        ),
        "BG-20": (Group(terms(BT_92="6.00", BT_93="60.00", BT_94="10", BT_95="S", BT_96="19", BT_97="Treue",
                              BT_98="95")),),
        "BG-21": (Group(terms(BT_99="10.00", BT_100="100.00", BT_101="10", BT_102="S", BT_103="19",
                              BT_104="Fracht", BT_105="FC")),),
        "BG-23": (
            Group(terms(BT_116="100.00", BT_117="19.00", BT_118="S", BT_119="19")),
            Group(terms(BT_116="100.00", BT_117="7.00", BT_118="S", BT_119="7")),
            Group(terms(BT_116="10.00", BT_117="0.00", BT_118="E", BT_119="0", BT_120="Heilbehandlung",
                        BT_121="VATEX-EU-132-1C")),
        ),
        "BG-24": (
            Group(terms(BT_122="PLAN-1", BT_123="Bauplan", BT_124="https://bau.example/plan",
                        BT_125=Term("UGxhbg==", {"mime": "application/pdf", "filename": "plan.pdf"}))),
        ),
        "BG-25": LINES,
    },
)  # fmt: skip
