import * as l10n from "@vscode/l10n";
import { declaredName, nearestRequest, unknownRequest } from "../expectations/declared.ts";
import { namedRequests, testDirectives } from "../expectations/directives.ts";
import type { Segment, SoapHttpDocument } from "../format/document.ts";
import type { Message } from "../message/message.ts";
import { type Needs, needsIn, requestsInCycles } from "../message/needs.ts";
import type { Scope } from "../message/scope.ts";
import { memoized } from "../text/memoized.ts";
import type { Reference } from "../text/references.ts";
import { shift } from "../text/span.ts";
import { cycleText } from "../variables/value.ts";
import { changeTo } from "./edits.ts";
import type { MessageOf, Report } from "./rule.ts";

export function* needsUnknown(document: SoapHttpDocument, { variables: { declared } }: Scope): Iterable<Report> {
  for (const { start, segment } of document.segments) {
    if (!segment.message) continue;
    for (const { name, ...span } of testDirectives(segment).renewals)
      if (declared.imported.has(name))
        yield {
          at: shift({ start: span.start, end: span.end }, start),
          message: l10n.t("Only a request of this file can be sent again by @renew."),
        };
    for (const need of namedRequests(segment)) {
      const message = unknownRequest(need.name, declared);
      if (message === undefined) continue;
      const at = shift({ start: need.start, end: need.end }, start);
      const near = nearestRequest(need.name, declared);
      yield { at, message, fixes: () => (near === undefined ? [] : [changeTo(at, near)]) };
    }
  }
}

const byScope = new WeakMap<Scope, ReturnType<typeof needsIn>>();

/**
 * The requests that each request of a file needs or renews, including requests of imported files.
 * @param scope the scope of the file; there is one for each version of its text and its body files
 */
export function allNeedsOf(document: SoapHttpDocument, scope: Scope, messageOf: MessageOf): ReturnType<typeof needsIn> {
  const needs =
    byScope.get(scope) ?? needsIn(document, scope.variables.declared, (segment) => inBodyFile(messageOf(segment)));
  byScope.set(scope, needs);
  return needs;
}

/** The requests of the same file that each request needs or renews. */
export function needsOf(document: SoapHttpDocument, scope: Scope, messageOf: MessageOf): Needs {
  return allNeedsOf(document, scope, messageOf).own;
}

function inBodyFile(message: Message | undefined): readonly Reference[] {
  const { bodyFile, bodyFileText } = message ?? {};
  if (!bodyFile?.replaced) return [];
  const { start, end } = bodyFile;
  return [...new Set(bodyFileText?.references.map(({ name }) => name))].map((name) => ({ start, end, name }));
}

/** The needed requests that must be sent before, without renewals. */
export const withoutRenewals = memoized(
  (needs: Needs): Needs => new Map([...needs].map(([one, all]) => [one, all.filter(({ isRenewal }) => !isRenewal)])),
);

const inCycles = memoized(requestsInCycles);

/** The requests that need each other, with a sentence about them; undefined if there are none. */
export function cycleIn(
  needs: Needs,
): { readonly requests: ReadonlySet<Segment>; readonly message: string } | undefined {
  const requests = inCycles(needs);
  if (requests.size === 0) return undefined;
  const names = cycleText(new Set([...requests].map((one) => declaredName(one) ?? l10n.t("a request without a name"))));
  const message =
    inCycles(withoutRenewals(needs)).size > 0
      ? l10n.t("These requests need each other, so none of them can be sent first: {0}.", names)
      : l10n.t("These requests need each other, so @renew would send them without end: {0}.", names);
  return { requests, message };
}

export function* needsCycle(document: SoapHttpDocument, scope: Scope, messageOf: MessageOf): Iterable<Report> {
  const needs = needsOf(document, scope, messageOf);
  const { requests, message } = cycleIn(needs) ?? {};
  if (!requests || !message) return;
  for (const { start, segment } of document.segments) {
    if (!requests.has(segment)) continue;
    const seen = new Set<Segment>();
    for (const need of needs.get(segment) ?? []) {
      if (!requests.has(need.segment) || seen.has(need.segment)) continue;
      seen.add(need.segment);
      yield { at: shift({ start: need.start, end: need.end }, start), message };
    }
  }
}
