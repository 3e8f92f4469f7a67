import assert from "node:assert/strict";
import { withValues } from "../../../server/src/service/agents/operations.ts";

const head = "### a\nPOST / HTTP/1.1\nHost: h\nContent-Type: text/xml; charset=utf-8\n\n";
const envelope = (content: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>\n`;

/** The content of the Body after values were set. */
function set(content: string, values: Readonly<Record<string, string>>): string | readonly string[] {
  const written = withValues(head + envelope(content), values);
  if (written.kind === "unknown") return written.known;
  if (written.kind !== "request") return "why" in written ? written.why : "";
  return /<s:Body>([\s\S]*)<\/s:Body>/.exec(written.text)?.[1] ?? "";
}

suite("values of a request by path", () => {
  test("paths set elements and attributes, by local names", () => {
    assert.equal(
      set('<p:a xmlns:p="u" id="1"><p:b x="2">3</p:b><c /></p:a>', { "@id": "I", "b/@x": "X", b: "B", c: "C" }),
      '<p:a xmlns:p="u" id="I"><p:b x="X">B</p:b><c>C</c></p:a>',
    );
  });

  test("paths count elements of the same name from 1", () => {
    const items = "<a><item><n>1</n></item><item><n>2</n></item></a>";
    assert.equal(
      set(items, { "item[2]/n": "two", "item[1]/n": "one" }),
      "<a><item><n>one</n></item><item><n>two</n></item></a>",
    );
    assert.deepEqual(set(items, { "item[3]/n": "three" }), ["item/n", "item[2]/n"]);
  });

  test("a path sets the operation's element itself if it has a value", () =>
    assert.equal(set("<a>1</a>", { ".": "2" }), "<a>2</a>"));

  test("paths know the parts of a Body with several elements", () => {
    assert.equal(set("<a>1</a><b>2</b>", { b: "3" }), "<a>1</a><b>3</b>");
  });

  test("paths don't set elements with child elements, namespaces, or what isn't there", () => {
    for (const path of ["b", "@xmlns", "@xmlns:p", "b/c/d", "..", "/s:Envelope", "__proto__", "constructor", ""]) {
      assert.deepEqual(set('<a xmlns="u"><b><c>1</c></b></a>', { [path]: "x" }), ["b/c"], path);
    }
  });

  test("values never end an element, a value, or the request", () => {
    const value = "]]></b><!-- \" ' &amp; < \r\n### next\nGET / HTTP/1.1";
    const written = withValues(head + envelope('<a x="1"><b>1</b></a>'), { b: value, "@x": value });
    assert.ok(written.kind === "request");
    assert.doesNotMatch(written.text.slice(1), /^###|^GET|<!--|<\/b>.*<\/b>/m);
    assert.match(written.text, /x="\]\]>&lt;\/b>&lt;!-- &quot; ' &amp;amp; &lt; &#13;&#10;### next&#10;GET/);
  });

  test("values must be characters of XML", () => {
    assert.match(String(set("<a><b>1</b></a>", { b: "\ud800" })), /U\+D800, which XML doesn't allow/);
    assert.equal(set("<a><b>1</b></a>", { b: "\u{1F600} {{$guid}}" }), "<a><b>\u{1F600} {{$guid}}</b></a>");
  });

  test("a request without XML has no known paths", () => {
    const written = withValues("### a\nGET /x?a=1 HTTP/1.1\nHost: h\n", { a: "1" });
    assert.deepEqual(written, { kind: "unknown", path: "a", known: [] });
  });
});
