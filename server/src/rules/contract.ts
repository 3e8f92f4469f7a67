import * as l10n from "@vscode/l10n";
import type { Contract } from "../contract/contract.ts";
import { endpointName } from "../contract/find.ts";
import type { PlacedSegment, SoapHttpDocument } from "../format/document.ts";
import type { Directive, PreambleItem } from "../format/preamble.ts";
import type { Message } from "../message/message.ts";
import type { Scope } from "../message/scope.ts";
import type { ContractLookup } from "../resources/contractLookup.ts";
import { firstBreak } from "../text/lines.ts";
import { isSimilar } from "../text/similar.ts";
import { type Span, shift, slice } from "../text/span.ts";
import { nameSpan } from "../xml/query.ts";
import { changeTo, fix, insert } from "./edits.ts";
import { type Report, type Rule, rule } from "./rule.ts";

const source = "the .soaphttp format";

/** The rules about the WSDLs that a request names, and about finding its contract. */
export const contractRules: readonly Rule[] = [
  rule("wsdl-not-loaded", "information", source, ({ segment, scope }) => reportsOf(segment, scope, notLoaded)),
  rule("wsdl-problem", "warning", source, ({ segment, scope }) => reportsOf(segment, scope, problem)),
  rule("wsdl-ambiguous", "information", source, ambiguous),
  rule("operation-unknown", "warning", source, operationUnknown),
];

/** The rules for `# @wsdl` at the top of a file. Spans are in the document's text. */
export const contractDocumentRules: readonly Rule<(document: SoapHttpDocument, scope: Scope) => Iterable<Report>>[] = [
  rule("wsdl-not-loaded", "information", source, (document, scope) => reportsAtTop(document, scope, notLoaded)),
  rule("wsdl-problem", "warning", source, (document, scope) => reportsAtTop(document, scope, problem)),
];

type Check = (contract: Contract, location: string, at: Directive) => Report | undefined;

interface Preamble {
  readonly text: string;
  readonly preamble: readonly PreambleItem[];
}

function* reportsOf({ text, preamble }: Preamble, { resolver: { contracts } }: Scope, check: Check): Iterable<Report> {
  for (const item of preamble) {
    if (item.kind !== "directive" || slice(text, item.name) !== "wsdl") continue;
    const location = slice(text, item.value);
    const contract = location === "" ? undefined : contracts.at(location);
    const report = contract && check(contract, location, item);
    if (report) yield report;
  }
}

function* reportsAtTop({ segments }: SoapHttpDocument, scope: Scope, check: Check): Iterable<Report> {
  for (const { start, segment } of topSegments(segments)) {
    for (const report of reportsOf(segment, scope, check)) yield { ...report, at: shift(report.at, start) };
  }
}

/** The segments without a request. Segments with a request are checked by rules for requests. */
function topSegments(segments: readonly PlacedSegment[]): readonly PlacedSegment[] {
  return segments.filter(({ segment }) => segment.message === undefined);
}

function notLoaded(contract: Contract, location: string, { value }: Directive): Report | undefined {
  const { file } = contract;
  if (typeof file !== "object" || !("refused" in file) || !file.unallowed) return undefined;
  return {
    at: value,
    message: l10n.t("The WSDL at {0} isn't loaded.", hostOf(contract.uri) ?? location),
    fixes: () => [{ ...fix(l10n.t("Load WSDL")), loadWsdl: contract.uri }],
  };
}

function hostOf(uri: string): string | undefined {
  return /^https?:\/\/([^/?#]+)/i.exec(uri)?.[1];
}

/**
 * Reports a WSDL that has no operations or can't be read. A missing file is an invalid value of the directive.
 * Problems of a WSDL with operations are reported in its own files, because new requests for it must have no
 * findings.
 */
function problem(contract: Contract, location: string, { value }: Directive): Report | undefined {
  const { file } = contract;
  if (contract.pending.length > 0 || typeof file !== "object") return undefined;
  if ("refused" in file) {
    return file.unallowed ? undefined : { at: value, message: l10n.t("Can't read {0}: {1}", location, file.refused) };
  }
  const problems = contract.problemsOfReading();
  const [first] = problems;
  // A schema without a WSDL is used too: the elements of documents are checked by it.
  if (contract.endpoints.length > 0 || contract.isSchema) return undefined;
  if (!first) return { at: value, message: l10n.t("{0} has no operations.", location) };
  const name = first.uri.slice(first.uri.lastIndexOf("/") + 1);
  const place = l10n.t("{0}, line {1}: {2}", name, first.line, first.message);
  return {
    at: value,
    message: problems.length === 1 ? place : `${place} ${l10n.t("The WSDL has {0} problems.", problems.length)}`,
  };
}

const maxNames = 10;

function* ambiguous(message: Message): Iterable<Report> {
  const { contract, payload } = message;
  if (contract.kind !== "ambiguous") return;
  const { matches } = contract;
  const at = payload ? nameSpan(payload) : message.headPlace;
  const uris = [...new Set(matches.map((match) => match.contract.uri))];
  if (uris.length > 1 && contract.source !== "request") {
    const locations = uris.map((uri) => message.scope.resolver.contracts.locationOf(uri));
    yield {
      at,
      message: l10n.t("Several WSDLs have this operation: {0}. Choose one with # @wsdl.", listed(locations)),
      fixes: () => locations.slice(0, maxNames).map((one) => directiveFix(message, `# @wsdl ${one}`)),
    };
  } else {
    const names = [...new Set(matches.map(endpointName))];
    // Overloaded operations have the same name, so the author can't choose one.
    if (names.length === 1) return;
    yield {
      at,
      message: l10n.t("Several operations have this payload: {0}. Choose one with # @operation.", listed(names)),
      fixes: () => names.slice(0, maxNames).map((one) => directiveFix(message, `# @operation ${one}`)),
    };
  }
}

function listed(names: readonly string[]): string {
  return [...names.slice(0, maxNames), ...(names.length > maxNames ? ["…"] : [])].join(", ");
}

function directiveFix({ syntax, text }: Message, line: string) {
  return fix(l10n.t("Insert {0}", line), insert(syntax.start, `${line}${firstBreak(text)}`));
}

function* operationUnknown(message: Message): Iterable<Report> {
  const { preamble } = message.segment;
  const item = preamble.findLast((one) => one.kind === "directive" && message.slice(one.name) === "operation");
  if (item?.kind !== "directive") return;
  const report = unknownOperation(message, item.value, message.slice(item.value));
  if (report) yield report;
}

export function unknownOperation(message: Message, at: Span, typed: string): Report | undefined {
  const { contract, scope } = message;
  const isKnown = contract.kind === "found" && contract.operation !== undefined;
  if (typed === "" || isKnown || contract.kind === "ambiguous" || contract.kind === "pending") return undefined;
  const searched = searchedContracts(message, scope.resolver.contracts);
  if (searched.length === 0) return undefined;
  const similar = similarOperation(searched, typed);
  return {
    at,
    message: similar
      ? l10n.t("The operation {0} is unknown. Did you mean {1}?", typed, similar)
      : l10n.t("The operation {0} is unknown. The WSDL has: {1}.", typed, listed(namesIn(searched))),
    fixes: () => (similar ? [changeTo(at, similar)] : []),
  };
}

function searchedContracts({ contract, scope, segment, text }: Message, lookup: ContractLookup): readonly Contract[] {
  if (contract.kind === "found") return [contract.contract];
  const isNamed = segment.preamble.some(
    (item) => item.kind === "directive" && /^(?:no-)?wsdl$/.test(slice(text, item.name)),
  );
  const all = isNamed || scope.variables.wsdls.length > 0 ? [] : [...lookup.ofSetting(), ...lookup.ofWorkspace()];
  return all.filter(({ endpoints }) => endpoints.length > 0);
}

function namesIn(contracts: readonly Contract[]): readonly string[] {
  return [...new Set(contracts.flatMap(({ index }) => index.names))];
}

/** The most similar name of an operation. It has as many parts (`Service/Port/Operation`) as the typed name. */
function similarOperation(contracts: readonly Contract[], typed: string): string | undefined {
  const parts = typed.split("/").length;
  const local = typed.slice(typed.lastIndexOf("/") + 1);
  for (const contract of contracts) {
    const name =
      contract.index.names.find((one) => one === local) ?? contract.index.names.find((one) => isSimilar(one, local));
    const endpoint = name === undefined ? undefined : contract.endpoints[contract.index.withName(name)[0] ?? -1];
    if (endpoint) return endpointName(endpoint).split("/").slice(-parts).join("/");
  }
  return undefined;
}
