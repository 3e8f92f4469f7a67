import * as l10n from "@vscode/l10n";
import type { ServedField, ServedRequest } from "../../protocol/served.ts";
import { splitTarget } from "../requestFacts.ts";
import { segmentText, titleOf, unwritable, type WrittenMessage } from "./messageText.ts";

/** The message of a received request as it is written to a file, with Content-Length instead of transfer and content codings. */
export function writtenRequest({ method, target, fields, body }: ServedRequest): WrittenMessage {
  const isSent = body.length > 0 || fields.some(({ name }) => isNamed(name, "content-length"));
  return {
    startLine: `${method} ${target} HTTP/1.1`,
    fields: withLength(fields, isSent ? body.length : undefined),
    body,
  };
}

/** The text of a `.soaphttp` segment that sends the bytes of the request. */
export function capturedText(request: ServedRequest): string {
  return (
    segmentText(titleFor(request), codingComment(request.fields), writtenRequest(request)) ?? capturedComment(request)
  );
}

export function capturedComment(request: ServedRequest): string {
  return unwritable(titleFor(request), writtenRequest(request));
}

export function titleFor({ method, target }: ServedRequest): string {
  return titleOf(`${method} ${splitTarget(target).path}`);
}

function codingComment(fields: readonly ServedField[]): readonly string[] {
  const codings = fields.filter(({ name }) => isNamed(name, ...codingFields));
  if (codings.length === 0) return [];
  const names = codings.map(({ name, value }) => titleOf(`${name}: ${value}`)).join(", ");
  return [`# ${l10n.t("Received with {0}. Here, the body is decoded.", names)}`];
}

const codingFields = ["transfer-encoding", "content-encoding"];

/**
 * The fields without transfer and content codings. Content-Length takes the place of a declared Content-Length, else
 * of the transfer coding, else it is last. `length`: the number of bytes; undefined for a message without a body.
 */
export function withLength(fields: readonly ServedField[], length: number | undefined): readonly ServedField[] {
  const place =
    fields.find(({ name }) => isNamed(name, "content-length")) ??
    fields.find(({ name }) => isNamed(name, "transfer-encoding"));
  const value = String(length);
  const name = place && isNamed(place.name, "content-length") ? place.name : "Content-Length";
  const all = fields.flatMap((field) => {
    if (field === place) return length === undefined ? [] : [{ name, value }];
    return isNamed(field.name, "content-length", ...codingFields) ? [] : [field];
  });
  return place || length === undefined ? all : [...all, { name, value }];
}

export function isNamed(name: string, ...names: readonly string[]): boolean {
  return names.includes(name.toLowerCase());
}
