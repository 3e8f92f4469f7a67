import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { sectionAt, sectionsOfSegments } from "../../../../server/src/features/support/section.ts";
import type { Transform } from "../../../../server/src/features/transform/transform.ts";
import { updateFromWsdl } from "../../../../server/src/features/transform/update/updateFromWsdl.ts";
import { type Analysis, analyze, applyEdits, diagnose } from "../../../../server/src/service/languageService.ts";
import { elements } from "../../../../server/src/xml/query.ts";
import type { XmlElement } from "../../../../server/src/xml/tree.ts";
import { contractOf } from "../../../support/contracts.ts";
import { around } from "../../../support/resolver.ts";

const folder = "test/server/wsdl/stacks";
const names = readdirSync(folder).filter((name) => name.endsWith(".wsdl") && !name.startsWith("wcf"));

/** The requests for the operations of a WSDL, with all elements, each only as its text. */
function messagesOf(name: string): readonly string[] {
  const contract = contractOf({ "file:///w/a/b/s.wsdl": readFileSync(`${folder}/${name}`) });
  return contract.operations.map((_, index) =>
    contract.requests([index], { extent: "optional", wsdl: "./s.wsdl", contentLength: "calculated" }),
  );
}

function analysisOf(name: string): (text: string) => Analysis {
  const resolver = around({ files: { "/w/a/b/s.wsdl": readFileSync(`${folder}/${name}`, "utf8") } });
  return (text) => analyze(text, undefined, resolver);
}

function updateOf(analysis: Analysis): Transform | undefined {
  const section = sectionAt(sectionsOfSegments(analysis), 0);
  if (section?.kind !== "message" || !section.message) return undefined;
  return updateFromWsdl({
    ...{ section, message: section.message, selection: { start: 0, end: 0 } },
    codes: () => new Set<string>(),
  })[0];
}

/** What the author of an old request may have: each returns the text of an element that has been changed. */
const changes: Readonly<Record<string, (text: string, element: XmlElement) => string>> = {
  "an element less": () => "",
  "an element twice": (text) => text + text,
  "another name": (text, { local }) => text.replaceAll(new RegExp(`(?<=[:<])${local}(?=[\\s/>])`, "g"), `${local}Old`),
  "another attribute": (text, { name }) => `<${name} gone="g1"${text.slice(name.length + 1)}`,
  "an element more": (text) => `${text}<gone>g2</gone>`,
  "a text": (text, { children }) => (children.some(({ kind }) => kind === "element") ? text.replace(">", ">g3") : text),
  "another level": (text) => `<gone>${text}</gone>`,
};

suite("Update from WSDL, for the requests of all stacks", () => {
  for (const name of names) {
    const analysisFor = analysisOf(name);
    const requests = messagesOf(name);

    test(`the update changes no valid request of ${name}`, () => {
      assert.ok(requests.length > 0);
      for (const text of requests) assert.equal(updateOf(analysisFor(text)), undefined, text);
    });

    for (const [title, change] of Object.entries(changes)) {
      test(`the update leaves nothing to update and keeps all values, after ${title} in a request of ${name}`, () => {
        for (const text of requests) {
          for (const changed of changedTexts(analysisFor(text), text, change)) expectUpdated(analysisFor, changed);
        }
      });
    }
  }
});

/** With the change of each element inside of the payload. */
function changedTexts(analysis: Analysis, text: string, change: (text: string, element: XmlElement) => string) {
  const [section] = sectionsOfSegments(analysis);
  const { message, start = 0 } = section ?? {};
  const { payload, xml } = message ?? {};
  if (!payload || !xml) return [];
  const inside = [...elements(xml)].filter((one) => one.start > payload.start && one.end < payload.end).slice(0, 20);
  return inside.map((one) => {
    const [from, to] = [start + one.start, start + one.end];
    return text.slice(0, from) + change(text.slice(from, to), one) + text.slice(to);
  });
}

function expectUpdated(analysisFor: (text: string) => Analysis, text: string): void {
  const edits = updateOf(analysisFor(text))?.edits() ?? [];
  const after = applyEdits(text, edits);
  const analysis = analysisFor(after);
  const left = diagnose(analysis).filter(({ code }) => code.startsWith("schema-") && code !== "schema-value");
  const messages = left.map(({ message }) => message);
  assert.deepEqual(messages, [], `${text}\n=== after:\n${after}`);
  assert.equal(updateOf(analysis), undefined, after);
  for (const value of valuesIn(text)) assert.ok(after.includes(value), `${value} is lost:\n${text}\n${after}`);
}

/** The texts of the body that aren't whitespace. */
function valuesIn(text: string): readonly string[] {
  const body = text.slice(text.indexOf("<"));
  return body
    .split(/<[^>]*>/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}
