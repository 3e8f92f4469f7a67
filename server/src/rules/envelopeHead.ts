import { destination } from "../contract/write/requestFor.ts";
import type { Message } from "../message/message.ts";
import { mediaTypes } from "../soap/facts.ts";
import { firstBreak } from "../text/lines.ts";
import { countText, firstMessage, insert } from "./edits.ts";
import { canWriteAction } from "./operation.ts";
import type { Edit } from "./rule.ts";

/**
 * The edit that inserts the request line and all headers above an envelope without them: the address and the action of
 * its operation, if that is known, else placeholders. Undefined if the request is anything other than an envelope.
 */
export function insertHead(message: Message): Edit | undefined {
  const { text, syntax, scope } = message;
  if (!message.isBare || !message.envelope) return undefined;
  const { start } = syntax.first;
  const lineBreak = firstBreak(text);
  const withHead = (lines: readonly string[]) => `${lines.join(lineBreak)}${lineBreak.repeat(2)}`;
  const lines = headLines(message);
  const whole = firstMessage(text.slice(0, start) + withHead(lines) + text.slice(start), scope);
  const count = whole && countText(whole);
  return insert(start, withHead(count === undefined ? lines : [...lines, `Content-Length: ${count}`]));
}

function headLines({ envelope, contract, charset }: Message): readonly string[] {
  const version = envelope?.version ?? "1.1";
  const match = contract.kind === "found" ? contract.operation : undefined;
  const address = match?.port?.address?.value;
  const { target, host } = address === undefined ? { target: "/{path}", host: "{host}" } : destination(address);
  const expected = match?.operation.soapAction ?? "";
  const action = canWriteAction(expected) ? expected : "";
  const parameter = version === "1.2" && action !== "" ? `; action="${action}"` : "";
  return [
    `POST ${target} HTTP/1.1`,
    `Host: ${host}`,
    `Content-Type: ${mediaTypes[version]}; charset=${charset.charset?.name ?? "utf-8"}${parameter}`,
    ...(version === "1.1" ? [`SOAPAction: "${action}"`] : []),
  ];
}
