import * as l10n from "@vscode/l10n";
import { holdsFor } from "../evaluation/compare.ts";
import type { CalledResponse } from "../protocol/served.ts";
import { slice } from "../text/span.ts";
import { type Choice, conditionScope, type NewSending, type ServedFile } from "./choice.ts";
import { holds } from "./conditions.ts";
import type { ReceivedRequest } from "./receivedRequest.ts";

/** Maximum length of the method and path that a failure quotes, in UTF-16 units. */
const longestNamed = 200;

/** Counts a request that gets a response with `# @expect`, and checks it before the response changes the state. */
export function countCall(choice: Choice, request: ReceivedRequest, newSending: NewSending): void {
  const { response, state, index } = choice;
  const { expected } = response.directives;
  if (expected.length === 0) return;
  const calls = state.calls.get(index) ?? { count: 0, missed: expected.map(() => ({ count: 0, first: "" })) };
  state.calls.set(index, calls);
  calls.count++;
  const scope = conditionScope(choice, response, request, newSending);
  for (const [at, one] of expected.entries()) {
    const missed = calls.missed[at];
    if (one.kind === "called" || !missed || holds(one.condition, request, scope)) continue;
    if (missed.count++ === 0) missed.first = `${request.served.method} ${request.path}`.slice(0, longestNamed);
  }
}

/** The results of all `# @expect` about the responses of a file, as far as its requests have come. */
export function calledResponses({ read, state }: ServedFile): readonly Omit<CalledResponse, "uri" | "file">[] {
  return read.responses.flatMap(({ name, segment, directives, lineOf }, index) => {
    const { count, missed } = state.calls.get(index) ?? { count: 0, missed: [] };
    const results = directives.expected.map((one, at) => {
      const failed = missed[at]?.count ?? 0;
      const held =
        one.kind === "called"
          ? holdsFor(one.operator, [String(count)], { text: one.count, quoted: false })
          : failed === 0;
      const why =
        one.kind === "called"
          ? l10n.t("The number of calls is {0}.", count)
          : l10n.t("{0} of {1} requests didn't meet it. The first was {2}.", failed, count, missed[at]?.first ?? "");
      const mayFollow = one.kind === "called" && (/^(?:>=?|!=)$/.test(one.operator) || count < Number(one.count));
      const isFinal = !held && !mayFollow;
      return { text: slice(segment.text, one), held, isFinal, why: held ? undefined : why, line: lineOf(one.start) };
    });
    const line = lineOf(segment.message?.start ?? directives.expected[0]?.start ?? 0);
    return results.length === 0 ? [] : [{ response: name, line, results }];
  });
}
