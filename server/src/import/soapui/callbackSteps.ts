import * as l10n from "@vscode/l10n";
import type { CollectionRequest, PreambleLine } from "../collection.ts";
import { equals } from "../common/expectations.ts";
import { assertionLines } from "./assertions.ts";
import { commentOf, descriptionLines } from "./comments.ts";
import { mockResponse } from "./mocks.ts";
import { attribute, child, childrenNamed, childText, type ProjectElement } from "./projectXml.ts";
import type { StepPlace } from "./requestSteps.ts";
import { constantText, expanded } from "./scope.ts";
import { writtenXPath } from "./xpath.ts";

/** The response in a MockResponse step; undefined for other steps. */
export function callbackOf(step: ProjectElement): ProjectElement | undefined {
  return attribute(step, "type") === "mockresponse" ? child(child(step, "config"), "response") : undefined;
}

/** Converts a MockResponse step to a response below `# @receive`. `above`: the name of the request before it. */
export function callbackStep(
  step: ProjectElement,
  response: ProjectElement,
  { scope, path, context, before }: Pick<StepPlace, "scope" | "path" | "context" | "before">,
  above: string | undefined,
): CollectionRequest {
  const config = child(step, "config");
  const stepItem = context.ledger.add("step", "mockresponse", path);
  const item = context.ledger.add("mock", "response", path);
  const name = attribute(step, "name");
  const { status, headers, body, preamble } = mockResponse(response, item, { scope, context, isRest: false, name });
  const port = childText(config, "port")?.trim() ?? "";
  if (port !== "")
    item.partly(
      l10n.t(
        "SoapUI listens on port {0}. Write {1} in the request above, or use soaphttp test --listen with this port.",
        port,
        "{{callback.address}}",
      ),
    );
  const start = childText(config, "startStep")?.trim() ?? "";
  if (start !== "" && start !== above)
    item.partly(l10n.t("SoapUI listens from the step {0} on; here, from the request above on.", start));
  const limit = Number(childText(config, "timeout")?.trim() || 0);
  if (!(limit > 0)) item.partly(l10n.t("SoapUI waits without a limit; here, for 30 s."));
  const within = limit > 0 ? Math.min(3600, Math.ceil(limit / 1000)) : 30;
  const prefixes = context.prefixes.of("");
  const query = constantText(childText(config, "query") ?? "", scope)?.trim();
  if (query === undefined) item.partly(l10n.t("Its condition can't be imported."));
  const { text: subject, isExpression } = writtenXPath(query ?? "", prefixes, "allowed");
  const match = expanded(childText(config, "match") ?? "", scope, item);
  const expectations = childrenNamed(config, "assertion").flatMap((assertion): readonly PreambleLine[] => {
    const own = context.ledger.add("assertion", attribute(assertion, "type"), path);
    const lines = assertionLines(assertion, { scope, prefixes, hasContract: false }, own);
    const isOfResponse = (line: PreambleLine) =>
      line.kind === "expect" && ofResponses.test(String(line.expectation[0] ?? ""));
    if (!lines.some(isOfResponse)) return lines;
    own.explain(l10n.t("It is about a response, not about the request that comes in."));
    return [{ kind: "comment", item: own, text: commentOf(assertion) }];
  });
  if (preamble.some((line) => line.kind === "directive")) item.partly(l10n.t("Its delay is not imported."));
  return {
    kind: "request",
    item,
    alsoItems: [stepItem],
    name: name || attribute(response, "name"),
    status,
    method: "POST",
    target: [],
    headers,
    body: body && { kind: "text", text: body },
    preamble: [
      ...descriptionLines(step),
      {
        kind: "directive",
        name: "receive",
        value: `POST ${pathOf(childText(config, "path") ?? "")} within ${within} s`,
      },
      ...before.filter(({ kind }) => kind === "skip"),
      ...(subject === ""
        ? []
        : [{ kind: "expect" as const, item, expectation: equals(isExpression ? `(${subject})` : subject, match) }]),
      ...expectations,
      ...preamble.filter((line) => line.kind === "comment"),
    ],
  };
}

/** Expectations that only responses can fulfill. */
const ofResponses = /^(?:status|contract|addressing|redirects|certificate)\b/;

/** The path for `# @receive`. Expansions, and text that a path can't contain, become `*` for any text. */
function pathOf(typed: string): string {
  const [path = ""] = typed.replace(/\$\{[^{}]*\}/g, "*").split(/[?#]/, 1);
  return `/${path
    .trim()
    .replace(/^\//, "")
    .replace(/[\s{}]+/g, "*")}`;
}
