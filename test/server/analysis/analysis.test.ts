import assert from "node:assert/strict";
import {
  type Analysis,
  analyze,
  analyzeAgain,
  diagnose,
  messageOf,
} from "../../../server/src/service/languageService.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { described } from "../../fuzz/edits.ts";
import { messagesOf } from "../../support/findings.ts";

const body = `<a>${"<b>1</b>".repeat(20)}<c>1</c></a>`;
const text = `POST /1 HTTP/1.1\n\n${body}\n###\nPOST /2 HTTP/1.1\n\n${body}`;
const edited = text.replace("<c>1</c>", "<c>two</c>");

function xmlOf(analysis: Analysis, index = 0) {
  const segment = analysis.document.segments[index]?.segment;
  const xml = segment && messageOf(analysis, segment)?.xml;
  assert.ok(segment && xml);
  return { xml, whole: parseXml(segment.text, xml.start, xml.end, { variables: true }) };
}

suite("an analysis after an edit", () => {
  test("the analysis has the nodes from before the edit at their new offsets", () => {
    const before = analyze(text);
    const { root } = xmlOf(before).xml;
    const { xml, whole } = xmlOf(analyzeAgain(before, edited));
    assert.equal(xml.root, root);
    assert.equal(described(xml), described(whole));
  });

  test("the analysis has the nodes after two edits, even if the tree between them was never used", () => {
    const before = analyze(text);
    const { root } = xmlOf(before).xml;
    const between = analyzeAgain(before, edited);
    const { xml, whole } = xmlOf(analyzeAgain(between, edited.replace("two", "three")));
    assert.equal(xml.root, root);
    assert.equal(described(xml), described(whole));
  });

  test("the analysis leaves other requests and the analysis before the edit correct", () => {
    const before = analyze(text);
    const second = xmlOf(before, 1).xml;
    xmlOf(before);
    const after = analyzeAgain(before, edited);
    xmlOf(after);
    assert.equal(xmlOf(after, 1).xml, second);
    const { xml, whole } = xmlOf(before);
    assert.equal(described(xml), described(whole));
  });
});

suite("requests that use values of others", () => {
  const request = (name: string, header = "") =>
    `# @name ${name}\nGET /${name} HTTP/1.1\nHost: example.org\n${header}\n`;
  const others = [request("b"), request("c", "X-Token: {{a.response.headers.Token}}\n"), request("d")];
  const textOf = (first: string, ...definitions: readonly string[]) =>
    [...definitions, request(first), ...others].join("\n###\n");

  test("requests that use values of others are the only ones that are checked again when a name changes", () => {
    const before = analyze(textOf("a"));
    const messages = before.document.segments.map(({ segment }) => messageOf(before, segment));
    assert.deepEqual(diagnose(before), []);
    const after = analyzeAgain(before, textOf("aa"));
    assert.deepEqual(messagesOf(diagnose(after)), [
      "{{a.response.headers.Token}} has no value. No request in this file is named a. Did you mean aa?",
    ]);
    const same = after.document.segments.map(({ segment }, at) => messageOf(after, segment) === messages[at]);
    assert.deepEqual(same, [false, true, false, true]);
  });

  test("requests are checked again if they use values of others in a definition", () => {
    const definition = "@token = {{a.response.headers.Token}}";
    const before = analyze(textOf("a", definition).replace("{{a.response.headers.Token}}\n", "{{token}}\n"));
    diagnose(before);
    const after = analyzeAgain(before, before.document.text.replace("# @name a", "# @name x"));
    const fresh = analyze(after.document.text);
    assert.deepEqual(
      diagnose(after).map(({ at, message }) => [at, message]),
      diagnose(fresh).map(({ at, message }) => [at, message]),
    );
    assert.ok(diagnose(after).length > 0);
  });
});
