import { deepEqual, doesNotMatch, match, ok } from "node:assert/strict";
import { wireText } from "../../../../client/src/core/exchange/wireText.ts";
import { toBase64 } from "../../../../server/src/text/base64.ts";
import { shownAtEachEnd } from "../../../../server/src/text/limits.ts";
import { facts, failure, outgoing, response } from "../../support.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const sent = "POST /calc HTTP/1.1\r\nHost: localhost:8000\r\n\r\n<a/>";
const answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const wire = { sent: bytes(sent), received: bytes(answer) };
const message = outgoing();

suite("the wire view", () => {
  test("the wire view shows both directions as text, with their sizes", () => {
    const text = wireText({ message, result: response("HTTP/1.1 200 OK\n\nok", { wire }) }, "text");
    match(text, /^POST http:\/\/localhost:8000\/calc\n/);
    match(text, /^Sent: 49 bytes\n000000 {2}POST \/calc HTTP\/1\.1‹CR LF›\n000015 {2}Host: localhost:8000‹CR LF›\n/m);
    match(text, /^Received: 40 bytes\n000000 {2}HTTP\/1\.1 200 OK‹CR LF›\n/m);
    match(text, /^000026 {2}ok\n$/m);
  });

  test("the wire view shows an encrypted request also as it was before, above what was sent", () => {
    const plain = outgoing({ bodyBeforeEncryption: toBase64(bytes("<a>hidden</a>")) });
    const text = wireText({ message: plain, result: response("HTTP/1.1 200 OK\n\nok", { wire }) }, "text");
    match(text, /^Request body before the encryption: 13 bytes\n000000 {2}<a>hidden<\/a>\n\nSent: 49 bytes\n/m);
  });

  test("the wire view shows both directions as hex", () => {
    const text = wireText({ message, result: response("HTTP/1.1 200 OK\n\nok", { wire }) }, "hex");
    match(text, /^Sent: 49 bytes\n000000 {2}50 4f 53 54 20 .* {2}POST \/calc HTTP\/\n/m);
    doesNotMatch(text, /‹CR›/);
  });

  test("the wire view lists the differences from the editor's text", () => {
    const plain = wireText({ message, result: response("HTTP/1.1 200 OK\n\n", { wire }) }, "text");
    match(plain, /^The request was sent exactly as in the editor, with CR/m);
    const changed = wireText(
      {
        message: outgoing({ changes: ["Variables are replaced by their values."] }),
        result: response("HTTP/1.1 200 OK\n\n", {
          wire,
          changes: [{ kind: "added", name: "Proxy-Authorization", sent: "Basic abc", secret: true }],
        }),
      },
      "text",
    );
    match(changed, /differs .*:\n- Variables are replaced by their values\.\n- Proxy-Authorization was added\n/);
  });

  test("the wire view shows the sent and received bytes of a failure", () => {
    const text = wireText(
      {
        message,
        result: failure(
          { kind: "reset", stage: "response", how: "closed", code: undefined },
          {
            wire: { sent: bytes(sent), received: new Uint8Array() },
          },
        ),
      },
      "text",
    );
    match(text, /^Sent: 49 bytes$/m);
    match(text, /^Received: 0 bytes\n$/m);
  });

  test("the wire view says how much was not sent because the response was early", () => {
    const text = wireText(
      { message, result: response("HTTP/1.1 413 X\n\n", { wire: { ...wire, unsent: 7 } }) },
      "text",
    );
    match(
      text,
      /differs .*:\n- The last 7 bytes of the request \(56 bytes\) were not\n {2}sent, because the exchange ended first\.\n/,
    );
  });

  test("the wire view shows what would have been sent when nothing was sent", () => {
    const unsent = outgoing({ body: toBase64(bytes("<a/>")) });
    const result = failure(
      { kind: "refused", addresses: [] },
      { wire: { sent: new Uint8Array(), received: new Uint8Array() } },
    );
    const text = wireText({ message: unsent, result }, "text");
    match(text, /^Nothing was sent\.\n\n/m);
    match(text, /^Would have been sent: 49 bytes\n000000 {2}POST \/calc HTTP\/1\.1‹CR LF›$/m);
    match(text, /^00002d {2}<a\/>\n$/m);
    const blocked = wireText({ message: unsent, result: failure({ kind: "mixed-content", host: "h" }) }, "text");
    match(blocked, /^Nothing was sent\.$/m);
  });

  test("the wire view shows followed redirects first", () => {
    const hop = response("HTTP/1.1 307 Temporary Redirect\nLocation: /b\n\n");
    const result = response("HTTP/1.1 200 OK\n\nok", {
      wire,
      redirects: [{ url: "http://localhost:8000/a", method: "POST", status: 307, location: "/b", message: hop, wire }],
    });
    const titles = wireText({ message, result }, "text").match(/^\S.*: \d+ bytes$/gm);
    deepEqual(titles, [
      "Sent to http://localhost:8000/a: 49 bytes",
      "Received: a redirect (307): 40 bytes",
      "Sent: 49 bytes",
      "Received: 40 bytes",
    ]);
  });

  test("the wire view shows the first and the last 64 KB of long messages, with offsets", () => {
    const large = new Uint8Array(3 * shownAtEachEnd).fill(0x61);
    const text = wireText(
      { message, result: response("HTTP/1.1 200 OK\n\n", { wire: { ...wire, received: large } }) },
      "hex",
    );
    match(text, /^… 65536 bytes omitted/m);
    match(text, /^00fff0 .*\n…[^\n]*\n020000 {2}61/m);
    match(text, /^02fff0 {2}61[^\n]*\n$/m);
  });

  test("the wire view marks bytes after the response", () => {
    const surplus = bytes("HTTP/1.1 400");
    const late = wireText({ message, result: response("HTTP/1.1 200 OK\n\nok", { wire }) }, "text", surplus);
    match(late, /^Received after the response: 12 bytes\n000000 {2}HTTP\/1\.1 400$/m);
    const within = { ...wire, received: bytes(`${answer}HTTP/1.1 400`) };
    const known = wireText({ message, result: response("HTTP/1.1 200 OK\n\nok", { wire: within }) }, "text", surplus);
    match(known, /^Of these, after the complete response: 12 bytes$/m);
  });

  test("the wire view in a browser shows what was passed to it, the exact body and the visible response", () => {
    const text = wireText(
      {
        message: outgoing({ body: toBase64(bytes("<ü/>")) }),
        result: response("HTTP/1.1 200 OK\nContent-Type: text/xml\n\n<b/>", {
          changes: [{ kind: "replaced", name: "Host", typed: "a", sent: "localhost:8000" }],
          known: { hidden: ["wire"] },
        }),
      },
      "text",
    );
    ok(facts.wire === undefined);
    match(text, /^- Host: a was sent as localhost:8000$/m);
    match(text, /^Passed to the browser, .*\n000000 {2}POST \/calc HTTP\/1\.1‹CR LF›$/m);
    match(text, /^Request body, byte for byte: 5 bytes\n000000 {2}<ü‹c3 bc›\/>$/m);
    match(text, /^Body of the response, .*: 4 bytes\n000000 {2}<b\/>$/m);
  });
});
