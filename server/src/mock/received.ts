import { valuesIn } from "../message/valuesIn.ts";
import type { ResponseText } from "../response/parse.ts";
import type { ReceivedMessage, ResponseContract } from "../response/receivedMessage.ts";
import { decodeFault } from "../soap/fault.ts";
import { memoized } from "../text/memoized.ts";
import type { MockResponse } from "./response.ts";

/** The message of a mock response in the form that the rules for received responses check. It has the same offsets. */
export const receivedOf = memoized(read);

function read(response: MockResponse): ReceivedMessage {
  const { text, contentType, multipart, xml, envelope } = response;
  const contract = contractOf(response);
  const isSoap = contract?.operation.binding?.protocol.kind === "soap";
  const type = contentType && {
    mediaType: contentType.mediaType,
    field: fieldOf(contentType.field),
    at: contentType.field.value.at,
  };
  const rootType = multipart?.root?.contentType;
  return {
    text,
    response: responseText(response),
    facts: undefined,
    contract,
    decoding: undefined,
    contentType: type,
    rootType: multipart
      ? rootType && {
          mediaType: rootType.mediaType,
          at: ({ start, end }) => ({ start: start + rootType.value.start, end: end + rootType.value.start }),
        }
      : type,
    multipart,
    xml: isSoap || envelope ? xml : undefined,
    anyXml: xml,
    envelope,
    fault: envelope && decodeFault(envelope),
    isCut: false,
    hasBody: response.hasBody,
    headersComplete: true,
    expectsSoap: isSoap,
    resolve: valuesIn(response.scope),
  };
}

function contractOf({ contract }: MockResponse): ResponseContract | undefined {
  if (contract.kind !== "found" || !contract.operation) return undefined;
  return { schemas: contract.contract.schemas, operation: contract.operation.operation };
}

function responseText(response: MockResponse): ResponseText {
  const { text, statusLine, fields, syntax } = response;
  const { version, status, code } = statusLine ?? {};
  return {
    text,
    statusLine:
      statusLine && version && status && code !== undefined ? { ...statusLine, version, status, code } : undefined,
    fields: fields.map(fieldOf),
    body: syntax.body ?? { start: syntax.end, end: syntax.end },
  };
}

function fieldOf({ line, name, value }: MockResponse["fields"][number]) {
  return { start: line.start, end: line.end, name, nameSpan: line.name, value: value.typed };
}
