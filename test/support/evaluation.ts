import assert from "node:assert/strict";
import { evaluate, ReadExchange } from "../../server/src/evaluation/evaluate.ts";
import { testDirectives } from "../../server/src/expectations/directives.ts";
import { parseDocument } from "../../server/src/format/document.ts";
import { provideXPathHere } from "../../server/src/node/xpath.ts";
import type { ConnectionFacts, ExpectationResult } from "../../server/src/protocol/protocol.ts";
import { analyze, evaluateRequest, LastExchanges, requestAt } from "../../server/src/service/languageService.ts";
import type { Sending } from "../../server/src/variables/sending.ts";
import { type Evaluation, EvaluationBudget } from "../../server/src/xpath/xpath.ts";
import { fixedSending } from "./outgoing.ts";

provideXPathHere();

export interface Answered {
  readonly status?: number;
  readonly fields?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly request?: string;
  readonly total?: number;
  readonly connection?: ConnectionFacts;
  /** Milliseconds of the sendings of `# @repeat`. */
  readonly times?: readonly number[];
  /** Maximum milliseconds for all paths. */
  readonly milliseconds?: number;
  readonly errors?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, string>>;
}

export function exchangeOf(answered: Answered): ReadExchange {
  const { status = 200, fields = {}, body = "", request = "", total = 0, milliseconds } = answered;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const all = Object.entries({ "Content-Type": "text/xml; charset=utf-8", ...fields });
  const read = new ReadExchange({
    request: { fields: [{ name: "Content-Type", value: "text/xml" }], body: new TextEncoder().encode(request) },
    response: { status, reason: "", fields: all.map(([name, value]) => ({ name, value })), body: bytes },
    total,
    connection: answered.connection,
  });
  if (milliseconds !== undefined) read.budget.milliseconds = milliseconds;
  return read;
}

/** Evaluates the directives of a request for a response, as when it is sent. */
export function evaluated(
  text: string,
  answered: Answered,
  sending: Sending = fixedSending,
): ReturnType<typeof evaluateRequest> {
  const analysis = analyze(text);
  const info = requestAt(analysis, text.indexOf("POST"));
  assert.ok(info);
  return evaluateRequest(analysis, info, true, exchangeOf(answered), sending, new LastExchanges());
}

export function evaluationWith(prefixes: ReadonlyMap<string, string>): Evaluation {
  return { prefixes: () => prefixes, budget: new EvaluationBudget() };
}

/** Returns the results of expectations, one on each line, for a response. */
export function expectationsOf(lines: string, answered: Answered): readonly ExpectationResult[] {
  const text = `# @repeat 20\n${lines.replace(/^/gm, "# @expect ")}\nGET / HTTP/1.1\n`;
  const [placed] = parseDocument(text).segments;
  assert.ok(placed);
  const { expectations, expectationProblems } = testDirectives(placed.segment);
  assert.deepEqual(
    expectationProblems.map(({ message }) => message),
    [],
  );
  const { files = {}, variables = {}, errors = [] } = answered;
  return evaluate(text, expectations, exchangeOf(answered), {
    replace: (value) => value.replace(/\{\{(\w+)\}\}/g, (_, name: string) => variables[name] ?? ""),
    contractProblems: () => [],
    addressingProblems: () => [],
    times: answered.times ?? [],
    requestErrors: () => errors,
    signatureProblems: () => [],
    afterSteps: () => ({ why: "" }),
    file: (path) => {
      const content = files[path];
      return content === undefined ? { kind: "missing" } : { kind: "bytes", bytes: new TextEncoder().encode(content) };
    },
  });
}
