import * as l10n from "@vscode/l10n";
import type { Callback, ServedRequest, ServedResponse } from "../../../server/src/protocol/served.ts";
import { shownAddress } from "../../../server/src/text/redaction.ts";
import { withoutBrackets } from "../transport/authority.ts";
import { ownRequest } from "../transport/ownRequest.ts";
import { valuesOfField } from "../transport/responseHead.ts";
import type { SendOptions, Transport } from "../transport/transport.ts";

/** Adds the reason to the log. `hosts`: the hosts that callbacks may be sent to, besides this machine. */
export function withAllowedCallback(
  response: ServedResponse,
  hosts: ReadonlySet<string>,
  { fields }: Pick<ServedRequest, "fields">,
): ServedResponse {
  const { callback, problem } = response;
  if (!callback) return response;
  const url = addressOf(callback);
  const host = url && withoutBrackets(url.hostname).toLowerCase();
  const isOfPage = valuesOfField(fields, "origin").length > 0;
  if (host !== undefined && !isOfPage && (isThisMachine(host) || hosts.has(host))) return response;
  const to = shownAddress(callback.to);
  const why = isOfPage
    ? l10n.t("The response is not sent to {0}, because the request comes from a web page.", to)
    : host === undefined
      ? l10n.t("The response is not sent to {0}, which isn't an http address.", to)
      : l10n.t(
          "The response is not sent to {0}, which isn't on this machine. Use --callbacks {1}.",
          to,
          shownAddress(host),
        );
  return { ...response, callback: undefined, problem: problem === undefined ? why : `${problem} ${why}` };
}

function addressOf({ to }: Callback): URL | undefined {
  // An address with a login is refused.
  if (!/^https?:\/\/[^/?#@\s\\]+(?:[/?#]|$)/i.test(to)) return undefined;
  try {
    return new URL(to);
  } catch {
    return undefined;
  }
}

export function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Sends a response to its address, on this machine without a proxy. Resolves with a sentence about why it wasn't received, if it wasn't. Never rejects. */
export async function sendCallback(
  callback: Callback,
  transport: Transport,
  options: Pick<SendOptions, "signal" | "tls">,
): Promise<string | undefined> {
  const url = addressOf(callback);
  if (!url) return undefined;
  const { contentType, soapAction, body } = callback;
  const fields = [
    { name: "Content-Type", value: contentType },
    ...(soapAction === undefined ? [] : [{ name: "SOAPAction", value: `"${soapAction}"` }]),
    { name: "Content-Length", value: String(body.length) },
  ];
  const request = ownRequest("POST", url, fields, body);
  const proxy = isThisMachine(request.host) ? "none" : undefined;
  const result = await transport.send({ ...request, proxy }, { ...options, ...ownRequestOptions });
  if (result.kind !== "response")
    return l10n.t("The response to {0} could not be sent ({1}).", shownAddress(callback.to), result.kind);
  return result.status < 300
    ? undefined
    : l10n.t("The response to {0} was answered with status {1}.", shownAddress(callback.to), result.status);
}

/** Maximum milliseconds of such a request. */
const longest = 30_000;
/** How a mock service sends requests of its own: callbacks, and those of `# @then`. */
export const ownRequestOptions: Omit<SendOptions, "signal"> = {
  timeout: longest,
  timeToComplete: longest,
  maxBytes: 1_000_000,
  redirects: "never",
  surplusWait: 0,
};
