import * as l10n from "@vscode/l10n";
import type { RequestSummary } from "../../../../server/src/protocol.ts";
import type { Capabilities } from "../../transport/transport.ts";

/** What is to be known before a request is sent from a browser. */
export interface BrowserNote {
  /** `blocked`: it can't work; `cors`: it works where the service lets it. */
  readonly kind: "blocked" | "cors";
  readonly title: string;
  readonly text: string;
}

/**
 * Why the browser will not send a request, or what the service must do for its answer to be seen (WHATWG Fetch, Mixed
 * Content). Undefined where nothing stands in the way, or where nobody knows where the request goes.
 * `origin`: of the page; undefined where the host doesn't tell.
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
  if (origin !== undefined && origin === originOf(address)) return undefined;
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

function originOf({ scheme, host, port }: NonNullable<RequestSummary["address"]>): string {
  const usual = scheme === "https" ? 443 : 80;
  return `${scheme}://${host}${port === usual ? "" : `:${port}`}`;
}
