import { parseMediaType } from "../../http/mediaType.ts";
import type { ServedField, ServedRequest, UpstreamResponse } from "../../protocol/served.ts";
import { redacted, withoutNamedSecrets, withoutSecretPairs, withoutSecretParameters } from "../../text/redaction.ts";
import { isSecretHeader } from "../../text/secretNames.ts";
import { bodyAsText } from "./bodyText.ts";

/** A request in which values whose names suggest a secret are `[redacted]`. */
export function requestWithoutSecrets(request: ServedRequest): ServedRequest {
  const { method, target, fields, body } = request;
  return {
    method,
    target: withoutSecretParameters(target),
    fields: fieldsWithoutSecrets(fields),
    body: bodyWithoutSecrets(body, contentTypeOf(fields)),
  };
}

export function responseWithoutSecrets(response: UpstreamResponse): UpstreamResponse {
  const { status, reason, fields, body } = response;
  return {
    status,
    reason,
    fields: fieldsWithoutSecrets(fields),
    body: bodyWithoutSecrets(body, contentTypeOf(fields)),
  };
}

export function contentTypeOf(fields: readonly ServedField[]): string {
  return fields.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? "";
}

function fieldsWithoutSecrets(fields: readonly ServedField[]): readonly ServedField[] {
  return fields.map((one) => (isSecretHeader(one.name) && one.value !== "" ? { ...one, value: redacted } : one));
}

/** A body that isn't text stays as it is. */
function bodyWithoutSecrets(bytes: Uint8Array, contentType: string): Uint8Array {
  const body = bodyAsText(bytes, contentType);
  if (!body) return bytes;
  const isForm = parseMediaType(contentType).essence === "application/x-www-form-urlencoded";
  const text = isForm ? withoutSecretPairs(body.text) : withoutNamedSecrets(body.text);
  return text === body.text ? bytes : body.charset.encode(text);
}
