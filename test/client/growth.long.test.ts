import { checkText, placed } from "../../client/src/cli/check/checkedFile.ts";
import { type Format, githubFormat, jsonFormat } from "../../client/src/cli/check/formats.ts";
import { sarifFormat } from "../../client/src/cli/check/sarif.ts";
import { findingText, textFormat } from "../../client/src/cli/check/textFormat.ts";
import { painter } from "../../client/src/cli/colors.ts";
import { decodeFile } from "../../client/src/cli/sourceText.ts";
import { visibleOutput, withoutCommands } from "../../client/src/cli/terminalText.ts";
import { binaryValues, shownValues } from "../../client/src/core/exchange/binaryValues.ts";
import { shownOf } from "../../client/src/core/exchange/presentation.ts";
import { wireText } from "../../client/src/core/exchange/wireText.ts";
import { defaultLimits, ResponseReader } from "../../client/src/transport/framing.ts";
import { allRules, checkPresented, presentBytes } from "../../server/src/service/languageService.ts";
import { toBinary } from "../../server/src/text/base64.ts";
import { withoutNamedSecrets } from "../../server/src/text/redaction.ts";
import { redactor } from "../../server/src/text/redactor.ts";
import { envelope12, request } from "../support/findings.ts";
import { growthTests } from "../support/steps.ts";
import { latin1 } from "../support/transport/bytes.ts";
import { outgoing, response } from "./support.ts";

/*
 * Responses and files are processed in linear time, from their bytes to the output.
 */

suite("finding Base64 data in a longer body", () => {
  const grows = growthTests();
  const bodies: Readonly<Record<string, (n: number) => string>> = {
    "one value": (n) => `<a>${"A".repeat(n)}</a>`,
    "a value without an end": (n) => `<a>${"A".repeat(n)}`,
    "a value that isn't Base64 only at its end": (n) => `<a>${"A".repeat(n)}!</a>`,
    "line breaks": (n) => `<a>${"A\r\n".repeat(n)}</a>`,
    "references of line breaks": (n) => `<a>${"A&#13;\n".repeat(n)}</a>`,
    "whitespace at the end": (n) => `<a>${"A".repeat(70)}${" ".repeat(n)}</a>`,
    "short values": (n) => `<a>${"A".repeat(63)}</a>`.repeat(n / 64),
    values: (n) => `<a>${"A".repeat(64)}</a>`.repeat(n / 64),
    quotes: (n) => '"'.repeat(n),
    "a long start tag": (n) => `<a ${"b".repeat(n)}>${"A".repeat(70)}</a>`,
  };
  for (const [name, make] of Object.entries(bodies)) {
    grows(
      name,
      (n) => latin1(make(n)),
      (body) => {
        const values = binaryValues(body);
        shownValues(toBinary(body), 0, values);
        for (const value of values) value.bytes();
      },
    );
  }
});

suite("reading a longer response", () => {
  const grows = growthTests();
  const responses: Readonly<Record<string, (n: number) => string>> = {
    "tabs in the status line": (n) => `HTTP/1.1 200 ${"\t".repeat(n)}\u00a0\r\n\r\n`,
    headers: (n) => `HTTP/1.1 200 OK\r\n${"A: b\r\n".repeat(n)}\r\n`,
    "CR in a header": (n) => `HTTP/1.1 200 OK\r\nA: ${"\r".repeat(n)}b\r\n\r\n`,
    "folded lines": (n) => `HTTP/1.1 200 OK\r\nA: b\r\n${" c\r\n".repeat(n)}\r\n`,
    "leading empty lines": (n) => "\r\n".repeat(n),
    "1xx responses": (n) => "HTTP/1.1 100 Continue\r\n\r\n".repeat(n),
    "repeated Content-Length": (n) => `HTTP/1.1 200 OK\r\n${"Content-Length: 1\r\n".repeat(n)}\r\na`,
    chunks: (n) => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\na\r\n".repeat(n)}0\r\n\r\n`,
    "a chunk extension": (n) =>
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${"a".repeat(n)}\r\na\r\n0\r\n\r\n`,
    trailers: (n) => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${"A: b\r\n".repeat(n)}\r\n`,
    "a body": (n) => `HTTP/1.1 200 OK\r\n\r\n${"a".repeat(n)}`,
  };
  const limits = { ...defaultLimits, head: 1e6, fields: 1e6, informational: 1e6, body: 1e6 };
  for (const [name, make] of Object.entries(responses)) {
    grows(
      `${name}, in one piece`,
      (n) => latin1(make(n)),
      (bytes) => {
        const reader = new ResponseReader("POST", limits);
        reader.push(bytes);
        reader.end();
      },
    );
    grows(
      `${name}, byte for byte`,
      (n) => latin1(make(n)),
      (bytes) => {
        const reader = new ResponseReader("POST", limits);
        for (const byte of bytes) reader.push(Uint8Array.of(byte));
        reader.end();
      },
    );
  }
});

suite("presenting a longer response", () => {
  const grows = growthTests();
  const ok = "HTTP/1.1 200 OK\nContent-Type:";
  const responses: Readonly<Record<string, (n: number) => string>> = {
    headers: (n) => `HTTP/1.1 200 OK\n${"A: b\n".repeat(n)}\n${envelope12}`,
    "CR in a header": (n) => `HTTP/1.1 200 OK\nA: ${"\r".repeat(n)}b\n\n${envelope12}`,
    "nested elements": (n) => `${ok} text/xml\n\n${"<a>".repeat(n)}`,
    "elements and errors": (n) => `${ok} text/xml\n\n<a>${"<b>&</b>".repeat(n)}</a>`,
    JSON: (n) => `${ok} application/json\n\n${'[{"a":'.repeat(n)}`,
    "control characters": (n) => `${ok} text/plain\n\n${"\u0001\u001b[2J".repeat(n)}`,
    "spaces after a boundary": (n) => `${ok} multipart/related; boundary="b"\n\n--b${" ".repeat(n)}x\n--b--`,
    parts: (n) => `${ok} multipart/related; boundary="b"\n\n${"--b\nA: b\n\nc\n".repeat(n)}--b--`,
    "the reason of a Fault": (n) =>
      `${ok} application/soap+xml\n\n${envelope12.replace("<s:Body/>", `<s:Body><s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text>${"METHOD ".repeat(n)}</s:Text></s:Reason></s:Fault></s:Body>`)}`,
  };
  for (const [name, make] of Object.entries(responses)) {
    grows(
      name,
      (n) => response(make(n)),
      (result) => {
        const message = outgoing();
        const shown = shownOf({ message, result }, 0);
        if (!shown) return;
        const presented = presentBytes({ ...shown, format: true, leftOut: String }, []);
        const file = placed("response", presented.text, checkPresented(presented, shown.facts));
        for (const finding of file.findings)
          visibleOutput(findingText(file, finding, { paint: painter(true), columns: 80 }));
        wireText({ message, result }, "text");
        wireText({ message, result }, "hex");
        withoutCommands(visibleOutput(presented.text));
      },
    );
  }
});

suite("soaphttp check with more findings", () => {
  const grows = growthTests();
  const files: Readonly<Record<string, (n: number) => string>> = {
    "in one line": (n) => request({}, `<a>${"&".repeat(n)}</a>`),
    "in separate lines": (n) => request({}, `<a>${"&\n".repeat(n)}</a>`),
    "in one line, with wide characters": (n) => request({}, `<a>${"&漢".repeat(n)}</a>`),
    "with related locations": (n) => `POST / HTTP/1.1\n${"Host: h\n".repeat(n)}\n`,
  };
  const formats: Readonly<Record<string, () => Format>> = {
    text: () => textFormat({ paint: painter(true), columns: 80 }),
    json: jsonFormat,
    github: () => githubFormat((name) => name),
    sarif: () => sarifFormat({ version: "1", informationUri: "http://h/", rules: allRules(), helpUri: String }),
  };
  for (const [name, make] of Object.entries(files)) {
    for (const [of, format] of Object.entries(formats)) {
      grows(`${of}, ${name}`, make, (text) => {
        const decoded = decodeFile(Buffer.from(text));
        if (typeof decoded === "string") throw new Error(decoded);
        const out = format();
        const file = checkText("a.soaphttp", decoded, {});
        withoutCommands(visibleOutput(out.begin() + out.file(file) + out.end({ files: 1, unreadable: [] })));
      });
    }
  }
});

suite("redacting a longer text", () => {
  const grows = growthTests();
  const secret = "hunter2secret";
  const base64 = Buffer.from(`xx${secret}x`).toString("base64");
  const texts: Readonly<Record<string, (n: number) => string>> = {
    secrets: (n) => secret.repeat(n),
    "secrets in base64": (n) => base64.repeat(n),
    "secrets in base64, in separate lines": (n) => `${base64}\n`.repeat(n),
    "starts of tokens": (n) => "-eyJ".repeat(n),
    "dots between tokens": (n) => "eyJh.eyJh.".repeat(n),
    escapes: (n) => "&amp;%25\\u0025".repeat(n),
    "escapes of escapes": (n) => "%2525".repeat(n),
    "short words": (n) => "ab ab".repeat(n),
    whitespace: (n) => " \n".repeat(n),
  };
  for (const [name, make] of Object.entries(texts)) grows(name, make, (text) => redactor([secret, "ab"])(text));
  for (const text of ['"token":"', '"token":[', '"a":', '"token": ', '\\"token\\":\\"a\\\\', "<pin>"]) {
    grows(`names: ${text}`, (n) => text.repeat(n), withoutNamedSecrets);
  }
  grows(
    "of a secret",
    (n) => `Basic ${"ab:c".repeat(n)}`,
    (text) => redactor([text])(text),
  );
  grows(
    "of a secret in XML",
    (n) => `<a>${"b<c>".repeat(n)}`,
    (text) => redactor([text])(text),
  );
});
