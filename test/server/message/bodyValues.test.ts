import assert from "node:assert/strict";
import { request } from "../../support/findings.ts";
import { bodyText, sentAround } from "../../support/resolver.ts";

const value = `@v = a&b<"c">\n`;

function sent(type: string, body: string): string {
  const text = value + request({ "Content-Type": type, "Content-Length": "{{$contentLength}}" }, body);
  const { outgoing, errors } = sentAround(text, {});
  assert.match(outgoing.head, new RegExp(`Content-Length: ${outgoing.body.length}\r\n`));
  assert.ok(!errors.includes("content-length-mismatch"));
  return bodyText(outgoing);
}

suite("values in bodies", () => {
  test("a form, JSON and text contain values as they are", () => {
    for (const type of [
      "application/x-www-form-urlencoded",
      "application/json",
      "application/vnd.x+json",
      "text/plain",
    ])
      assert.equal(sent(type, "x={{v}}"), `x=a&b<"c">`);
    assert.equal(sent("application/json", `{"x":"<a>{{v}}</a>"}`), `{"x":"<a>a&b<"c"></a>"}`);
    assert.equal(sent("text/plain", "<a>{{v}}</a>"), `<a>a&b<"c"></a>`);
  });

  test("XML contains escaped values: by its media type, as an envelope, and as markup without a media type", () => {
    const escaped = `<a b="a&amp;b&lt;&quot;c&quot;&gt;">a&amp;b&lt;"c"&gt;</a>`;
    const typed = `<a b="{{v}}">{{v}}</a>`;
    for (const type of ["text/xml", "application/soap+xml; charset=utf-8", "application/xml"])
      assert.equal(sent(type, typed), escaped);
    assert.equal(sent("text/plain", `<Envelope>{{v}}</Envelope>`), `<Envelope>a&amp;b&lt;"c"&gt;</Envelope>`);
  });

  test("each part of a multipart body is read by its own Content-Type", () => {
    const part = (type: string, body: string) => `--b\nContent-Type: ${type}\n\n${body}\n`;
    const markup = `<a b="{{v}}"/>`;
    const body = `${part("text/xml", markup)}${part("application/json", "{{v}}")}${part("text/xml", markup)}--b--`;
    const escaped = `<a b="a&amp;b&lt;&quot;c&quot;&gt;"/>`;
    assert.equal(
      sent('multipart/related; boundary=b; type="text/xml"', body),
      `${part("text/xml", escaped)}${part("application/json", `a&b<"c">`)}${part("text/xml", escaped)}--b--`,
    );
  });
});
