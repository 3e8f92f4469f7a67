import type { Random } from "./random.ts";

/** A mistake in a request. `make` returns the text with the mistake, or `undefined` if it isn't possible there. */
export interface Mistake {
  readonly name: string;
  make(text: string, random: Random): string | undefined;
}

function at(
  name: string,
  pattern: RegExp,
  change: (match: RegExpExecArray, random: Random) => string,
  where: (text: string, offset: number) => boolean = () => true,
): Mistake {
  return {
    name,
    make: (text, random) => {
      const matches = [...text.matchAll(pattern)].filter(({ index }) => where(text, index));
      if (matches.length === 0) return undefined;
      const match = random.pick(matches);
      return text.slice(0, match.index) + change(match, random) + text.slice(match.index + match[0].length);
    },
  };
}

/** Whether an offset is in a header section: no empty line is between it and the request line above. */
function inHead(text: string, offset: number): boolean {
  const line = text.slice(0, offset).lastIndexOf(" HTTP/1.1");
  return line >= 0 && !/\r?\n\r?\n/.test(text.slice(line, offset));
}

/** Whether an offset is in the body, but not in the headers of a part. */
function inXml(text: string, offset: number): boolean {
  return !inHead(text, offset) && !/^Content-/.test(text.slice(text.lastIndexOf("\n", offset) + 1));
}

function group(match: RegExpExecArray, index: number): string {
  return match[index] ?? "";
}

function misspelled(word: string, random: Random): string {
  const from = random.below(word.length);
  const [before, letter, after] = [word.slice(0, from), word.charAt(from), word.slice(from + 1)];
  switch (random.below(4)) {
    case 0:
      return before + after;
    case 1:
      return before + letter + letter + after;
    case 2:
      return before + (letter === "e" ? "r" : "e") + after;
    default: {
      if (word.length < 2) return before + after;
      const first = Math.min(from, word.length - 2);
      return word.slice(0, first) + word.charAt(first + 1) + word.charAt(first) + word.slice(first + 2);
    }
  }
}

const header = /^([A-Za-z-]+):[ \t]*([^\r\n]*)(\r?\n)/gm;
const requestLine = /^([A-Z]+) (\S+) (HTTP\/1\.1)(\r?\n)/gm;
const startTag = /<([A-Za-z][\w:-]*)((?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*>/g;
const endTag = /<\/([A-Za-z][\w:-]*)>/g;
const attribute = /(\s)([A-Za-z][\w:-]*)=(["'])([^"'<>]*)\3(?=[\s/>])/g;
const leaf = /<([\w:-]+)((?:\s[^<>]*)?)>([^<>]+)<\/\1>/g;

const inHeadLines: readonly Mistake[] = [
  at(
    "header name misspelled",
    header,
    ([all, name = ""], random) => misspelled(name, random) + all.slice(name.length),
    inHead,
  ),
  at("colon of a header dropped", header, ([all]) => all.replace(":", ""), inHead),
  at("colon of a header replaced by a semicolon", header, ([all]) => all.replace(":", ";"), inHead),
  at("space before a header's colon", header, ([all]) => all.replace(":", " :"), inHead),
  at("header line indented", header, ([all]) => ` ${all}`, inHead),
  at("header line dropped", header, () => "", inHead),
  at("header line doubled", header, ([all]) => all + all, inHead),
  at("empty line after a header", header, (match) => match[0] + group(match, 3), inHead),
  at("line break after a header dropped", header, (match) => match[0].slice(0, -group(match, 3).length), inHead),
  at("empty line below the request line", requestLine, (match) => match[0] + group(match, 4)),
  at("line break after the request line dropped", requestLine, (match) => match[0].slice(0, -group(match, 4).length)),
  at("method in lower case", requestLine, ([all, method = ""]) => method.toLowerCase() + all.slice(method.length)),
  at(
    "method misspelled",
    requestLine,
    ([all, method = ""], random) => misspelled(method, random) + all.slice(method.length),
  ),
  at("version dropped", requestLine, ([all]) => all.replace(" HTTP/1.1", "")),
  at("version misspelled", requestLine, ([all], random) =>
    all.replace(
      "HTTP/1.1",
      random.pick(["http/1.1", "HTTP/1.0", "HTTP/1", "HTTP1.1", "HTTP/1,1", "HTTP/2", "HTPT/1.1"]),
    ),
  ),
  at("two spaces in the request line", requestLine, ([all]) => all.replace(" ", "  ")),
  at("space after the request line", requestLine, ([all]) => all.replace("HTTP/1.1", "HTTP/1.1 ")),
  at("slash of the target dropped", requestLine, ([all]) => all.replace(" /", " ")),
  at("space in the target", requestLine, ([all]) => all.replace(/( \S*\w)(\w* HTTP)/, "$1 $2")),
  at("target dropped", requestLine, ([all, , target = ""]) => all.replace(` ${target}`, "")),
  at(
    "wrong count",
    /^Content-Length: (\d+)/gm,
    (match, random) => `Content-Length: ${Number(match[1]) + 1 + random.below(30)}`,
  ),
  at(
    "count too small",
    /^Content-Length: (\d+)/gm,
    (match, random) => `Content-Length: ${Number(match[1]) - 1 - random.below(30)}`,
  ),
  at(
    "count with a unit",
    /^Content-Length: \d+/gm,
    ([all], random) => all + random.pick([" bytes", "b", ",", ";", "."]),
  ),
  at("count dropped", /^Content-Length: \d+/gm, () => "Content-Length:"),
  at(
    "media type misspelled",
    /^Content-Type: ([\w+/]+)/gm,
    ([, type = ""], random) => `Content-Type: ${misspelled(type, random)}`,
  ),
  at(
    "charset misspelled",
    /charset=(utf-8)/gm,
    (_, random) => `charset=${random.pick(["utf8", "uft-8", "utf-", "utf 8", "'utf-8'", ""])}`,
  ),
  at(
    "media type of the other version",
    /^Content-Type: (text\/xml|application\/soap\+xml)/gm,
    ([, type]) => `Content-Type: ${type === "text/xml" ? "application/soap+xml" : "text/xml"}`,
  ),
  at(
    "media type of another format",
    /^Content-Type: (text\/xml|application\/soap\+xml)/gm,
    (_, random) => `Content-Type: ${random.pick(["application/xml", "application/json", "text/plain", "soap/xml"])}`,
  ),
  at("semicolon of Content-Type dropped", /^(Content-Type: [\w+/]+);/gm, ([, type = ""]) => type),
  at("quote of a header dropped", /^SOAPAction: "[^"\r\n]+"|action="[^"\r\n]*"/gm, ([all]) => all.replace('"', "")),
  at("closing quote of a header dropped", /^SOAPAction: "[^"\r\n]+"|action="[^"\r\n]*"/gm, ([all]) => all.slice(0, -1)),
  at("scheme in Host", /^Host: /gm, () => "Host: http://"),
  at("path in Host", /^Host: [\w.:]+/gm, ([all]) => `${all}/service`),
  at("credentials not encoded", /^Authorization: Basic \S+/gm, () => "Authorization: Basic alice:secret"),
  at(
    "placeholder for a count",
    /^Content-Length: \d+/gm,
    (_, random) => `Content-Length: ${random.pick(["length", "nnnn", "bytes"])}`,
  ),
];

const betweenHeadAndBody: readonly Mistake[] = [
  at("empty line before the body dropped", /\r?\n(\r?\n)(?=<)/g, (match) => group(match, 1)),
  at("blanks in the empty line", /(\r?\n)(\r?\n)(?=<)/g, (match) => `${group(match, 1)}  ${group(match, 2)}`),
  at("two empty lines before the body", /(\r?\n)(\r?\n)(?=<)/g, (match) => match[0] + group(match, 2)),
  at("space before the XML declaration", /<\?xml /g, ([all]) => ` ${all}`),
  at("separator dropped", /\n+### [^\n]*\n(?=[A-Z]+ )/g, () => "\n"),
  at(
    "text after the envelope",
    /<\/(?:\w+:)?Envelope>/g,
    ([all], random) => all + random.pick(["\n.", ";", "\n# done", "\nok", "x"]),
  ),
  at("envelope pasted twice", /<(?:(\w+):)?Envelope\b[\s\S]*?<\/(?:\w+:)?Envelope>/g, ([all]) => `${all}\n${all}`),
];

const inXmlBody: readonly Mistake[] = [
  at("end tag dropped", endTag, () => "", inXml),
  at("end tag doubled", endTag, ([all]) => all + all, inXml),
  at("end tag misspelled", endTag, ([, name = ""], random) => `</${misspelled(name, random)}>`, inXml),
  at("end tag in another case", endTag, ([all, name = ""]) => all.replace(name, otherCase(name)), inXml),
  at("prefix of an end tag dropped", /<\/\w+:(\w+)>/g, ([, local = ""]) => `</${local}>`, inXml),
  at("slash of an end tag dropped", endTag, ([all]) => all.replace("/", ""), inXml),
  at("end tag with a backslash", endTag, ([all]) => all.replace("/", "\\"), inXml),
  at("> of an end tag dropped", endTag, ([all]) => all.slice(0, -1), inXml),
  at("< of an end tag dropped", endTag, ([all]) => all.slice(1), inXml),
  at("start tag dropped", startTag, () => "", inXml),
  at("start tag doubled", startTag, ([all]) => all + all, inXml),
  at(
    "start tag misspelled",
    startTag,
    ([all, name = ""], random) => all.replace(name, misspelled(name, random)),
    inXml,
  ),
  at("start tag in another case", startTag, ([all, name = ""]) => all.replace(name, otherCase(name)), inXml),
  at("prefix of a start tag dropped", /<\w+:(\w+)/g, ([, local = ""]) => `<${local}`, inXml),
  at("> of a start tag dropped", startTag, ([all]) => all.slice(0, -1), inXml),
  at("< of a start tag dropped", startTag, ([all]) => all.slice(1), inXml),
  at("space after <", startTag, ([all]) => all.replace("<", "< "), inXml),
  at("slash of an empty element dropped", /<[^<>?!]+\/>/g, ([all]) => all.replace("/>", ">"), inXml),
  at(
    "prefix misspelled in both tags",
    leaf,
    ([all, name = ""], random) => twice(all, name, misprefixed(name, random)),
    inXml,
  ),
  at("SOAP's element misspelled", /<((?:\w+:)?(?:Envelope|Body|Header|Fault))\b([\s\S]*?)<\/\1>/g, misspelledElement),
  at(
    "SOAP's element in lower case",
    /<((?:\w+:)?(?:Envelope|Body|Header|Fault))\b([\s\S]*?)<\/\1>/g,
    ([all, name = ""]) => twice(all, name, name.toLowerCase()),
  ),
  at("quote of an attribute dropped", attribute, ([all]) => all.replace(/["']/, ""), inXml),
  at("closing quote of an attribute dropped", attribute, ([all]) => all.slice(0, -1), inXml),
  at("both quotes of an attribute dropped", attribute, ([all]) => all.replace(/["']/g, ""), inXml),
  at("typographic quotes", attribute, (match) => `${match[1]}${match[2]}=\u201c${match[4]}\u201d`, inXml),
  at("= of an attribute dropped", attribute, ([all]) => all.replace("=", ""), inXml),
  at("space before an attribute dropped", /(["'])\s+(?=[\w:-]+=)/g, ([all]) => all.charAt(0), inXml),
  at("attribute doubled", attribute, ([all]) => all + all, inXml),
  at("xmlns misspelled", /xmlns(?=[:=])/g, (_, random) => misspelled("xmlns", random), inXml),
  at("declaration dropped", /\sxmlns:\w+="[^"]*"/g, () => "", inXml),
  at("whitespace around a namespace", /xmlns(:\w+)?="[^"]*"/g, ([all], random) =>
    random.chance(50) ? all.replace('="', '=" ') : all.replace(/"$/, ' "'),
  ),
  at(
    "SOAP's namespace misspelled",
    /http:\/\/(?:schemas\.xmlsoap\.org\/soap\/envelope\/|www\.w3\.org\/2003\/05\/soap-envelope)/g,
    ([all], random) => misspelled(all, random),
  ),
  at("bare & in a text", leaf, ([all, name = ""]) => all.replace(`</${name}>`, ` & co</${name}>`), inXml),
  at("< in a text", leaf, ([all, name = ""]) => all.replace(`</${name}>`, ` < 3</${name}>`), inXml),
  at("HTML entity in a text", leaf, ([all, name = ""]) => all.replace(`</${name}>`, `&nbsp;&auml;</${name}>`), inXml),
  at("semicolon of a reference dropped", /&(?:amp|lt|gt);/g, ([all]) => all.slice(0, -1), inXml),
  at("end of a comment misspelled", /-->/g, (_, random) => random.pick(["->", "--", "-- >", ""])),
  at("end of a CDATA section misspelled", /\]\]>/g, (_, random) => random.pick(["]>", "]]", "]] >", ""])),
  at(
    "two lines swapped",
    /^([^\r\n]+)(\r?\n)([^\r\n]+)(?=\r?\n)/gm,
    (match) => `${match[3]}${match[2]}${match[1]}`,
    inXml,
  ),
  at("line dropped", /^[^\r\n]+\r?\n/gm, () => "", inXml),
  at("line doubled", /^[^\r\n]+\r?\n/gm, ([all]) => all + all, inXml),
  at("control character in a text", leaf, ([all, name = ""]) => all.replace(`</${name}>`, `\u0001</${name}>`), inXml),
];

function otherCase(name: string): string {
  const first = name.indexOf(":") + 1;
  const letter = name.charAt(first);
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  return name.slice(0, first) + other + name.slice(first + 1);
}

function misprefixed(name: string, random: Random): string {
  const colon = name.indexOf(":");
  return colon < 0 ? name : misspelled(name.slice(0, colon), random) + name.slice(colon);
}

function misspelledElement([all, name = ""]: RegExpExecArray, random: Random): string {
  const local = name.slice(name.indexOf(":") + 1);
  return twice(all, name, name.slice(0, -local.length) + misspelled(local, random));
}

/** The element with another name in both tags. */
function twice(element: string, name: string, other: string): string {
  return `<${other}${element.slice(1 + name.length, -1 - name.length)}${other}>`;
}

const characters = [..."<>/\"'&=:;.-# \n\tae1{}"];

const singleCharacters: readonly Mistake[] = [
  anywhere("character deleted", (before, after) => before + after.slice(1)),
  anywhere("character inserted", (before, after, random) => before + random.pick(characters) + after),
  anywhere("character replaced", (before, after, random) => before + random.pick(characters) + after.slice(1)),
  anywhere("two characters swapped", (before, after) => before + after.charAt(1) + after.charAt(0) + after.slice(2)),
  anywhere("character doubled", (before, after) => before + after.charAt(0) + after),
];

function anywhere(name: string, change: (before: string, after: string, random: Random) => string): Mistake {
  return {
    name,
    make: (text, random) => {
      const offset = random.below(text.length - 1);
      return change(text.slice(0, offset), text.slice(offset), random);
    },
  };
}

export const mistakes: readonly Mistake[] = [...inHeadLines, ...betweenHeadAndBody, ...inXmlBody, ...singleCharacters];
