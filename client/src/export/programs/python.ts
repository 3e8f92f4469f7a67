import { pythonText } from "../locust/pythonRequest.ts";
import { type BodyPiece, linesOf, type ProgramLanguage } from "./syntax.ts";

const functions: ProgramLanguage["functions"] = {
  secret: `def secret(name):
    if name not in os.environ:
        sys.exit(f"The environment variable {name} is not set.")
    return os.environ[name]
`,
  base64: `def encoded(text):
    return base64.b64encode(text.encode()).decode()
`,
  digest: `def password_digest(nonce, text):
    return base64.b64encode(hashlib.sha1(base64.b64decode(nonce) + text.encode()).digest()).decode()
`,
  xmlText: `def xml_text(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\\r", "&#13;")
`,
  xmlAttribute: `def xml_attribute(text):
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return text.replace("'", "&apos;").replace("\\t", "&#9;").replace("\\n", "&#10;").replace("\\r", "&#13;")
`,
};

const names = {
  secret: "secret",
  base64: "encoded",
  digest: "password_digest",
  xmlText: "xml_text",
  xmlAttribute: "xml_attribute",
} as const;

/** The first line declares the encoding; otherwise, a comment could. */
export const python: ProgramLanguage = {
  name: "Python",
  file: "request.py",
  about: [
    "Run it with: python3 request.py",
    "Needs Python 3.8 or newer. http.client sends the bytes as in the request.",
  ],
  literal: pythonText,
  call: (helper, given) => `${names[helper]}(${given.join(", ")})`,
  length: "str(len(body))",
  canSend: () => true,
  targets: /[!-~]/,
  keepsChunks: true,
  functions,
  write: ({ comments, scheme, host, port, method, target, fields, body, timeout, uses, functions: used }) => {
    const isCoded = uses("base64") || uses("digest") || body.some(({ encoding }) => encoding === "base64");
    const modules = [
      ...(isCoded ? ["base64"] : []),
      ...(uses("digest") ? ["hashlib"] : []),
      "http.client",
      ...(uses("secret") ? ["os"] : []),
      "sys",
    ];
    const client = scheme === "https" ? "HTTPSConnection" : "HTTPConnection";
    return `# -*- coding: utf-8 -*-
${linesOf("# ", comments)}
${linesOf("import ", modules)}
${linesOf("\n", used)}
body = b"".join([
${linesOf(
  "    ",
  body.map((piece) => `${bytesText(piece)},`),
)}])
connection = http.client.${client}(${host}, ${port}, timeout=${timeout})
connection.putrequest(${method}, ${target}, skip_host=True, skip_accept_encoding=True)
${linesOf(
  "",
  fields.map(({ name, value }) => `connection.putheader(${name}, ${valueText(value)})`),
)}connection.endheaders(body)
response = connection.getresponse()
print("HTTP", response.status, response.reason, file=sys.stderr)
sys.stdout.buffer.write(response.read())
`;
  },
};

/** Returns the value of a header. http.client encodes a text in Latin-1. */
function valueText(value: string): string {
  return /^"(?:[^"\\]|\\["\\])*"$/.test(value) ? value : `(${value}).encode()`;
}

function bytesText({ encoding, expression }: BodyPiece): string {
  if (encoding === "base64") return `base64.b64decode(${expression})`;
  if (/^"(?:[^"\\]|\\["\\nrt])*"$/.test(expression)) return `b${expression}`;
  return `(${expression}).encode(${encoding === "latin1" ? '"latin-1"' : ""})`;
}
