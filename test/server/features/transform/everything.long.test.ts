import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { changeCharacterData } from "../../../../server/src/features/transform/characterData.ts";
import { extractVariable } from "../../../../server/src/features/transform/extractVariable.ts";
import { insertMissingParts, wrapInEnvelope } from "../../../../server/src/features/transform/insertParts.ts";
import { insertConverted } from "../../../../server/src/features/transform/paste/paste.ts";
import { convertSoapVersion } from "../../../../server/src/features/transform/soapVersion/convert.ts";
import { changeTargetForm } from "../../../../server/src/features/transform/targetForm.ts";
import type { Transform } from "../../../../server/src/features/transform/transform.ts";
import {
  type AnalysisOptions,
  analyze,
  applyEdits,
  messagesOf,
} from "../../../../server/src/service/languageService.ts";
import { plainText } from "../../../../server/src/text/snippet.ts";
import { elements } from "../../../../server/src/xml/query.ts";
import { completionsAt } from "../../../support/completions.ts";
import { describe, envelope12, findingsIn, request } from "../../../support/findings.ts";
import { contextOf } from "./transforming.ts";

const all = [
  insertMissingParts,
  insertConverted,
  convertSoapVersion,
  wrapInEnvelope,
  changeTargetForm,
  changeCharacterData,
  extractVariable,
];

const folder = join("test", "fixtures", "requests");
/** Requests with CRLF line endings, as in an editor, and the Content-Length for these. */
const captured = readdirSync(folder)
  .filter((file) => file.endsWith(".http"))
  .map((file) => {
    const text = readFileSync(join(folder, file), "utf8").replace(/\r?\n/g, "\r\n");
    const length = messagesOf(analyze(text))[0]?.message.bodyLength;
    return { name: file, text: text.replace(/^(Content-Length: )\d+/im, (_, start: string) => `${start}${length}`) };
  });

const snippets = completionsAt("|").flatMap(({ label, insert }) => {
  const text = typeof insert === "string" ? insert : plainText(insert);
  // Multipart bodies require CRLF. A request for an OAuth token, with one that uses it, isn't SOAP.
  return text.includes("\n\n<") && !text.includes("# @ignore") ? [{ name: label, text }] : [];
});

/** Selections and cursors in each header, the target, and each attribute, text and element. */
function places(text: string): readonly string[] {
  const [only] = messagesOf(analyze(text));
  assert.ok(only);
  const { message } = only;
  const spans = [
    ...message.fields.flatMap(({ line }) => [line.name, line.value]),
    ...(message.syntax.requestLine?.target ? [message.syntax.requestLine.target] : []),
    ...(message.xml ? [...elements(message.xml)] : []).flatMap((element) => [
      { start: element.start, end: element.end },
      { start: element.startTagEnd, end: element.endTag?.start ?? element.startTagEnd },
      ...element.attributes.map(({ valueStart, valueEnd }) => ({ start: valueStart, end: valueEnd })),
    ]),
  ].filter(({ start, end }) => start < end);
  return spans.flatMap(({ start, end }) => [
    `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`,
    `${text.slice(0, start)}«»${text.slice(start)}`,
  ]);
}

/** Findings that follow from the chosen place: a Nonce that contains escaped text is no longer a valid Nonce. */
const ofMeaning: ReadonlySet<string> = new Set(["soap-fault-in-request", "wsse-digest-incomplete"]);

/** Expects that the transform adds no finding. */
function expectNoWorse(source: string, transform: Transform): void {
  const text = source.replace(/[«»]/g, "");
  const after = applyEdits(text, transform.edits());
  const known = new Set(findingsIn(text).map(({ code }) => code));
  const added = findingsIn(after).filter(({ code }) => !known.has(code) && !ofMeaning.has(code));
  assert.equal(describe(added), "nothing", `${transform.title} at:\n${source}`);
}

suite("all transforms keep correct requests correct", () => {
  for (const { name, text } of captured) {
    test(`${name} keeps a correct request correct at each place`, () => {
      let count = 0;
      for (const source of places(text)) {
        for (const transform of all.flatMap((offer) => offer(contextOf(source)))) {
          if (transform.refused !== undefined) continue;
          count++;
          expectNoWorse(source, transform);
        }
      }
      assert.ok(count > 20, `only ${count} were offered`);
    });
  }
});

suite("SOAP 1.1 to 1.2 and back: requests from completion", () => {
  test("completion gives requests to convert", () =>
    assert.ok(snippets.length >= 4, snippets.map(({ name }) => name).join()));

  for (const { name, text } of snippets) {
    test(name, () => {
      const found = (source: string) => findingsIn(source).map(({ code }) => code);
      const convert = (source: string) => {
        // A document above the request, which a file can begin with, isn't SOAP.
        const [transform] = convertSoapVersion(contextOf(source.replace(/^POST /m, "«»$&")));
        assert.ok(transform && transform.refused === undefined);
        return applyEdits(source, transform.edits());
      };
      const there = convert(text);
      assert.notEqual(there, text);
      assert.deepEqual(found(there), found(text));
      assert.deepEqual(found(convert(there)), found(text));
    });
  }
});

suite("all transforms on broken requests", () => {
  const options: AnalysisOptions = { rules: {} };
  const whole = request(
    { SOAPAction: '"urn:x"' },
    `<?xml version="1.0"?>${envelope12.replace("<s:Body/>", '<s:Body><a b="1">x &amp; <![CDATA[y]]></a></s:Body>')}`,
  );

  test("transforms never fail, wherever the text is cut off", () => {
    for (let end = 1; end <= whole.length; end++) {
      const text = whole.slice(0, end);
      if (messagesOf(analyze(text, options)).length === 0) continue;
      for (const at of [end, end >> 1]) {
        const context = contextOf(`${text.slice(0, at)}«${text.slice(at)}»`);
        for (const transform of all.flatMap((offer) => offer(context))) applyEdits(text, transform.edits());
      }
    }
  });
});
