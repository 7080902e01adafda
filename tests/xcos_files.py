"""Diagrams of Xcos for tests: a few words become the XML of a .xcos file, or a .zcos archive with a dictionary.

    diagram([("a", "CONST_m", ["2"], "o"), ("g", "GAINBLK", ["3"], "i o")], ["a.1 g.1"], stop=1)

A block is a name, a kind, its parameters, and its ports: i and o signals, e and f activations in and out, p and q
physical ports in and out, each perhaps with a size as i2x1, and a type as i2x1!INT8_MATRIX;
f0.5 comes first at 0.5. A link is the ports at its ends, numbered among those of
their kind: `a.1` is the first output of a, `a.f1` its first activation, `a.q1` its first physical output.
"""
import io
import struct
import zipfile
from xml.sax.saxutils import quoteattr

TAGS = {"i": "ExplicitInputPort", "o": "ExplicitOutputPort", "e": "ControlPort", "f": "CommandPort",
        "p": "ImplicitInputPort",
        "q": "ImplicitOutputPort"}


def strings(texts, role=""):
    data = "".join(f'<data column="0" line="{i}" value={quoteattr(t)}/>' for i, t in enumerate(texts))
    return f'<ScilabString{role} height="{len(texts)}" width="1">{data}</ScilabString>'


def parameters(texts, dictionary):
    if isinstance(texts, tuple):                   # of a class of Modelica: a list with names, in a dictionary only
        dictionary.append(texts)
        return f'<Array as="exprs" scilabClass="ScilabTList" binary="true" position="{len(dictionary) - 1}"/>'
    if len(texts) == 2 and isinstance(texts[0], list) and isinstance(texts[1], str):       # of a block in C: its text
        return (f'<Array as="exprs" scilabClass="ScilabList">{strings(texts[0])}'
                f'{strings(texts[1].splitlines())}</Array>')
    if texts and isinstance(texts[0], list):       # of a function in Scilab: its parameters, and the texts of its parts
        parts = "".join(strings(t) for t in texts[1:])
        return (f'<Array as="exprs" scilabClass="ScilabList">{strings(texts[0])}<Array scilabClass="ScilabList">'
                f'{parts}</Array></Array>')
    if dictionary is not None:
        dictionary.append(texts)
        return f'<ScilabString as="exprs" binary="true" position="{len(dictionary) - 1}"/>'
    return strings(texts, ' as="exprs"')


def block_text(at, name, kind, texts, ports, inside, dictionary):
    child = inside.replace("XcosDiagram", "SuperBlockDiagram", 1) if inside else ""
    child = child.replace("<SuperBlockDiagram", '<SuperBlockDiagram as="child"')
    child = child.replace("</XcosDiagram>", "</SuperBlockDiagram>")
    out = (f'<BasicBlock id="{name}" parent="0:2:0" interfaceFunctionName="{kind}" style="{kind}">'
           f'{parameters(texts, dictionary)}<mxGeometry as="geometry" x="{40 + 100 * at}" y="{60 + 30 * (at % 3)}" '
           f'width="40" height="40"/>{child}</BasicBlock>')
    seen = {}
    for port in ports.split():
        letter, size = port[0], port[1:]
        size, _, data = size.partition("!")
        first = f' initialState="{size}"' if letter == "f" and size else ""
        size = "" if first else size
        seen[letter] = seen.get(letter, 0) + 1
        rows, columns = size.split("x") if size else ("-1", "-2") if letter in "io" else ("1", "1")
        out += (f'<{TAGS[letter]} id="{name}.{letter}{seen[letter]}" parent="{name}" ordering="{seen[letter]}" '
                f'dataType="{data or "REAL_MATRIX"}"{first} dataLines="{rows}" dataColumns="{columns}"/>')
    return out


def end(word, letter):
    name, port = word.split(".")
    return f"{name}.{port if port[0].isalpha() else letter + port}"


def diagram(blocks, links, stop=1, context="", dictionary=None):
    """The XML. A fifth part of a block is the diagram inside of it."""
    lines = "".join(f"<add value={quoteattr(line)}/>" for line in context.split("\n"))
    text = (f'<?xml version="1.0" encoding="UTF-8"?>\n<XcosDiagram title="test" finalIntegrationTime="{stop}">'
            f'<Array as="context" scilabClass="String[]">{lines}</Array>'
            f'<mxGraphModel as="model"><root><mxCell id="0:1:0"/>'
            '<mxCell id="0:2:0" parent="0:1:0"/>\n')
    for at, (name, kind, texts, ports, *inside) in enumerate(blocks):
        within = inside[0].split("\n", 1)[1] if inside else ""
        text += block_text(at, name, kind, texts, ports, within, dictionary) + "\n"
    for n, link in enumerate(links):
        a, b = link.split()
        tag = "CommandControlLink" if ".f" in a else "ImplicitLink" if ".p" in a or ".q" in a else "ExplicitLink"
        text += f'<{tag} id="link{n}" parent="0:2:0" source="{end(a, "o")}" target="{end(b, "i")}"/>\n'
    return text + "</root></mxGraphModel></XcosDiagram>\n"


class Java:
    """A stream of Java objects, as Xcos writes them: a list of columns of texts, and of tuples of such columns, which
    are lists with names (the first column has the kind, and a name for each other one)."""

    def __init__(self, values):
        self.out, self.classes = bytearray(b"\xac\xed\x00\x05"), {}
        self.items("ScilabList", values)

    def items(self, kind, values):
        self.object("org.scilab.modules.types." + kind, 12)
        self.block(struct.pack(">ii", 0, len(values)))
        for value in values:
            if isinstance(value, tuple):
                self.items("ScilabTList", value)
            else:
                self.column(value)
        self.out += b"\x70\x78"

    def column(self, texts):
        self.object("org.scilab.modules.types.ScilabString", 12)
        self.block(struct.pack(">i", 0))
        self.array("[[Ljava.lang.String;", len(texts))
        for t in texts:
            self.array("[Ljava.lang.String;", 1)
            self.text(t)
        self.out += b"\x70"
        self.block(b"\x00")
        self.out += b"\x78"

    def described(self, name, flags):
        if name in self.classes:
            self.out += b"\x71" + struct.pack(">i", 0x7E0000 + self.classes[name])
            return
        self.classes[name] = self.number()
        self.out += b"\x72" + struct.pack(">H", len(name)) + name.encode() + bytes(8) + bytes([flags]) + b"\0\0\x78\x70"

    def number(self):
        self.count = getattr(self, "count", -1) + 1
        return self.count

    def object(self, name, flags):
        self.out += b"\x73"
        self.described(name, flags)
        self.number()

    def array(self, name, n):
        self.out += b"\x75"
        self.described(name, 2)
        self.number()
        self.out += struct.pack(">i", n)

    def text(self, t):
        self.out += b"\x74" + struct.pack(">H", len(t.encode())) + t.encode()
        self.number()

    def block(self, data):
        self.out += b"\x77" + bytes([len(data)]) + data


def archive(xml, dictionary=None, stream=None):
    """A .zcos file as bytes; its values by a dictionary, or as a stream."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr("content.xml", xml)
        if stream is not None or dictionary is not None:
            z.writestr("dictionary/dictionary.ser", stream or bytes(Java(dictionary).out))
    return out.getvalue()
