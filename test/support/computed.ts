import assert from "node:assert/strict";
import {
  analyze,
  type Compute,
  computedOutgoing,
  type Keys,
  requestAt,
  type Sending,
} from "../../server/src/service/languageService.ts";
import { request } from "./findings.ts";
import { fixedSending } from "./outgoing.ts";
import { around, findingsAround } from "./resolver.ts";
import { testCompute, testKeys } from "./signing.ts";

/** The body of a request with definitions above it, and how many operations each round asked for. */
export async function sentWithKeys(
  definitions: string,
  body: string,
  { compute = testCompute, ...sending }: Partial<Sending> & { readonly compute?: Compute } = {},
) {
  const analysis = analyze(`${definitions}\n\n${request({}, body)}`, undefined, around({ keys: testKeys }));
  const info = requestAt(analysis, 0);
  assert.ok(info);
  const rounds: number[] = [];
  const made = await computedOutgoing(analysis, info, { ...fixedSending, ...sending }, (operations) => {
    rounds.push(operations.length);
    return compute(operations);
  });
  const problems = made.kind === "unsendable" ? made.problems.map(({ code, message }) => `${code}: ${message}`) : [];
  const text = made.kind === "message" ? Buffer.from(made.outgoing.body).toString() : "";
  const value = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? "";
  const secrets = made.kind === "secrets" ? [] : [...made.secrets.keys()];
  return { rounds, problems, secrets, body: text, value, bytes: (name: string) => Buffer.from(value(name), "base64") };
}

/** What a check finds in a value, each with its place. */
export function valueFindings(value: string, definitions = "@x = a", keys: Keys = testKeys): readonly string[] {
  const text = `${definitions}\n\n${request({}, `<a>{{${value}}}</a>`)}`;
  return findingsAround(text, { keys }).flatMap(({ code, at, message }) =>
    /^(?:step|signature|value|variable-undefined)/.test(code)
      ? [`${text.slice(at.start, at.end)} ${code}: ${message}`]
      : [],
  );
}
