import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { fetchArguments } from "../../../client/src/transport/browser/fetchRequest.ts";
import { analyze, diagnose } from "../../../server/src/service/languageService.ts";
import { planFor } from "../../client/export/planned.ts";
import { codesOf, expectClean, expectFix, expectRule, findingsIn, request } from "../../support/findings.ts";
import { sentAround } from "../../support/resolver.ts";

suite("# @chunked", () => {
  const chunked = { "Content-Length": undefined, "Transfer-Encoding": "chunked" };
  const text = (headers: Readonly<Record<string, string | undefined>>, size = "4", body?: string) =>
    `# @chunked ${size}\n${request(headers, body)}`;
  const sent = (source: string) => {
    const { outgoing } = sentAround(source, {});
    return { ...outgoing, bytes: Buffer.from(outgoing.body).toString("latin1") };
  };

  test("the body is sent in chunks of the size once it has its values, and the difference is named", () => {
    const { bytes, changes, fields } = sent(`@x = é\n${text(chunked, "4 B", "<a>{{x}}</a>\n\n")}`);
    assert.equal(bytes, "4\r\n<a>\xc3\r\n4\r\n\xa9</a\r\n1\r\n>\r\n0\r\n\r\n");
    assert.ok(changes.includes("The body is sent in chunks of 4 bytes."), changes.join());
    assert.equal(fields.at(-1)?.value, "chunked");
    const sizes = [...sent(text(chunked, "1 KB", "z".repeat(3000))).bytes.matchAll(/^([0-9a-f]+)\r$/gm)];
    assert.deepEqual(
      sizes.map(([, size]) => size),
      ["400", "400", "3b8", "0"],
    );
  });

  test("a compressed body is sent in chunks, one that is typed in chunks as typed, and none without a body", () => {
    const { body } = sent(`# @compress gzip\n${text({ ...chunked, "Content-Encoding": "gzip" }, "64 MB", "<a/>")}`);
    const head = Buffer.from(body).indexOf("\r\n") + 2;
    assert.equal(gunzipSync(body.subarray(head, body.length - "\r\n0\r\n\r\n".length)).toString(), "<a/>");
    assert.match(sent(text(chunked, "1", "4\r\n<a/>\r\n0\r\n\r\n")).bytes, /^4\r\n<a\/>/);
    assert.equal(sent("# @chunked 4\nGET http://h/ HTTP/1.1\nHost: h\n").bytes, "");
  });

  test("a secret that is divided among chunks is removed as a whole", () => {
    const source = text(chunked, "2", "<a>{{$secret s}}</a>");
    const { outgoing, secrets } = sentAround(source, {}, { secret: () => "hunter2" });
    const bytes = Buffer.from(outgoing.body).toString("latin1");
    assert.ok(secrets.includes(bytes), secrets.join());
  });

  test("Transfer-Encoding: chunked must be typed, without Content-Length", () => {
    expectClean(text(chunked));
    const [missing] = expectRule(
      "transfer-encoding",
      text({ "Content-Length": undefined }).replace("# @chunked 4", "# «@chunked 4»"),
    );
    assert.equal(missing?.message, "The body is sent in chunks, but Transfer-Encoding: chunked is missing.");
    expectFix(
      "transfer-encoding",
      text({ ...chunked, "Transfer-Encoding": "gzip" }),
      "Change to chunked",
      text(chunked),
    );
    const both = text({ "Transfer-Encoding": "chunked" });
    const findings = findingsIn(both).filter(({ code }) => code === "transfer-encoding");
    assert.deepEqual(
      findings.map(({ at }) => both.slice(at.start, at.end)),
      ["Content-Length"],
    );
    expectFix("transfer-encoding", both, "Remove Content-Length", text(chunked));
  });

  test("an invalid size is reported", () => {
    for (const size of ["0", "8 kilobytes", "65 MB", "-1"]) expectRule("directive-value", text({}, `«${size}»`));
  });

  test("a browser says before and when sending that it can't send chunks", () => {
    const source = text(chunked).replace("POST /s", "POST https://h/s");
    const { address, ...message } = sentAround(source, {}).outgoing;
    const refused = fetchArguments({ ...message, ...address }, "never");
    assert.deepEqual(
      [refused.kind, "detail" in refused && refused.detail?.slice(0, 27)],
      ["unsendable", "A browser frames the body i"],
    );
    const errors = diagnose(analyze(source, { transport: "browser", rules: {} })).filter(
      ({ severity }) => severity === "error",
    );
    assert.deepEqual(codesOf(errors), ["header-not-sendable"]);
  });

  test("exports leave the request out, and name it", () => {
    const { losses } = planFor(text(chunked));
    assert.match(losses.map((one) => one.text).join(), /can't send a body in chunks \(# @chunked\)/);
  });
});
