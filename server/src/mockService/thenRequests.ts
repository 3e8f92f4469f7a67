import * as l10n from "@vscode/l10n";
import { analyze } from "../analysis/analysis.ts";
import { messagesOf, outgoingOf } from "../analysis/messageInfo.ts";
import { whyUnsendable } from "../analysis/outgoing.ts";
import type { ThenDirective } from "../format/directiveValues.ts";
import type { LaterRequest } from "../protocol/served.ts";
import type { Resolver } from "../resources/resolver.ts";
import { nameOfAsked } from "../text/asked.ts";
import { toBase64 } from "../text/base64.ts";
import type { Sending } from "../variables/sending.ts";

/** The request that `# @then` names, with the values of the received request, or why it can't be sent. */
export function thenRequest({ after, path, name }: ThenDirective, resolver: Resolver, sending: Sending): LaterRequest {
  const label = `${path}#${name}`;
  const refused = (problem: string): LaterRequest => ({ after, label, problem, isLiteral: false });
  const file = resolver.imported(path);
  if (file.kind !== "imported") return refused(l10n.t("{0} can't be read.", path));
  const analysis = analyze(file.document.text, { rules: {} }, resolver);
  const request = messagesOf(analysis).find((one) => one.name === name);
  if (!request) return refused(l10n.t("No request in {0} is named {1}.", path, name));
  const login = (["auth", "tls"] as const).find((one) => request.message.directive(one) !== undefined);
  if (login) return refused(l10n.t("# @then can't be used with # @{0}.", login));
  const made = outgoingOf(analysis, request, { ...sending, secret: () => undefined });
  if (made.kind === "secrets")
    return refused(l10n.t("A mock service has no secrets: {0}.", made.names.map(nameOfAsked).join(", ")));
  const problems = made.kind === "unsendable" ? whyUnsendable(made.problems) : made.errors;
  const [first] = problems;
  if (made.kind === "unsendable" || first) return refused(first?.message ?? l10n.t("The request has no address."));
  const { address, body, method, target, requestLine, absoluteRequestLine, head, emptyLine, fields } = made.outgoing;
  const parts = { method, target, requestLine, absoluteRequestLine, head, emptyLine, fields };
  // A client of the mock service must not choose the host, not even through a value of # @set.
  const own = request.message.address;
  return {
    after,
    label,
    isLiteral: own?.scheme === address.scheme && own.host === address.host && own.port === address.port,
    request: { ...address, ...parts, body: toBase64(body) },
  };
}
