import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { CompletionItemKind } from "vscode-languageserver-types";
import { Contracts } from "../../../../server/src/contract/contracts.ts";
import { complete } from "../../../../server/src/features/completion/completion.ts";
import { sectionsOfSegments } from "../../../../server/src/features/support/section.ts";
import { analyze, diagnose } from "../../../../server/src/service/languageService.ts";
import { plainText } from "../../../../server/src/text/snippet.ts";
import { elements } from "../../../../server/src/xml/query.ts";
import { effort } from "../../../fuzz/random.ts";
import { around } from "../../../support/resolver.ts";
import { randomWsdl } from "../../contract/randomSchemas.ts";

/*
 * Each element that is offered in a valid body leaves the body valid, except for identifiers that must differ.
 */

const stacks = "test/server/wsdl/stacks";
/** UTF-16 units of a request; in a longer one, there is no place of another kind. */
const maxLength = 5_000;

/** The places in a body where an element may begin: before each child, and before each end tag. */
function places(text: string): readonly number[] {
  const [section] = sectionsOfSegments(analyze(text));
  const { xml, envelope } = section ?? {};
  if (!xml || !envelope?.body) return [];
  const { start, end } = envelope.body;
  return [...elements(xml)]
    .filter((one) => start < one.start && one.end < end)
    .flatMap((one) => [
      ...(one.parent === envelope.body ? [] : [one.start]),
      ...(one.endTag ? [one.endTag.start] : []),
    ]);
}

/** The valid requests for the operations of a WSDL, and what finds it. */
function requestsFor(wsdl: string, uri: string) {
  const resolver = around({ files: { [uri]: wsdl } });
  const bytes = new TextEncoder().encode(wsdl);
  const contract = new Contracts({ get: () => ({ bytes }), edition: () => 1, changes: 1 }).get(`file://${uri}`);
  const errorsIn = (text: string) =>
    diagnose(analyze(text, undefined, resolver))
      .filter(({ code, severity }) => /^schema-(?!id|key)/.test(code) && severity === "error")
      .map(({ code, message }) => `${code}: ${message}`);
  const texts = [...contract.operations.keys()].flatMap((index) =>
    (["required", "parameters", "optional"] as const).map((extent) =>
      contract.requests([index], { extent, wsdl: uri, contentLength: "variable" }),
    ),
  );
  const isTried = (text: string) => text.length <= maxLength && errorsIn(text).length === 0;
  return { resolver, errorsIn, texts: [...new Set(texts)].filter(isTried) };
}

/** Returns how many elements were inserted. */
function tryAll(wsdl: string, uri: string): number {
  const { resolver, errorsIn, texts } = requestsFor(wsdl, uri);
  let inserted = 0;
  for (const text of texts) {
    for (const at of places(text)) {
      const typed = `${text.slice(0, at)}<${text.slice(at)}`;
      const [section] = sectionsOfSegments(analyze(typed, undefined, resolver));
      assert.ok(section);
      const offers = complete({ section, trigger: "<" }, at + 1).filter(
        ({ kind }) => kind === CompletionItemKind.Field,
      );
      for (const { label, insert, replace } of offers) {
        const accepted = typed.slice(0, replace.start) + plainText(insert) + typed.slice(replace.end);
        assert.deepEqual(errorsIn(accepted), [], `${label} in\n${accepted}\n${wsdl}`);
        inserted++;
      }
    }
  }
  return inserted;
}

suite("each element of a valid body is offered in its place", () => {
  test("each element of a valid body is offered in its place in requests for random schemas", () => {
    let count = 0;
    for (let seed = 1; seed <= 10 * effort; seed++) {
      const { texts, resolver } = requestsFor(randomWsdl(seed), "/w/random.wsdl");
      for (const text of texts) {
        const body = sectionsOfSegments(analyze(text))[0]?.envelope?.body;
        const { xml } = sectionsOfSegments(analyze(text))[0] ?? {};
        for (const { name, start, end, parent } of xml && body ? elements(xml) : []) {
          if (!body || start <= body.start || end >= body.end || parent === body || name === "any") continue;
          const typed = `${text.slice(0, start)}<${text.slice(end)}`;
          const [section] = sectionsOfSegments(analyze(typed, undefined, resolver));
          assert.ok(section);
          const labels = complete({ section, trigger: "<" }, start + 1).map(({ label }) => label);
          assert.ok(labels.includes(name), `${name} isn't among ${labels} at ${start} in\n${typed}`);
          count++;
        }
      }
    }
    assert.ok(count > 100 * effort, `only ${count} elements`);
  });
});

suite("elements that the schema offers leave the body valid", () => {
  for (const name of readdirSync(stacks).filter((one) => one.endsWith(".wsdl") && !one.startsWith("wcf"))) {
    test(name, () => {
      tryAll(readFileSync(`${stacks}/${name}`, "utf8"), `/w/${name}`);
    });
  }

  test("offered elements of random schemas leave the body valid", () => {
    let inserted = 0;
    for (let seed = 1; seed <= 10 * effort; seed++) inserted += tryAll(randomWsdl(seed), "/w/random.wsdl");
    assert.ok(inserted > 100 * effort, `only ${inserted} elements`);
  });
});
