import { type Analysis, messageOf } from "../analysis/analysis.ts";
import type { Contract } from "../contract/contract.ts";
import { allRequestNames } from "../contract/write/requestFor.ts";
import type { PlacedSegment } from "../format/document.ts";
import type { Edit } from "../rules/rule.ts";
import { addTo } from "../text/grouped.ts";
import { type VariantName, variantOf } from "../text/variantName.ts";
import { messageKinds } from "./variant.ts";
import { operationTexts, optionsIn, type VariantOptions } from "./variantTexts.ts";

interface Test {
  readonly variant: VariantName;
  readonly segment: PlacedSegment;
  /** The value of `# @wsdl`. */
  readonly wsdl: string | undefined;
}

/**
 * The edits that regenerate the tests of a file, if the request of a segment is one of them. Each operation's tests
 * are written at the place of its first one, with the limit and seed of the file. Other requests stay unchanged.
 * Undefined for another request, or if its contract isn't known.
 */
export function variantUpdate(analysis: Analysis, { segment }: PlacedSegment): readonly Edit[] | undefined {
  const message = messageOf(analysis, segment);
  if (!variantOf(message?.directive("name") ?? "") || message?.contract.kind !== "found") return undefined;
  const { contract } = message.contract;
  const options = optionsIn(analysis.document.text);
  const indexes = new Map(allRequestNames(contract.endpoints).map((name, index) => [name, index]));
  const defined = new Set<string>();
  return [...testsByOperation(analysis)].flatMap(([name, tests]) => {
    const index = indexes.get(name);
    const text = index === undefined ? "" : textOf(contract, { index, name }, tests, options, defined);
    const own = new Set(tests.map((one) => one.segment));
    const { segments } = analysis.document;
    const follows = segments.slice(segments.findIndex((one) => own.has(one))).some((one) => !own.has(one));
    return [...own].map((test, at) => {
      const newText = at > 0 || text === "" ? "" : follows ? `${text}\n` : text;
      return { start: test.start, end: test.start + test.segment.text.length, newText };
    });
  });
}

function textOf(
  contract: Contract,
  operation: { readonly index: number; readonly name: string },
  tests: readonly Test[],
  { limit, seed }: Pick<VariantOptions, "limit" | "seed">,
  defined: Set<string>,
): string {
  const isValid = tests.some(({ variant }) => variant.valid);
  const isInvalid = tests.some(({ variant }) => !variant.valid);
  const hasMessages = tests.some(({ variant }) => messageKinds.some((kind) => kind === variant.kind));
  const which = isValid && isInvalid ? "all" : isValid ? "valid" : "invalid";
  const options = { which, limit, seed, wsdl: tests[0]?.wsdl } as const;
  return [...operationTexts(contract, { ...operation, hasMessages }, options, defined)].join("");
}

function testsByOperation(analysis: Analysis): ReadonlyMap<string, readonly Test[]> {
  const tests = new Map<string, Test[]>();
  for (const segment of analysis.document.segments) {
    const message = messageOf(analysis, segment.segment);
    const variant = variantOf(message?.directive("name") ?? "");
    if (!variant) continue;
    const test = { variant, segment, wsdl: message?.directive("wsdl") };
    addTo(tests, variant.operation, test);
  }
  return tests;
}
