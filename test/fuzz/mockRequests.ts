import type { ServedField, ServedRequest } from "../../server/src/protocol/served.ts";
import { hostileText } from "./hostile.ts";
import type { Random } from "./random.ts";

/** Texts that mean something in files of requests and responses, in HTTP and in XML. */
const parts: readonly string[] = [
  ...[
    "###",
    "### x",
    "# @when method GET",
    "@empty = x",
    "{{empty}}",
    "{{x}}",
    "{{",
    "}}",
    "{{$guid}}",
    "{{{{a}}",
    "< file",
    "<@ file",
  ],
  ...[
    "\n",
    "\r",
    "\r\n",
    "\n\n",
    "\r\n\r\n",
    "\n###\n",
    " ",
    "\t",
    "\0",
    "\u0085",
    "\u2028",
    "\ufeff",
    "é",
    "😀",
    "\ud800",
  ],
  ...[
    "HTTP/1.1 200 OK",
    "POST / HTTP/1.1",
    "Content-Length: 5",
    '"',
    "\\",
    '\\"',
    "'",
    "a=1&b=2",
    "password=x",
    "%0A",
    "%",
  ],
  ...[
    "<a>",
    "</a>",
    "<a/>",
    "<a b='c'>",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "&amp;",
    "&#10;",
    "<?xml version='1.0' encoding='utf-16'?>",
  ],
  ...['{"a":1}', '{"a":[{"b":"c\\n"}]}', "[", "--b", "--b--", "<!DOCTYPE a [<!ENTITY b 'c'>]>", "&b;"],
];

const types: readonly string[] = [
  ...[
    "text/xml; charset=utf-8",
    'application/soap+xml; charset=iso-8859-1; action="urn:a"',
    "application/json",
    "text/plain",
  ],
  ...[
    'multipart/related; boundary=b; type="text/xml"',
    "application/x-www-form-urlencoded",
    "text/xml; charset=utf-16",
    "image/png",
  ],
  ...["text/xml; charset=unknown", "", ';;;="', "text/xml; charset={{x}}"],
];

function text(random: Random): string {
  return random.some(0, 8, () => (random.chance(80) ? random.pick(parts) : hostileText(random)));
}

function envelope(random: Random): string {
  const value = () => random.some(0, 3, () => random.pick(["1", "2", "a", " ", "\n", '"', "\\", "{{x}}", "&lt;", "ü"]));
  const element = (): string => {
    const name = random.pick(["c:a", "c:b", "d", "c:password"]);
    const attribute = random.chance(20) ? ` e="${random.below(3)}"` : "";
    return `<${name}${attribute}>${random.chance(70) ? value() : random.some(0, 2, element)}</${name}>`;
  };
  const soap = random.pick(["http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"]);
  const operation = random.pick(["Add", "Sub"]);
  const content = random.chance(90) ? `<c:${operation}>${random.some(0, 4, element)}</c:${operation}>` : "";
  return `<s:Envelope xmlns:s="${soap}" xmlns:c="urn:c"><s:Body>${content}</s:Body></s:Envelope>`;
}

/** A request that a client could send, or one that no client should. */
export function randomRequest(random: Random): ServedRequest {
  const isGood = random.chance(50);
  const content = isGood ? envelope(random) : text(random);
  const bytes = random.chance(10)
    ? Uint8Array.from({ length: random.below(50) }, () => random.below(256))
    : new TextEncoder().encode(content);
  const target = `/${random.pick(["", "calc", "calc/1", "*", "%20"])}${random.chance(40) ? `?${encodeURI(text(random).replace(/[\ud800-\udfff]/g, "")).replace(/#/g, "%23")}` : ""}`;
  const fields: ServedField[] = [{ name: "Host", value: "localhost:8080" }];
  if (random.chance(90))
    fields.push({ name: "Content-Type", value: isGood ? random.pick(types.slice(0, 1)) : random.pick(types) });
  if (random.chance(50)) fields.push({ name: "X-Any", value: inHead(text(random)) });
  if (random.chance(50)) fields.push({ name: "SOAPAction", value: `"${inHead(text(random))}"` });
  const framing = random.pick(["Content-Length", "content-length", "Transfer-Encoding", ""]);
  if (framing !== "")
    fields.push({ name: framing, value: framing === "Transfer-Encoding" ? "chunked" : String(bytes.length) });
  const method = random.pick(["POST", "POST", "POST", "GET", "PUT", "HEAD", "M-SEARCH"]);
  return { method, target: random.chance(95) ? target : inHead(text(random)), fields, body: bytes };
}

/** A header value that a parser of HTTP accepts: without line breaks and NUL, and with one UTF-16 unit for each byte. */
function inHead(value: string): string {
  return String.fromCharCode(...new TextEncoder().encode(value))
    .replace(/[\0\r\n]/g, "")
    .trim();
}

const directives: readonly string[] = [
  ...["when", "otherwise", "set", "times", "data", "delay", "slow", "cut", "reset", "hang", "raw", "name", "wsdl"],
  ...[
    "operation Add",
    "//c:a",
    "= 1",
    "exists",
    "count(//*) > 2",
    "//*[",
    "$.a",
    "header X",
    "query",
    "path /calc",
    "method",
  ],
  ...[
    "variable a",
    "body contains",
    '"',
    "matches",
    "(a*)*b",
    "[",
    "a = //c:a",
    "a = {{a}}",
    "rows.csv where a =",
    "header X-Any",
  ],
  ...[
    "1",
    "2 s to",
    "100 B/s",
    "after 5 bytes",
    "{{request.body.//c:a}}",
    "{{request.query.}}",
    "{{a}}",
    "@a = {{b}}",
    "@b = {{a}}",
  ],
];

/** The text of a `.soapmock` file that is good in parts. */
export function randomFile(random: Random): string {
  const line = () => `# @${random.some(1, 4, () => `${random.pick(directives)} `)}\n`;
  const value = () => (random.chance(50) ? random.pick(directives) : text(random));
  return random.some(1, 4, () => {
    const above = random.some(0, 3, line);
    const head = random.chance(80) ? `HTTP/1.1 200 OK\nX: ${value()}\n\n` : text(random);
    return `${above}${head}${value()}\n###\n`;
  });
}
