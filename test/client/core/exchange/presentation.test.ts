import { deepEqual, equal, fail, match } from "node:assert/strict";
import { type Exchange, responseOf } from "../../../../client/src/core/exchange/exchange.ts";
import { formattingText, presentParams, unformattedText } from "../../../../client/src/core/exchange/presentation.ts";
import type { ContentCoding, SendResult } from "../../../../client/src/transport/result.ts";
import { fromBase64, toBinary } from "../../../../server/src/text/base64.ts";
import { shownBeforeFormatting, shownBytes } from "../../../../server/src/text/limits.ts";
import { failure, outgoing, received, response } from "../../support.ts";

const exchange = (result: SendResult): Exchange => ({
  id: "1",
  from: "file:///a",
  label: "a",
  message: outgoing(),
  result,
  at: 0,
});
const ask = (result: SendResult, surplus = 0) => {
  const params = presentParams(exchange(result), "soaphttp-response:/1/response/a", { format: true, surplus });
  if (params === undefined) throw new Error("nothing to present");
  return { ...params, head: toBinary(fromBase64(params.head)), body: toBinary(fromBase64(params.body)) };
};

suite("the parameters of the present request", () => {
  test("the parameters contain the received bytes, and the facts that are not in the text", () => {
    deepEqual(ask(response("HTTP/1.1 200 OK\nContent-Length: 4\n\n<a/>"), 7), {
      uri: "soaphttp-response:/1/response/a",
      head: "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n",
      body: "<a/>",
      format: true,
      facts: {
        request: { method: "POST", soapVersion: "1.2", contract: undefined, errors: [] },
        framing: "content-length",
        bodyBytes: 4,
        declaredBytes: 4,
        surplusBytes: 7,
        truncated: false,
        contentCoding: undefined,
        leftOut: 0,
        headersComplete: true,
      },
    });
  });

  test("the parameters contain a reconstructed header section for fetch, and mark hidden facts as unknown", () => {
    const hidden = { head: new Uint8Array(), rawBody: undefined, framing: "hidden" } as const;
    const { head, facts } = ask(
      response("HTTP/1.1 200 OK\nContent-Type: text/xml\n\n<a/>", {
        ...hidden,
        known: { hidden: ["unexposedFields", "framing"] },
      }),
    );
    equal(head, "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n");
    equal(facts.framing, "unknown");
    equal(facts.bodyBytes, undefined);
    equal(facts.headersComplete, false);
  });

  test("the parameters contain 5 MB of a body, and the number of the bytes that are left out", () => {
    const { body, facts } = ask(response("HTTP/1.1 200 OK\n\n", { body: new Uint8Array(5 * 1024 * 1024 + 1) }));
    equal(body.length, 5 * 1024 * 1024);
    equal(facts.leftOut, 1);
  });

  test("the parameters contain no header section for HTTP/0.9", () => {
    const result = response("\n\n", { framing: "http09", head: new Uint8Array(), statusLine: "", fields: [] });
    equal(ask(result).head, "");
  });

  test("the parameters contain at most 5 MB of the body, and how much is left out", () => {
    const { body, facts } = ask(response("HTTP/1.1 200 OK\n\n", { body: new Uint8Array(shownBytes + 11) }));
    equal(body.length, shownBytes);
    equal(facts.leftOut, 11);
  });

  test("the parameters contain the received part of an incomplete response", () => {
    const partial = received("HTTP/1.1 200 OK\nContent-Length: x\n\n<a", { truncated: true });
    const { body, facts } = ask(
      failure({ kind: "truncated", stage: "body", how: "closed", expected: 4, got: 2 }, { partial }),
    );
    equal(body, "<a");
    equal(facts.truncated, true);
    equal(facts.declaredBytes, undefined);
  });

  test("the parameters contain the outcome of content decoding", () => {
    const codingOf = (content: ContentCoding) =>
      ask(response("HTTP/1.1 200 OK\n\n<a/>", { content })).facts.contentCoding;
    const codings = ["br", "gzip"];
    deepEqual(codingOf({ kind: "decoded", codings, trailing: 3 }), {
      coding: "br, gzip",
      outcome: "complete",
      decoded: true,
      trailingBytes: 3,
    });
    const broken = { kind: "broken", codings, coding: "gzip", how: "cut", detail: "unexpected end of file" } as const;
    deepEqual(codingOf({ ...broken, decodedBytes: 4 }), {
      coding: "gzip",
      outcome: "cut",
      decoded: true,
      trailingBytes: 0,
    });
    equal(codingOf({ ...broken, decodedBytes: 0 })?.decoded, false);
    equal(codingOf({ kind: "unsupported", codings, coding: "br", why: "unknown" })?.outcome, "unknown");
    equal(codingOf({ kind: "unsupported", codings, coding: "br", why: "runtime" })?.outcome, "no-decoder");
  });

  test("the parameters are undefined without a response", () => {
    const nothing = exchange(failure({ kind: "refused", addresses: [] }));
    equal(presentParams(nothing, "x:/y", { format: true, surplus: 0 }), undefined);
  });
});

suite("a response as plain text, without the server", () => {
  const large = (body: Uint8Array) => responseOf(response("HTTP/1.1 200 OK\n\n", { body })) ?? fail("no response");

  test("the text is decoded with the charset of Content-Type", () => {
    const latin = response('HTTP/1.1 200 OK\nContent-Type: text/xml; charset="iso-8859-1"\n\n', {
      body: Uint8Array.of(0xe9),
    });
    equal(unformattedText(latin), 'HTTP/1.1 200 OK\nContent-Type: text/xml; charset="iso-8859-1"\n\n\u00e9');
  });

  test("the text replaces only invalid bytes if the charset is unknown", () => {
    const odd = response("HTTP/1.1 200 OK\nContent-Type: text/xml; charset=klingon\n\n", {
      body: Uint8Array.of(0x3c, 0xff, 0x3e),
    });
    match(unformattedText(odd), /\n\n<\ufffd>$/);
  });

  test("the beginning of a body is shown until it is formatted, up to the last whole character", () => {
    const body = new TextEncoder().encode(`<a>${"\u00e9".repeat(shownBeforeFormatting)}</a>`);
    const shown = "\u00e9".repeat((shownBeforeFormatting - 4) / 2);
    equal(formattingText(large(body)), `HTTP/1.1 200 OK\n\n<a>${shown}\n\u2026 Formatting 32 KB\u2026\n`);
  });

  test("nothing of binary data is shown until it is formatted", () => {
    equal(formattingText(large(new Uint8Array(2048))), "HTTP/1.1 200 OK\n\n\u2026 Formatting 2.0 KB\u2026\n");
  });

  test("the text says how much it leaves out", () => {
    match(
      unformattedText(response("HTTP/1.1 200 OK\n\n", { body: new Uint8Array(shownBytes + 2048).fill(0x61) })),
      /a\n… 2\.0 KB more/,
    );
  });
});
