import * as l10n from "@vscode/l10n";
import type { Callback, ServedResponse } from "../../../server/src/protocol/served.ts";
import { shownAddress } from "../../../server/src/text/redaction.ts";
import { portOf, withoutBrackets } from "../transport/authority.ts";
import type { Transport } from "../transport/transport.ts";

/** Without a callback that must not be sent, and with the reason for the log. `hosts`: those that may get one, besides this machine. */
export function withAllowedCallback(response: ServedResponse, hosts: ReadonlySet<string>): ServedResponse {
  const { callback, problem } = response;
  if (!callback) return response;
  const url = addressOf(callback);
  const host = url && withoutBrackets(url.hostname).toLowerCase();
  if (host !== undefined && (isThisMachine(host) || hosts.has(host))) return response;
  const why =
    host === undefined
      ? l10n.t("The response is not sent to {0}, which isn't an http address.", shownAddress(callback.to))
      : l10n.t(
          "The response is not sent to {0}, which isn't on this machine. Use --callbacks {1}.",
          shownAddress(callback.to),
          host,
        );
  return { ...response, callback: undefined, problem: problem === undefined ? why : `${problem} ${why}` };
}

function addressOf({ to }: Callback): URL | undefined {
  // Without a login.
  if (!/^https?:\/\/[^/?#@\s\\]+(?:[/?#]|$)/i.test(to)) return undefined;
  try {
    return new URL(to);
  } catch {
    return undefined;
  }
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Sends a response to its address. Resolves with a sentence about why it wasn't received, if it wasn't. Never rejects. */
export async function sendCallback(callback: Callback, transport: Transport): Promise<string | undefined> {
  const url = addressOf(callback);
  if (!url) return undefined;
  const { contentType, body } = callback;
  const target = `${url.pathname}${url.search}`;
  const fields = [
    { name: "Host", value: url.host },
    { name: "Content-Type", value: contentType },
    { name: "Content-Length", value: String(body.length) },
  ];
  const result = await transport.send(
    {
      scheme: url.protocol === "https:" ? "https" : "http",
      host: withoutBrackets(url.hostname),
      port: portOf(url),
      method: "POST",
      target,
      requestLine: `POST ${target} HTTP/1.1`,
      absoluteRequestLine: `POST ${url.origin}${target} HTTP/1.1`,
      head: fields.map(({ name, value }) => `${name}: ${value}\r\n`).join(""),
      emptyLine: true,
      fields,
      body,
    },
    {
      signal: new AbortController().signal,
      timeout: longestCallback,
      maxBytes: 1_000_000,
      redirects: "never",
      surplusWait: 0,
      tls: () => ({}),
    },
  );
  if (result.kind !== "response")
    return l10n.t("The response to {0} could not be sent ({1}).", shownAddress(callback.to), result.kind);
  return result.status < 300
    ? undefined
    : l10n.t("The response to {0} was answered with status {1}.", shownAddress(callback.to), result.status);
}

/** Milliseconds. */
const longestCallback = 30_000;
