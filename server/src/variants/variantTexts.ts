import * as l10n from "@vscode/l10n";
import type { Contract, ContractProblem } from "../contract/contract.ts";
import { allRequestNames, destination } from "../contract/write/requestFor.ts";
import type { Extent } from "../contract/write/sample.ts";
import { grouped } from "../text/grouped.ts";
import { trimTrailing } from "../text/trailing.ts";
import type { Operation } from "../wsdl/model.ts";
import { anyType } from "../xsd/anyType.ts";
import { keyOf, type SimpleType, simpleTypeOf } from "../xsd/components.ts";
import { type Base, baseOf, type VariedElement } from "./base.ts";
import { CountedRequests } from "./countedRequests.ts";
import { Proof } from "./proof.ts";
import { invalidValues, maxEnumerated } from "./valueChanges.ts";
import { messageKinds, type Variant } from "./variant.ts";
import { Variants } from "./variants.ts";

export interface VariantOptions {
  readonly which: "valid" | "invalid" | "all";
  /** Maximum number of requests for each operation. */
  readonly limit: number;
  /** Decides which of several requests of a kind are omitted. */
  readonly seed: number;
  /** As in `RequestOptions`. */
  readonly wsdl: string | undefined;
}

/** Limit without the option `--limit`. */
export const defaultLimit = 200;

/** Number of operations after which the compiled parts of the schemas are dropped. They take 100 KB for each operation. */
const operationsOfContract = 500;

/**
 * Creates the tests of operations as texts, in order. Each test is a request that the service must accept or must
 * refuse, with a name that tells the reason, and with expectations. Tests of messages as a whole occur once for each
 * port. Never throws.
 */
export class VariantTexts implements Iterable<string> {
  readonly #contract: Contract;
  readonly #indexes: readonly number[];
  readonly #options: VariantOptions;
  readonly #problems: ContractProblem[] = [];

  /** @param indexes indexes in `contract.endpoints` */
  constructor(contract: Contract, indexes: readonly number[], options: VariantOptions) {
    this.#contract = contract;
    this.#indexes = indexes;
    this.#options = options;
  }

  /** Each text is created when it is needed. */
  *[Symbol.iterator](): Generator<string, void, void> {
    const contract = this.#contract;
    const names = allRequestNames(contract.endpoints);
    const ports = new Set<string>();
    const defined = new Set<string>();
    const above = [warning(contract, this.#indexes), ...notedOptions(this.#options)];
    yield `${above.map((line) => `# ${line}\n`).join("")}\n`;
    for (const [at, index] of this.#indexes.entries()) {
      if (at > 0 && at % operationsOfContract === 0) {
        this.#problems.push(...contract.problems());
        contract.forget();
      }
      const row = contract.operations[index];
      const port = JSON.stringify([row?.service, row?.port]);
      const varied = { index, name: names[index] ?? "", hasMessages: !ports.has(port) };
      ports.add(port);
      if (at > 0) yield "\n";
      yield* operationTexts(contract, varied, this.#options, defined);
    }
    this.#problems.push(...contract.problems());
  }

  /** The problems of the contract, as far as it was read for the texts so far. */
  get problems(): readonly ContractProblem[] {
    return [...new Map(this.#problems.map((one) => [`${one.line} ${one.uri} ${one.message}`, one])).values()];
  }
}

/** Maximum number of hosts that a comment names. */
const maxHosts = 5;

/** A comment that running the tests may change data, and on which hosts. */
function warning({ endpoints }: Contract, indexes: readonly number[]): string {
  const hosts = [...new Set(indexes.map((index) => destination(endpoints[index]?.port?.address?.value).host))];
  const listed = hosts.length > maxHosts ? [...hosts.slice(0, maxHosts), "…"] : hosts;
  return l10n.t("These tests send requests to {0}, which may change data there.", listed.join(", "));
}

/** A comment with the options that aren't defaults. Updating the file uses the same options. */
function notedOptions({ limit, seed }: VariantOptions): readonly string[] {
  if (limit === defaultLimit && seed === 0) return [];
  return [l10n.t("Update from WSDL keeps these options: {0}", `--limit ${limit} --seed ${seed}`)];
}

/** The options in the comments above the first request of a file. */
export function optionsIn(text: string): Pick<VariantOptions, "limit" | "seed"> {
  const above = text.slice(0, Math.max(0, text.search(/^###/m)));
  const [, limit, seed] = /^# .*: --limit ([1-9]\d{0,4}) --seed (\d{1,9})$/m.exec(above) ?? [];
  return { limit: Number(limit ?? defaultLimit), seed: Number(seed ?? 0) };
}

interface VariedOperation {
  readonly index: number;
  readonly name: string;
  /** Whether tests with invalid messages are also created for this operation. */
  readonly hasMessages: boolean;
}

/** Number of tests in one text. In larger texts, one character outside of Latin-1 would double the memory of more tests. */
const testsOfText = 20;

/** The tests, or a comment with the reason for none. `defined`: variables of the file so far; new ones are added. */
export function* operationTexts(
  contract: Contract,
  { index, name, hasMessages }: VariedOperation,
  options: VariantOptions,
  defined: Set<string>,
): Generator<string, void, void> {
  const { operation } = contract.endpoints[index] ?? {};
  if (operation === undefined) return;
  const { definitions, directives, request } = sampleRequest(contract, index, "optional", options.wsdl);
  // The lines that decide about findings in a request. They stay unchanged above all requests.
  const above = [...definitions, ...directives.filter((line) => line.startsWith("# @operation "))]
    .map((line) => `${line}\n`)
    .join("");
  const base = baseOf(above + request, contract);
  if (!base || directives.some((line) => /^# @ignore .*\bschema-/.test(line))) {
    const why = base
      ? l10n.t("No tests for {0}: no request is valid by the WSDL.", name)
      : l10n.t("No tests for {0}: no schema describes its requests.", name);
    const notes = directives.filter((line) => !line.startsWith("# @"));
    yield [`### ${name}`, ...(notes.length > 0 ? notes : [`# ${why}`]), ""].join("\n");
    return;
  }
  const variants = new Variants(base, new Proof(base));
  if (options.which !== "invalid")
    variants.addValid(above + sampleRequest(contract, index, "required", options.wsdl).request);
  if (options.which !== "valid") {
    variants.addInvalid();
    if (hasMessages) variants.addInvalidMessages();
  }
  const kept = limited(variants.all, options);
  const first = [
    ...leftOut(name, base, variants, kept.length, options.limit).map((note) => `# ${note}`),
    ...definitions.filter((line) => !defined.has(line)),
  ];
  for (const line of definitions) defined.add(line);
  const numbers = new Map<string, number>();
  const requests = new CountedRequests(base.text);
  const testText = (variant: Variant, at: number) => {
    const kind = `${variant.valid ? "valid" : "invalid"}.${variant.kind}`;
    const number = (numbers.get(kind) ?? 0) + 1;
    numbers.set(kind, number);
    return [
      `### ${name}: ${variant.title.replace(/\s+/g, " ")}`,
      ...(at === 0 ? first : []),
      `# @name ${name}.${kind}.${number}`,
      ...directives,
      ...(variant.codes.length > 0 ? [`# @ignore ${variant.codes.join(" ")}`] : []),
      ...expectations(variant, operation),
      requests.after(variant.change).slice(above.length),
      "",
    ].join("\n");
  };
  for (let from = 0; from < kept.length; from += testsOfText) {
    const texts = kept.slice(from, from + testsOfText).map((variant, at) => testText(variant, from + at));
    yield (from > 0 ? "\n" : "") + texts.join("\n");
  }
}

/** The text of a request without its title and name, with the directives and definitions above it. */
function sampleRequest(contract: Contract, index: number, extent: Extent, wsdl: string | undefined) {
  const text = contract.requests([index], { extent, wsdl, contentLength: "variable" });
  const lines = text.split("\n");
  const start = lines.findIndex((line, at) => at > 0 && !line.startsWith("#") && !line.startsWith("@"));
  const above = lines.slice(1, start);
  const directives = above.filter((line) => line.startsWith("#") && !line.startsWith("# @name "));
  const definitions = above.filter((line) => line.startsWith("@"));
  return { definitions, directives, request: trimTrailing(lines.slice(start).join("\n"), "\n") };
}

/** Takes variants of all kinds in turn, so that no kind is omitted. The seed decides which variants of a kind are first. */
function limited(variants: readonly Variant[], { limit, seed }: VariantOptions): readonly Variant[] {
  if (variants.length <= limit) return variants;
  const kinds = grouped(variants, ({ valid, kind }) => `${valid} ${kind}`);
  const kept = new Set<Variant>();
  for (let round = 0; kept.size < limit; round++) {
    for (const ofKind of kinds.values()) {
      const variant = round < ofKind.length ? ofKind[(round + seed) % ofKind.length] : undefined;
      if (variant && kept.size < limit) kept.add(variant);
    }
  }
  return variants.filter((one) => kept.has(one));
}

function expectations({ valid, kind }: Variant, { binding, output }: Operation): readonly string[] {
  if (valid) return ["# @expect no fault", ...(output ? ["# @expect contract"] : [])];
  if (kind === "version") return ["# @expect fault VersionMismatch"];
  if (kind === "must-understand") return ["# @expect fault MustUnderstand"];
  if (messageKinds.some((one) => one === kind)) return ["# @expect status >= 400"];
  const is12 = binding?.protocol.kind === "soap" && binding.protocol.version === "1.2";
  return [`# @expect fault ${is12 ? "Sender" : "Client"}`];
}

/** Sentences about what isn't tested in an operation. `kept`: number of variants that are written. */
function leftOut(name: string, base: Base, { all, cut }: Variants, kept: number, limit: number) {
  const notes: string[] = [];
  const more = all.length - kept;
  if (more > 0) notes.push(l10n.t("{0} more requests for {1} are left out (--limit {2}).", more, name, limit));
  if (base.isCut) notes.push(l10n.t("Only the first {0} elements of {1} are varied.", base.elements.length, name));
  for (const varied of base.elements) notes.push(...ofElement(base, varied));
  if (cut.size > 0)
    notes.push(l10n.t("Not all changes to {0} are tried, because there are too many: {1}.", name, [...cut].join(", ")));
  return [...new Set(notes)];
}

function* ofElement({ label }: Base, varied: VariedElement): Generator<string> {
  const { element, type } = varied;
  const owner = label(varied);
  if (type === anyType) yield l10n.t("{0} may contain anything, so nothing in it is tested.", owner);
  const simple = simpleTypeOf(type);
  if (simple) yield* ofValue(owner, element.local, simple);
  if (type.kind === "simple") return;
  for (const { namespace, local } of element.attributes) {
    const use = type.attributes.get(keyOf({ namespace: namespace ?? "", local }));
    if (use) yield* ofValue(`${owner} @${local}`, local, use.type);
  }
}

function* ofValue(owner: string, local: string, type: SimpleType): Generator<string> {
  const { enumeration = [], patterns } = type.facets;
  if (enumeration.length > maxEnumerated)
    yield l10n.t("Only {0} of {1} values of {2} are tried.", maxEnumerated, enumeration.length, owner);
  // Built-in types have patterns, too, but these are tested as types.
  const hasOwn = enumeration.length === 0 && patterns.some(({ source }) => source !== undefined);
  if (hasOwn && invalidValues(type, local).every(({ kind }) => kind !== "pattern"))
    yield l10n.t("No value was found that doesn't match the pattern of {0}.", owner);
}
