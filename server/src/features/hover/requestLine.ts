import * as l10n from "@vscode/l10n";
import { methodFact } from "../../http/facts.ts";
import type { Message } from "../../message.ts";
import { code, paragraphs, prose, strong } from "../support/markdown.ts";
import { requestUrl, shownMessage } from "../support/shownValue.ts";
import { factMarkdown, sourceMarkdown } from "../support/sources.ts";
import type { Hover } from "./hover.ts";

/** Method, target and version of a request. */
export function hoverRequestLine(message: Message, offset: number): Hover | undefined {
  const { line } = message.request;
  if (!line) return undefined;
  const part = [line.method, line.target, line.version].find((one) => one && one.start <= offset && offset < one.end);
  if (!part) return undefined;
  const { start, end } = part;
  if (part === line.method) {
    const fact = methodFact(message.method);
    return fact && { start, end, markdown: factMarkdown(fact, fact.name) };
  }
  if (part === line.target) return { start, end, markdown: targetMarkdown(shownMessage(message)) };
  return { start, end, markdown: versionMarkdown() };
}

function targetMarkdown(message: Message): string {
  const url = requestUrl(message);
  const isAbsolute = message.target?.parts.form === "absolute";
  return paragraphs(
    url === undefined ? undefined : `→ ${code(url)}`,
    prose(
      isAbsolute
        ? l10n.t(
            "The target in absolute-form specifies where the request goes. A server receives only the path and query.",
          )
        : l10n.t("The target in origin-form: path and query."),
    ),
    isAbsolute ? undefined : prose(`${addressInWords(message)} ${schemeInWords(message)}`.trim()),
    sourceMarkdown("RFC 9112 section 3.2"),
  );
}

function addressInWords({ address, host }: Message): string {
  if (!address) return l10n.t("The destination is unknown because no Host header specifies it.");
  return l10n.t("The host and port come from the Host header, {0}.", host?.field.value.text ?? address.host);
}

function schemeInWords(message: Message): string {
  const { address } = message;
  if (!address) return "";
  const directive = message.directive("scheme");
  if (directive === "http" || directive === "https") return l10n.t("The scheme comes from # @scheme.");
  return address.scheme === "https"
    ? l10n.t("The scheme is https because the port is {0}.", address.port)
    : l10n.t("The scheme is http because neither # @scheme nor the port specifies https.");
}

function versionMarkdown(): string {
  return paragraphs(
    `${strong("HTTP/1.1")} — ${prose(l10n.t("The HTTP version of the request. SOAP requests use HTTP/1.1."))}`,
    sourceMarkdown("RFC 9112 section 2.3"),
  );
}
