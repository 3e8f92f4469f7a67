import * as vscode from "vscode";
import type { CapturedText } from "../../../../server/src/protocol/mockProtocol.ts";
import { PresentRequest } from "../../../../server/src/protocol/protocol.ts";
import type { MissedResponse } from "../../../../server/src/protocol/served.ts";
import { explanation } from "../../core/exchange/faultText.ts";
import { paramsOf, presentWithinLimit, shownResponse } from "../../core/exchange/presentation.ts";
import type { ServedExchange } from "../../mock/service.ts";
import { defaultLimits, ResponseReader } from "../../transport/framing.ts";
import { valuesOfField } from "../../transport/responseHead.ts";
import type { ContentCoding, ResponseMessage } from "../../transport/result.ts";
import type { LanguageServer } from "../editor/languageServer.ts";

export interface MockExchange extends ServedExchange {
  readonly id: number;
  /** The line in the log, such as `POST /calc Add 200 calc.soapmock#sum 3 ms`. */
  readonly line: string;
  /** The request as a segment of a `.soaphttp` file. */
  readonly text: string;
  /** The number of errors in the request. */
  readonly errors: number;
  readonly facts: CapturedText["facts"];
  /** Responses of files that don't match the request, if none matches. */
  readonly misses: readonly MissedResponse[];
  /** Removes the secrets of the service from a text. */
  readonly redact: (text: string) => string;
}

/** The message that a mock service sent; undefined if it isn't HTTP. `surplus`: the number of bytes after it. */
export function messageOf({
  request,
  response: { bytes },
}: MockExchange): (ResponseMessage & { readonly surplus: number }) | undefined {
  const reader = new ResponseReader(request?.method ?? "GET", { ...defaultLimits, body: bytes.length });
  reader.push(bytes);
  reader.end();
  const message = reader.message(bytes);
  if (message === undefined) return undefined;
  const codings = valuesOfField(message.fields, "content-encoding");
  const [coding] = codings;
  const content: ContentCoding =
    coding === undefined ? { kind: "identity" } : { kind: "unsupported", codings, coding, why: "runtime" };
  const surplus = reader.state.kind === "complete" ? bytes.length - reader.state.end : 0;
  return { ...message, body: message.rawBody, content, surplus };
}

/** The response as the editor shows a received one. If none matches the request, it explains which one was sent. */
export async function responseText(exchange: MockExchange, uri: string, server: LanguageServer): Promise<string> {
  const { request, response, facts, misses, line } = exchange;
  const message = messageOf(exchange);
  const notes = [...(response.problem === undefined ? [] : [response.problem]), ...misses.flatMap(missLines)];
  if (message === undefined) return `${[line, ...notes].map((note) => `# ${note}`).join("\n")}\n`;
  const method = request?.method ?? "GET";
  const shown = shownResponse(
    { ...facts, method, authentication: undefined, errors: [] },
    message,
    true,
    message.surplus,
  );
  const {
    text,
    bodyStart,
    fault,
    signature,
    encryption = [],
  } = await presentWithinLimit(paramsOf(shown, uri, true), message.body, (params) =>
    server.request(PresentRequest, params),
  );
  const lines = [...encryption, ...(signature?.lines ?? []), ...notes];
  if (fault === undefined && lines.length === 0) return text;
  return text.slice(0, bodyStart) + explanation(fault, lines) + text.slice(bodyStart);
}

function missLines({ name, checks }: MissedResponse): readonly string[] {
  const line = ({ text, holds }: MissedResponse["checks"][number]) =>
    holds ? vscode.l10n.t("✓ holds: {0}", text) : vscode.l10n.t("✗ doesn't hold: {0}", text);
  return ["", name, ...checks.map((one) => `  ${line(one)}`)];
}
