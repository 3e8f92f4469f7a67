// The requests that are sent to every stack. Each is written to a .soaphttp file. The expected bytes are created here,
// independently of the product.

const soap11 = "http://schemas.xmlsoap.org/soap/envelope/";

/** Returns an envelope of several lines with multi-byte characters. */
function envelope(operation, b, prefix) {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<soap:Envelope xmlns:soap="${soap11}">`,
    "  <!-- naïve ☃ -->",
    `  <soap:Body><c:${operation} xmlns:c="urn:calc"><${prefix}a>17</${prefix}a><${prefix}b>${b}</${prefix}b></c:${operation}></soap:Body>`,
    "</soap:Envelope>",
  ].join("\n");
}

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
function packaged(add) {
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
function chunked(add) {
  const chunk = (text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
  const body = `${chunk(add.slice(0, 80))}${chunk(add.slice(80))}${chunk("")} `;
  return { head: head("Add", 0, { framing: ["Transfer-Encoding: chunked"] }), body };
}

/** The number of bytes by which a wrong Content-Length differs. */
export const off = 10;

/**
 * Returns the requests by name. `title`: for the table. `head`: its lines, which the file ends with CRLF or LF (`crlf`).
 * HOST: host and port.
 * @param {{ prefix?: string, without?: readonly string[] }} [stack]
 */
export function casesFor({ prefix = "", without = [] } = {}) {
  const add = envelope("Add", 25, prefix);
  const divide = envelope("Divide", 0, prefix);
  const all = {
    good: { title: "good, LF", ...post(add) },
    crlf: { title: "good, CRLF", crlf: true, ...post(add.replaceAll("\n", "\r\n")) },
    fault: { title: "fault", ...post(divide, { operation: "Divide" }) },
    tooLong: { title: `Content-Length ${off} too large`, ...post(add, { off }) },
    tooShort: { title: `Content-Length ${off} too small`, ...post(add, { off: -off }) },
    untyped: { title: "no Content-Type", ...post(add, { type: "" }) },
    get: { title: "GET", head: ["GET / HTTP/1.1", "Host: HOST"], body: "" },
    gzip: { title: "Accept-Encoding: gzip, deflate", ...post(add, { more: ["Accept-Encoding: gzip, deflate"] }) },
    chunked: { title: "chunked, a space after the last chunk", crlf: true, ...chunked(add) },
    expect: { title: "Expect: 100-continue", ...post(add, { more: ["Expect: 100-continue"] }) },
    mtom: { title: "MTOM", crlf: true, ...packaged(add) },
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)));
}

export const cases = casesFor();

export function fileOf({ head, body, crlf }, host) {
  const end = crlf ? "\r\n" : "\n";
  return `${head.join(end).replace("HOST", host)}${end}${end}${body}`;
}

/** Returns the expected bytes: the header section with CRLF (RFC 9112 section 2.2), and the body unchanged. */
export function bytesOf({ head, body }, host) {
  return Buffer.from(`${head.join("\r\n").replace("HOST", host)}\r\n\r\n${body}`);
}
