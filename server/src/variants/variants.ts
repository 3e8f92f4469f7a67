import * as l10n from "@vscode/l10n";
import type { Contract } from "../contract/contract.ts";
import { requestNames } from "../contract/write/requestFor.ts";
import type { Extent } from "../contract/write/sample.ts";
import { trimTrailing } from "../text/trailing.ts";
import type { Operation } from "../wsdl/model.ts";
import { Base } from "./base.ts";
import { messageCandidates } from "./messageChanges.ts";
import { rightCandidates } from "./rightStructures.ts";
import { type Candidate, messageKinds, rightKinds, type Variant, type WrongKind, wrongKinds } from "./variant.ts";
import { wrongCandidates } from "./wrongStructures.ts";

export interface VariantOptions {
  readonly which: "valid" | "invalid" | "all";
  /** Maximum requests for each operation. */
  readonly limit: number;
  /** Which of several requests of a kind are left out. */
  readonly seed: number;
  /** As in `RequestOptions`. */
  readonly wsdl: string | undefined;
}

/** Maximum changes of one kind that are tried for an operation: each is checked. */
const maxTried = 60;

/**
 * The tests of an operation as text: for each request that its service must accept or refuse a name that says why, and what
 * is expected. Never throws.
 * @param index in `contract.operations`
 * @param forPort whether those about messages as a whole are there, too
 */
export function variantRequests(contract: Contract, index: number, forPort: boolean, options: VariantOptions): string {
  const endpoint = contract.endpoints[index];
  if (!endpoint) return "";
  const name = requestNames(contract.endpoints)[index] ?? "";
  const sample = (extent: Extent) => sampleRequest(contract, index, extent, options.wsdl);
  const [full, required] = [sample("optional"), sample("required")];
  const base = Base.of(full.request, contract);
  const variants: Variant[] = [];
  if (base && options.which !== "invalid") variants.push(...rightVariants(base, required.request));
  if (base && options.which !== "valid") variants.push(...wrongVariants(base, forPort));
  const kept = limited(variants, options);
  const numbers = new Map<string, number>();
  const texts = kept.map((variant) => {
    const kind = `${variant.valid ? "valid" : "invalid"}.${variant.kind}`;
    const number = (numbers.get(kind) ?? 0) + 1;
    numbers.set(kind, number);
    return [
      `### ${name}: ${variant.title.replace(/\s+/g, " ")}`,
      `# @name ${name}.${kind}.${number}`,
      ...full.directives,
      ...(variant.codes.length > 0 ? [`# @ignore ${variant.codes.join(" ")}`] : []),
      ...expectations(variant, endpoint.operation),
      counted(variant.text),
      "",
    ].join("\n");
  });
  const left = variants.length - kept.length;
  if (left > 0)
    texts.unshift(
      `# ${l10n.t("{0} more requests for {1} are left out (--limit {2}).", left, name, options.limit)}\n\n`,
    );
  return texts.join("\n");
}

/** The text of a request without its title and name, and the directives above it. */
function sampleRequest(contract: Contract, index: number, extent: Extent, wsdl: string | undefined) {
  const text = contract.requests([index], { extent, wsdl, contentLength: "variable" });
  const lines = text.split("\n");
  const start = lines.findIndex((line, at) => at > 0 && !line.startsWith("#") && !line.startsWith("@"));
  const directives = lines.slice(1, start).filter((line) => !line.startsWith("# @name "));
  return { directives, request: trimTrailing(lines.slice(start).join("\n"), "\n") };
}

function rightVariants(base: Base, required: string): readonly Variant[] {
  const variants: Variant[] = [];
  const add = (kind: string, title: string, text: string) => {
    if (base.findings(text).length === 0) variants.push({ valid: true, kind, title, text, codes: [] });
  };
  add("required", l10n.t("only what is required"), required);
  if (required !== base.text) add("optional", l10n.t("with everything that is optional"), base.text);
  const seen = new Set(variants.map(({ text }) => text));
  for (const candidate of bounded(rightCandidates(base))) {
    const text = base.apply(candidate);
    if (seen.has(text)) continue;
    seen.add(text);
    add(candidate.kind, candidate.title, text);
  }
  return inOrder(variants, rightKinds);
}

function wrongVariants(base: Base, forPort: boolean): readonly Variant[] {
  const variants: Variant[] = [];
  // Some changes are tried in several ways.
  const seen = new Set<string>();
  for (const candidate of bounded(wrongCandidates(base))) {
    const key = JSON.stringify([candidate.kind, candidate.title]);
    if (seen.has(key)) continue;
    const text = base.apply(candidate);
    const findings = base.findings(text);
    const [only] = findings;
    if (findings.length !== 1 || only?.severity !== "error" || only.code !== codeOf[candidate.kind]) continue;
    seen.add(key);
    variants.push({ valid: false, kind: candidate.kind, title: candidate.title, text, codes: [only.code] });
  }
  for (const candidate of forPort ? messageCandidates(base) : []) {
    const text = base.apply(candidate);
    const codes = [...new Set(base.findings(text).map(({ code }) => code))];
    variants.push({ valid: false, kind: candidate.kind, title: candidate.title, text, codes });
  }
  return inOrder(variants, [...wrongKinds, ...messageKinds]);
}

/** The one violation that each kind is. */
const codeOf: Readonly<Partial<Record<WrongKind, string>>> = {
  "element-missing": "schema-element-missing",
  "choice-empty": "schema-element-missing",
  "element-order": "schema-element-order",
  "element-namespace": "schema-element-namespace",
  "element-unexpected": "schema-element-unexpected",
  "element-too-many": "schema-element-unexpected",
  "choice-both": "schema-element-unexpected",
  text: "schema-text",
  "attribute-missing": "schema-attribute-missing",
  "attribute-unexpected": "schema-attribute-unexpected",
  type: "schema-value",
  enumeration: "schema-value",
  pattern: "schema-value",
  fixed: "schema-value",
  length: "schema-value",
  minLength: "schema-value",
  maxLength: "schema-value",
  minInclusive: "schema-value",
  maxInclusive: "schema-value",
  minExclusive: "schema-value",
  maxExclusive: "schema-value",
  totalDigits: "schema-value",
  fractionDigits: "schema-value",
  nil: "schema-nil",
  "xsi-type": "schema-type",
  abstract: "schema-type",
  key: "schema-key",
  keyref: "schema-key",
  unique: "schema-key",
  id: "schema-id",
};

/** At most so many of each kind. */
function* bounded<Kind extends string>(candidates: Iterable<Candidate<Kind>>): Generator<Candidate<Kind>> {
  const tried = new Map<string, number>();
  for (const candidate of candidates) {
    const count = (tried.get(candidate.kind) ?? 0) + 1;
    tried.set(candidate.kind, count);
    if (count <= maxTried) yield candidate;
  }
}

function inOrder(variants: readonly Variant[], kinds: readonly string[]): readonly Variant[] {
  return variants.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

/** Kinds in turn, so that none is lost; the seed says which of a kind come first. */
function limited(variants: readonly Variant[], { limit, seed }: VariantOptions): readonly Variant[] {
  if (variants.length <= limit) return variants;
  const kinds = new Map<string, Variant[]>();
  for (const one of variants) {
    const key = `${one.valid} ${one.kind}`;
    const ofKind = kinds.get(key);
    if (ofKind) ofKind.push(one);
    else kinds.set(key, [one]);
  }
  const kept = new Set<Variant>();
  for (let round = 0; kept.size < limit; round++) {
    for (const ofKind of kinds.values()) {
      const one = round < ofKind.length ? ofKind[(round + seed) % ofKind.length] : undefined;
      if (one && kept.size < limit) kept.add(one);
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

/** The request with the number of its body's bytes, unless a value is known only when it is sent. */
function counted(request: string): string {
  const at = request.indexOf("\n\n");
  const body = at < 0 ? "" : request.slice(at + 2);
  if (body.replaceAll("{{$guid}}", "").includes("{{$")) return request;
  const length = new TextEncoder().encode(body.replaceAll("{{$guid}}", "0".repeat(36))).length;
  return request.replace("Content-Length: {{$contentLength}}", `Content-Length: ${length}`);
}
