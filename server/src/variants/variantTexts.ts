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
  /** Maximum requests for each operation. */
  readonly limit: number;
  /** Which of several requests of a kind are left out. */
  readonly seed: number;
  /** As in `RequestOptions`. */
  readonly wsdl: string | undefined;
}

/** Without `--limit`. */
export const defaultLimit = 200;

/** After this number of operations, the compiled parts of the schemas are forgotten: they take 100 KB for each. */
const operationsOfContract = 500;

/**
 * The tests of operations, as texts in order: for each request that its service must accept or refuse a name that says why, and
 * what is expected. Those about messages as a whole are there once for each port. Never throws.
 */
export class VariantTexts implements Iterable<string> {
  readonly #contract: Contract;
  readonly #indexes: readonly number[];
  readonly #options: VariantOptions;
  readonly #problems: ContractProblem[] = [];

  /** @param indexes in `contract.endpoints` */
  constructor(contract: Contract, indexes: readonly number[], options: VariantOptions) {
    this.#contract = contract;
    this.#indexes = indexes;
    this.#options = options;
  }

  /** Each text is made when it is needed. */
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

  /** What is wrong with the contract, as far as it was read for the texts so far. */
  get problems(): readonly ContractProblem[] {
    return [...new Map(this.#problems.map((one) => [`${one.line} ${one.uri} ${one.message}`, one])).values()];
  }
}

/** Maximum hosts that a comment names. */
const maxHosts = 5;

/** That running the tests may change data, and where. */
function warning({ endpoints }: Contract, indexes: readonly number[]): string {
  const hosts = [...new Set(indexes.map((index) => destination(endpoints[index]?.port?.address?.value).host))];
  const listed = hosts.length > maxHosts ? [...hosts.slice(0, maxHosts), "…"] : hosts;
  return l10n.t("These tests send requests to {0}, which may change data there.", listed.join(", "));
}

/** A comment with the options that aren't the defaults, which an update of the file keeps. */
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
  /** Whether it also gets the tests that are invalid as messages. */
  readonly hasMessages: boolean;
}

/** Tests in one text: in fewer, larger ones each character outside of Latin-1 would double the memory of more tests. */
const testsOfText = 20;

/**
 * The tests of an operation, in parts; without any a comment that says why.
 * @param defined the variables that the file defines so far; extended by the variables of these requests
 */
export function* operationTexts(
  contract: Contract,
  { index, name, hasMessages }: VariedOperation,
  options: VariantOptions,
  defined: Set<string>,
): Generator<string, void, void> {
  const { operation } = contract.endpoints[index] ?? {};
  if (operation === undefined) return;
  const { definitions, directives, request } = sampleRequest(contract, index, "optional", options.wsdl);
  // What decides about the findings in a request; it stays as it is, above all of them.
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

/** The text of a request without its title and name, and the directives and definitions above it. */
function sampleRequest(contract: Contract, index: number, extent: Extent, wsdl: string | undefined) {
  const text = contract.requests([index], { extent, wsdl, contentLength: "variable" });
  const lines = text.split("\n");
  const start = lines.findIndex((line, at) => at > 0 && !line.startsWith("#") && !line.startsWith("@"));
  const above = lines.slice(1, start);
  const directives = above.filter((line) => line.startsWith("#") && !line.startsWith("# @name "));
  const definitions = above.filter((line) => line.startsWith("@"));
  return { definitions, directives, request: trimTrailing(lines.slice(start).join("\n"), "\n") };
}

/** Kinds in turn, so that none is lost; the seed says which of a kind come first. */
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

/**
 * What isn't tested of an operation, in sentences.
 * @param kept how many of the variants are written
 */
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
  // Built-in types have patterns, too, but are tested as types.
  const hasOwn = enumeration.length === 0 && patterns.some(({ source }) => source !== undefined);
  if (hasOwn && invalidValues(type, local).every(({ kind }) => kind !== "pattern"))
    yield l10n.t("No value was found that doesn't match the pattern of {0}.", owner);
}
