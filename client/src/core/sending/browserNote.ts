import * as l10n from "@vscode/l10n";
import type { RequestSummary } from "../../../../server/src/protocol/protocol.ts";
import { defaultPorts } from "../../transport/authority.ts";
import type { SendResult } from "../../transport/result.ts";
import type { Capabilities } from "../../transport/transport.ts";
import type { Memory } from "../memory.ts";

export interface BrowserNote {
  /** `blocked`: it can't work; `cors`: it works if the service allows it. */
  readonly kind: "blocked" | "cors";
  readonly title: string;
  readonly text: string;
}

/**
 * Why the browser can't send a request, or what the service must do so that its response can be seen (WHATWG Fetch, Mixed
 * Content). Undefined if nothing prevents it, or the address is unknown. `origin`: of the page; undefined if unknown.
 */
export function browserNote(
  { address, method }: Pick<RequestSummary, "address" | "method">,
  { plainHttp }: Pick<Capabilities, "plainHttp">,
  origin: string | undefined,
): BrowserNote | undefined {
  if (address === undefined || plainHttp === "anywhere") return undefined;
  const { scheme, host } = address;
  if (scheme === "http" && host !== "localhost" && host !== "127.0.0.1") {
    return {
      kind: "blocked",
      title: l10n.t("The browser blocks http to {0}", host),
      text: l10n.t(
        "VS Code for the Web can use unencrypted http only for localhost and 127.0.0.1. Use https, or send the request from VS Code on the desktop or a remote host.",
      ),
    };
  }
  const authority = address.port === defaultPorts[scheme] ? host : `${host}:${address.port}`;
  if (origin === `${scheme}://${authority}`) return undefined;
  const allow =
    origin === undefined
      ? l10n.t("Access-Control-Allow-Origin: * (or the page’s origin)")
      : l10n.t("Access-Control-Allow-Origin: {0} (or *)", origin);
  const preflight = l10n.t(
    "Before a SOAP request, the browser sends an OPTIONS request. If its response doesn't allow the SOAP request, it is not sent.",
  );
  const needed = l10n.t("The browser shows the response only if the service sends {0}.", allow);
  const isSimple = /^(?:GET|HEAD)$/i.test(method);
  return { kind: "cors", title: l10n.t("Needs CORS"), text: isSimple ? needed : `${preflight} ${needed}` };
}

const key = "soaphttp.refusedOrigins";
const maxOrigins = 100;

/** Stores whether the browser has refused the last response of an origin because of CORS. Other failures say nothing about it. */
export function noteCors(memory: Memory, { kind, url }: Pick<SendResult, "kind" | "url">): void {
  if (kind !== "cors" && kind !== "response") return;
  const origin = originOf(url);
  const before = refusedOrigins(memory);
  const refused = before.includes(origin);
  if (kind === "cors" && !refused) void memory.update(key, [origin, ...before].slice(0, maxOrigins));
  if (kind === "response" && refused) {
    void memory.update(
      key,
      before.filter((one) => one !== origin),
    );
  }
}

/** Whether the last response from an address was refused because of CORS. Before the first request, nothing is known. */
export function wasRefused(memory: Memory, address: RequestSummary["address"]): boolean {
  if (address === undefined) return false;
  const { scheme, host, port } = address;
  return refusedOrigins(memory).includes(originOf(`${scheme}://${host}:${port}`));
}

function refusedOrigins(memory: Memory): readonly unknown[] {
  const remembered = memory.get(key);
  return Array.isArray(remembered) ? remembered : [];
}

/** Returns the origin of a URL, without the scheme's default port. */
function originOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}
