import type { ContractOperation } from "../contract/operationReference.ts";
import { conditionsIn, testDirectives } from "../expectations/directives.ts";
import { isProxy, readTls } from "../format/connectionDirectives.ts";
import { readWait } from "../format/directiveValues.ts";
import { type PlacedSegment, receivingOf, seedIn, segmentAt } from "../format/document.ts";
import { expectationReferences } from "../message/fileVariables.ts";
import type { Message } from "../message/message.ts";
import type { Scope } from "../message/scope.ts";
import type { Asked, OutgoingMessage, SecretSource } from "../protocol/protocol.ts";
import type { Compute } from "../resources/keys.ts";
import { check, findingOf } from "../rules/check.ts";
import { fileDirectiveValue, namesUsed, unknownEnvironments } from "../rules/file.ts";
import { readQuestion } from "../text/asked.ts";
import { parseDuration } from "../text/duration.ts";
import { type Span, shift } from "../text/span.ts";
import type { Explained } from "../variables/explained.ts";
import { seeded } from "../variables/seeded.ts";
import type { Sending } from "../variables/sending.ts";
import { type Analysis, messageOf } from "./analysis.ts";
import { type DocumentFinding, placedFindings, segmentFindings } from "./findings.ts";
import { type Outgoing, outgoing, sendingErrors, whyUnsendable } from "./outgoing.ts";
import { Rounds } from "./rounds.ts";

/** A request or a response of a document, as CodeLenses and lists show it. */
export interface MessageInfo {
  readonly segment: PlacedSegment;
  readonly message: Message;
  readonly range: Span;
  readonly line: Span;
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly errors: readonly DocumentFinding[];
}

export function messagesOf(analysis: Analysis): readonly MessageInfo[] {
  return analysis.document.segments.flatMap((segment) => messageInfo(analysis, segment) ?? []);
}

/** The requests that touch a span. At an offset where a request begins, the previous request touches it, too. */
export function requestsTouching(analysis: Analysis, { start, end }: Span): readonly MessageInfo[] {
  const touching = ({ start: from, segment }: PlacedSegment) => from <= end && start <= from + segment.text.length;
  return analysis.document.segments.filter(touching).flatMap((segment) => messageInfo(analysis, segment) ?? []);
}

export function requestAt(analysis: Analysis, offset: number): MessageInfo | undefined {
  const segment = segmentAt(analysis.document, offset);
  return segment && messageInfo(analysis, segment);
}

function messageInfo(analysis: Analysis, segment: PlacedSegment): MessageInfo | undefined {
  const message = messageOf(analysis, segment.segment);
  if (!message) return undefined;
  const { start } = segment;
  const { separator } = segment.segment;
  const title = message.directive("title") ?? (separator?.title && message.slice(separator.title));
  return {
    segment,
    message,
    range: { start, end: start + message.text.length },
    line: shift(message.syntax.requestLine ?? message.syntax.first, start),
    name: message.directive("name") || undefined,
    title: title || undefined,
    // Sending a request uses the errors of `outgoingOf` instead.
    get errors() {
      return segmentFindings(analysis, segment).filter(({ severity }) => severity === "error");
    },
  };
}

/** The names of variables that a text uses or defines. */
export function namesIn(analysis: Analysis): ReadonlySet<string> {
  const { document, scope } = analysis;
  const used = namesUsed(document, scope, ({ segment }) => messageOf(analysis, segment));
  const secrets = [...used].flatMap((name) =>
    name.startsWith("$secret ") ? name.slice("$secret ".length).trim() : (readQuestion(name)?.text ?? []),
  );
  return new Set([...used, ...secrets, ...scope.variables.names.filter((name) => !scope.isGiven(name))]);
}

/** The request target to show. If its value contains a secret, the text is shown as typed. */
export function shownTarget(message: Message): string {
  const receiving = receivingOf(message.segment);
  if (receiving) return receiving.path;
  const typed = message.syntax.requestLine?.target;
  const hasSecret = typed !== undefined && message.sourcesIn(typed).length > 0;
  return hasSecret ? message.slice(typed) : (message.target?.typed.text ?? "");
}

export type SentSecrets = ReadonlyMap<string, readonly SecretSource[]>;

/** A request with the values that its variables have in one sending. */
export type AtSending =
  | {
      readonly kind: "message";
      readonly outgoing: Outgoing;
      readonly sent: Message;
      readonly soapVersion: "1.1" | "1.2" | undefined;
      readonly operation: ContractOperation | undefined;
      /** Errors of the request. Some are found only with the values of all variables. */
      readonly errors: readonly DocumentFinding[];
      readonly secrets: SentSecrets;
    }
  | { readonly kind: "unsendable"; readonly problems: readonly DocumentFinding[]; readonly secrets: SentSecrets }
  | { readonly kind: "secrets"; readonly names: readonly Asked[] };

/** A request with the values of one sending, not yet checked. */
export interface Rendered {
  readonly outgoing: Outgoing | undefined;
  readonly sent: Message;
  readonly scope: Scope;
  /** Secrets without a value. */
  readonly unknown: readonly Asked[];
  /** Computed values, in the order of their computation. */
  readonly explained: readonly Explained[];
}

/** The message in a single round, without the values that only the host can compute. */
export function outgoingOf(analysis: Analysis, request: MessageInfo, sending: Sending): AtSending {
  return checked(analysis, request, rendered(analysis, request, sending));
}

/** The message with all values, including those that the host computes. */
export async function computedOutgoing(
  analysis: Analysis,
  request: MessageInfo,
  sending: Sending,
  compute: Compute,
): Promise<AtSending> {
  const rounds = new Rounds(withSeed(analysis, request, sending), (one) => rendered(analysis, request, one));
  const isWaiting = rounds.made.unknown.length > 0;
  return checked(analysis, request, isWaiting ? rounds.made : await rounds.finished(compute));
}

/** A sending whose random values are derived from the seed of the command or of the file, if there is one. */
export function withSeed({ document }: Analysis, { segment, name }: MessageInfo, sending: Sending): Sending {
  const seed = sending.seed ?? seedIn(document);
  if (seed === undefined) return sending;
  const { file = "", use = [], row = 0, number = 1 } = sending.place ?? {};
  const place = [seed, file, use, document.segments.indexOf(segment), name ?? "", row, number];
  return { ...sending, ...seeded(JSON.stringify(place)) };
}

export function rendered(analysis: Analysis, { message }: MessageInfo, sending: Sending): Rendered {
  const unknown = new Map<string, Asked>();
  const explained: Explained[] = [];
  const scope = analysis.scope.forSending({
    ...sending,
    onExplained: (one) => explained.push(one),
    secret: (name, token) => {
      const value = sending.secret(name, token);
      if (value === undefined) unknown.set(name, token ?? name);
      return value;
    },
  });
  const sent = message.isConstant ? message : message.withScope(scope);
  const result = outgoing(sent);
  // Expectations use these values after sending, when secrets can no longer be requested.
  for (const { name } of expectationReferences(message.segment)) scope.lookup(name);
  // Copied before the check, because the check also evaluates variables that this request doesn't use.
  return { outgoing: result, sent, scope, unknown: [...unknown.values()], explained: [...explained] };
}

export function checked(
  analysis: Analysis,
  { segment, message }: MessageInfo,
  { outgoing: result, sent, scope, unknown: names }: Rendered,
): AtSending {
  // Checking all variables may find more secrets. A request without variables isn't checked until its errors are needed.
  const ofValues = message.isConstant
    ? undefined
    : placedFindings(analysis, segment, check(sent, analysis.options.transport));
  const findings = () => ofValues ?? segmentFindings(analysis, segment);
  // An unknown environment is an error even if the rule is off: without its variables, the request could reach another service.
  const unknown = Array.from(unknownEnvironments(analysis.document, analysis.scope), (report) => ({
    ...findingOf(fileDirectiveValue, report),
    segment: undefined,
  }));
  if (unknown.length > 0) return { kind: "unsendable", problems: unknown, secrets: new Map(scope.secrets) };
  // No secret is requested for a request that has other errors and can't be sent anyway.
  if (names.length > 0 && sendingErrors(findings()).length === 0) return { kind: "secrets", names };
  const { authentication } = sent;
  const secrets = new Map(scope.secrets);
  const password =
    authentication.kind === "known" && "password" in authentication.value && authentication.value.password;
  if (authentication.kind === "known" && password) secrets.set(password, authentication.sources);
  if (!result) return { kind: "unsendable", problems: whyUnsendable(findings()), secrets };
  const read = () => sent.inlined ?? sent;
  return {
    kind: "message",
    outgoing: result,
    sent,
    get soapVersion() {
      return read().soapVersion;
    },
    get operation() {
      const { contract } = read();
      return contract.kind === "found" ? contract.operation : undefined;
    },
    get errors() {
      return findings().filter(({ severity }) => severity === "error");
    },
    secrets,
  };
}

/** The directives of a request that affect how it is sent. */
export function sendingDirectives({ message }: MessageInfo): Pick<
  OutgoingMessage,
  "timeout" | "redirects" | "note" | "cookies" | "tls" | "proxy" | "receive"
> & {
  readonly wait: number;
} {
  const proxy = message.directive("proxy") ?? "";
  const typed = readTls(message.directive("tls") ?? "");
  const files = message.scope.resolver.certificateFiles.map(({ path, uri }) => ({ path, uri }));
  const own = typeof typed === "string" ? undefined : typed;
  const tls = own?.key === undefined && files.length > 0 ? { ...own, files } : own;
  return {
    ...(tls ? { tls } : {}),
    ...(isProxy(proxy) ? { proxy } : {}),
    receive: receivingOf(message.segment),
    timeout: parseDuration(message.directive("timeout") ?? ""),
    redirects: message.directive("no-redirect") === undefined,
    note: message.directive("note"),
    cookies: message.directive("cookies") !== undefined,
    wait: readWait(message.directive("wait") ?? "") ?? 0,
  };
}

/** Whether the response of a request is used for more than display, for example by expectations. */
export function isEvaluated({ name, segment: { segment } }: MessageInfo): boolean {
  const { sets, saves, expectationProblems, problems } = testDirectives(segment);
  const all = [conditionsIn(segment), sets, saves, expectationProblems, problems];
  return name !== undefined || all.some((directives) => directives.length > 0);
}
