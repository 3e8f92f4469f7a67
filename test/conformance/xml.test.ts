import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { parseXml } from "../../server/src/xml/parser.ts";
import { decodeEntity } from "./decoding.ts";
import { readSuite, type SuiteCase } from "./suite.ts";

interface Document {
  readonly case: SuiteCase;
  /** The decoded document; undefined if its bytes are invalid in the encodings that they may have. */
  readonly text: string | undefined;
}

interface Verdicts {
  readonly accepted: string[];
  readonly rejected: string[];
  readonly wellFormed: number;
  readonly illFormed: number;
}

suite("the documents without a DOCTYPE in the W3C XML conformance suite", () => {
  const cases = readSuite();
  const excluded = new Map<string, number>();
  const documents: Document[] = [];
  for (const suiteCase of cases) {
    const document = { case: suiteCase, text: textOf(suiteCase) };
    const reason = whyNot(document);
    if (reason === undefined) documents.push(document);
    else excluded.set(reason, (excluded.get(reason) ?? 0) + 1);
  }

  test("the suite leaves out documents only for the listed reasons", () => {
    assert.equal(cases.length, 2585);
    assert.deepEqual(Object.fromEntries(excluded), {
      "a DOCTYPE, which is not read": 1649,
      "an edition before the fifth": 310,
      "XML 1.1": 274,
      "an error that a parser need not report": 27,
      "bytes in no encoding": 17,
    });
  });

  for (const [namespaces, illFormed, wellFormed] of [
    [true, 236, 70],
    [false, 221, 57],
  ] as const) {
    suite(namespaces ? "with namespaces" : "without namespaces", () => {
      const verdicts = judge(documents, namespaces);

      test("the suite has enough documents for a meaningful result", () => {
        assert.deepEqual([verdicts.illFormed, verdicts.wellFormed], [illFormed, wellFormed]);
      });
      test("the parser accepts no ill-formed document", () => assert.deepEqual(verdicts.accepted, []));
      test("the parser rejects no well-formed document", () => assert.deepEqual(verdicts.rejected, []));
    });
  }
});

function textOf(suiteCase: SuiteCase): string | undefined {
  const decoded = decodeEntity(readFileSync(suiteCase.path));
  return "text" in decoded ? decoded.text : undefined;
}

/** Why a case says nothing about this parser; `undefined` if it does. */
function whyNot({ case: one, text }: Document): string | undefined {
  if (one.version === "1.1" || one.recommendation === "XML1.1" || one.recommendation === "NS1.1") return "XML 1.1";
  if (one.editions.length > 0 && !one.editions.includes("5")) return "an edition before the fifth";
  if (one.type === "error") return "an error that a parser need not report";
  if (text === undefined) return one.type === "not-wf" ? "bytes in no encoding" : "bytes that can't be decoded";
  return /<!DOCTYPE/i.test(text) ? "a DOCTYPE, which is not read" : undefined;
}

function judge(documents: readonly Document[], namespaces: boolean): Verdicts {
  const verdicts = { accepted: [] as string[], rejected: [] as string[], wellFormed: 0, illFormed: 0 };
  for (const { case: suiteCase, text = "" } of documents) {
    if (namespaces ? !suiteCase.namespaces : suiteCase.recommendation.startsWith("NS")) continue;
    const { problems, root } = parseXml(text, 0, text.length, { namespaces });
    const accepted = problems.length === 0 && root !== undefined;
    if (suiteCase.type === "not-wf") {
      verdicts.illFormed++;
      if (accepted) verdicts.accepted.push(suiteCase.id);
    } else {
      verdicts.wellFormed++;
      if (!accepted) verdicts.rejected.push(`${suiteCase.id}: ${problems[0]?.reason ?? "no root"}`);
    }
  }
  return verdicts;
}
