// The requests that are sent to every stack. Each is written to a .soaphttp file. The expected bytes are created here,
// independently of the product.

const soap11 = "http://schemas.xmlsoap.org/soap/envelope/";

/** Returns an envelope of several lines with multi-byte characters. */
function envelope(operation, b) {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<soap:Envelope xmlns:soap="${soap11}">`,
    "  <!-- naïve ☃ -->",
    `  <soap:Body><c:${operation} xmlns:c="urn:calc"><a>17</a><b>${b}</b></c:${operation}></soap:Body>`,
    "</soap:Envelope>",
  ].join("\n");
}

const add = envelope("Add", 25);
const divide = envelope("Divide", 0);
const xml = "text/xml; charset=utf-8";

function head(operation, length, { type = xml, more = [], framing = [`Content-Length: ${length}`] } = {}) {
  return [
    "POST / HTTP/1.1",
    "Host: HOST",
    ...(type === "" ? [] : [`Content-Type: ${type}`]),
    `SOAPAction: "urn:calc#${operation}"`,
    ...more,
    ...framing,
  ];
}

function post(body, { operation = "Add", off = 0, ...others } = {}) {
  return { head: head(operation, Buffer.byteLength(body) + off, others), body };
}

/** Returns an XOP (MTOM) package: the envelope as the root part, and another part. */
function packaged() {
  const part = (...lines) => ["--part", ...lines].join("\r\n");
  const root = part(
    'Content-Type: application/xop+xml; charset=utf-8; type="text/xml"',
    "Content-Transfer-Encoding: 8bit",
    "Content-ID: <root@calc>",
    "",
    add,
  );
  const note = part(
    "Content-Type: text/plain",
    "Content-Transfer-Encoding: binary",
    "Content-ID: <note@calc>",
    "",
    "note",
  );
  const type =
    'multipart/related; type="application/xop+xml"; start="<root@calc>"; start-info="text/xml"; boundary=part';
  return post(`${root}\r\n${note}\r\n--part--`, { type });
}

/**
 * The last chunk ends with two line breaks. A space after them, which arrives after the message, keeps them: line breaks
 * at the end of a body in a file are not sent.
 */
function chunked() {
  const chunk = (text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
  const body = `${chunk(add.slice(0, 80))}${chunk(add.slice(80))}${chunk("")} `;
  return { head: head("Add", 0, { framing: ["Transfer-Encoding: chunked"] }), body };
}

/** By how many bytes a wrong Content-Length differs. */
export const off = 10;

/** `title`: for the table. `head`: its lines, which the file ends with CRLF or LF (`crlf`). HOST: host and port. */
export const cases = {
  good: { title: "good, LF", ...post(add) },
  crlf: { title: "good, CRLF", crlf: true, ...post(add.replaceAll("\n", "\r\n")) },
  fault: { title: "fault", ...post(divide, { operation: "Divide" }) },
  tooLong: { title: `Content-Length ${off} too large`, ...post(add, { off }) },
  tooShort: { title: `Content-Length ${off} too small`, ...post(add, { off: -off }) },
  untyped: { title: "no Content-Type", ...post(add, { type: "" }) },
  get: { title: "GET", head: ["GET / HTTP/1.1", "Host: HOST"], body: "" },
  gzip: { title: "Accept-Encoding: gzip, deflate", ...post(add, { more: ["Accept-Encoding: gzip, deflate"] }) },
  chunked: { title: "chunked, a space after the last chunk", crlf: true, ...chunked() },
  expect: { title: "Expect: 100-continue", ...post(add, { more: ["Expect: 100-continue"] }) },
  mtom: { title: "MTOM", crlf: true, ...packaged() },
};

/** Returns the text of the .soaphttp file. */
export function fileOf({ head, body, crlf }, host) {
  const end = crlf ? "\r\n" : "\n";
  return `${head.join(end).replace("HOST", host)}${end}${end}${body}`;
}

/** Returns the expected bytes: the header section with CRLF (RFC 9112 section 2.2), and the body unchanged. */
export function bytesOf({ head, body }, host) {
  return Buffer.from(`${head.join("\r\n").replace("HOST", host)}\r\n\r\n${body}`);
}
