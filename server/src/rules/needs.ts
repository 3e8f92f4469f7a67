import * as l10n from "@vscode/l10n";
import type { Segment, SoapHttpDocument } from "../document.ts";
import { declaredIn, nameOf, unknownRequest } from "../expectations/declared.ts";
import { testDirectives } from "../expectations/directives.ts";
import { nearest } from "../text/nearest.ts";
import { shift } from "../text/span.ts";
import { needsIn, requestsInCycles } from "../variables/needs.ts";
import { cycleText } from "../variables/value.ts";
import { changeTo } from "./edits.ts";
import type { Report } from "./rule.ts";

export function* needsUnknown(document: SoapHttpDocument): Iterable<Report> {
  const { requests } = declaredIn(document);
  for (const { start, segment } of document.segments) {
    if (!segment.request) continue;
    for (const need of testDirectives(segment).needs) {
      const message = unknownRequest(need.name, requests);
      if (message === undefined) continue;
      const at = shift({ start: need.start, end: need.end }, start);
      const near = nearest(need.name, [...requests]);
      yield { at, message, fixes: () => (near === undefined ? [] : [changeTo(at, near)]) };
    }
  }
}

/** The requests that need each other, and a sentence about them; undefined if there are none. */
export function cycleIn(
  document: SoapHttpDocument,
): { readonly requests: ReadonlySet<Segment>; readonly message: string } | undefined {
  const requests = requestsInCycles(needsIn(document));
  if (requests.size === 0) return undefined;
  const names = new Set([...requests].map((one) => nameOf(one) ?? l10n.t("a request without name")));
  const message = l10n.t("These requests need each other, so none of them can be sent first: {0}.", cycleText(names));
  return { requests, message };
}

export function* needsCycle(document: SoapHttpDocument): Iterable<Report> {
  const { requests, message } = cycleIn(document) ?? {};
  if (!requests || !message) return;
  const needs = needsIn(document);
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
