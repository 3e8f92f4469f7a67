import assert from "node:assert/strict";
import { changeTargetForm } from "../../../../server/src/features/transform/targetForm.ts";
import { envelope12, expectClean, request } from "../../../support/findings.ts";
import { lastSent } from "../../../support/outgoing.ts";
import { offeredAt, transformed } from "./transforming.ts";

const toUrl = (source: string) => transformed(changeTargetForm, source, "Change the target to a URL");
const toPath = (source: string) => transformed(changeTargetForm, source, "Change the target to a path");

/** Scheme, host, port and target of the last request in the document. */
function destination(text: string): string {
  const { address, target } = lastSent(text);
  return `${address.scheme} ${address.host} ${address.port} ${target}`;
}

const post = (target: string, host?: string) => request({ Host: host }, envelope12, `POST ${target} HTTP/1.1`);

suite("a target as a path and as a URL", () => {
  test("the conversion converts a path to a URL with scheme and host, and back", () => {
    for (const [path, url] of [
      [post("/s?x=1", "h:81"), post("http://h:81/s?x=1", "h:81")],
      [post("/s", "h:8443"), post("https://h:8443/s", "h:8443")],
      [post("/", "[::1]:8000"), post("http://[::1]:8000/", "[::1]:8000")],
    ] as const) {
      assert.equal(toUrl(path), url);
      assert.equal(toPath(url), path);
      expectClean(path);
      expectClean(url);
      assert.equal(destination(path), destination(url));
    }
  });

  test("the conversion adds @scheme if the port of a path doesn't imply it", () => {
    const url = post("https://h/s", "h");
    assert.equal(toPath(url), `# @scheme https\n${post("/s", "h")}`);
    assert.equal(destination(toPath(url)), destination(url));
    assert.equal(toPath(post("http://h:443/s", "h:443")), `# @scheme http\n${post("/s", "h:443")}`);
    assert.equal(toPath(`|# @name a\n${url}`), `# @name a\n# @scheme https\n${post("/s", "h")}`);
    assert.equal(toPath(`|# @scheme http\n${url}`), `# @scheme https\n${post("/s", "h")}`);
    assert.equal(toUrl(`|# @scheme https\n${post("/s", "h")}`), `# @scheme https\n${url}`);
  });

  test("the conversion replaces Host by the host of the URL", () => {
    assert.equal(toPath(post("http://h:81/s", "other")), post("/s", "h:81"));
    assert.equal(toPath(post("http://h/s")), post("/s", "h"));
    assert.equal(toPath(post("http://H:80/s", "h")), post("/s", "h"));
  });

  test("the conversion uses / for a URL without a path", () => {
    assert.equal(toPath(post("http://h", "h")), post("/", "h"));
    assert.equal(toPath(post("http://h?x", "h")), post("/?x", "h"));
  });

  test("the conversion keeps variables if possible", () => {
    const file = (request: string) => `@base = http://h:81\n@deep = http://h:81/root\n@host = h:81\n### a\n|${request}`;
    const after = (request: string) => file(request).replace("|", "");
    assert.equal(toPath(file(post("{{base}}/s", "{{host}}"))), after(post("/s", "{{host}}")));
    assert.equal(toPath(file(post("http://{{host}}/s"))), after(post("/s", "h:81")));
    assert.equal(toPath(file(post("{{deep}}/s", "h:81"))), after(post("/root/s", "h:81")));
    assert.equal(toUrl(file(post("/s", "{{host}}"))), after(post("http://{{host}}/s", "{{host}}")));
  });

  test("the conversion isn't offered if the address is unknown or contains a password", () => {
    for (const text of [post("/s"), post("/s", "a b"), post("http://u:p@h/s", "h"), post("{{x}}/s", "h")]) {
      assert.deepEqual(offeredAt(changeTargetForm, text), []);
    }
  });
});
