import { parseMediaType } from "../../http/mediaType.ts";
import type { ServedField, ServedRequest, UpstreamResponse } from "../../protocol/served.ts";
import { redacted, withoutNamedSecrets, withoutSecretPairs, withoutSecretParameters } from "../../text/redaction.ts";
import { isSecretHeader } from "../../text/secretNames.ts";
import { bodyAsText } from "./bodyText.ts";

/** Replaces the secrets of a service in a text. */
type Redact = (text: string) => string;

/** A request in which values whose names suggest a secret are `[redacted]`, and those that `redact` finds. */
export function requestWithoutSecrets(request: ServedRequest, redact: Redact): ServedRequest {
  const { method, target, fields, body } = request;
  return {
    method,
    target: redact(withoutSecretParameters(target)).replaceAll(redacted, encodeURIComponent(redacted)),
    fields: fieldsWithoutSecrets(fields, redact),
    body: bodyWithoutSecrets(body, contentTypeOf(fields), redact),
  };
}

export function responseWithoutSecrets(response: UpstreamResponse, redact: Redact): UpstreamResponse {
  const { status, reason, fields, body } = response;
  return {
    status,
    reason,
    fields: fieldsWithoutSecrets(fields, redact),
    body: bodyWithoutSecrets(body, contentTypeOf(fields), redact),
  };
}

export function contentTypeOf(fields: readonly ServedField[]): string {
  return fields.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? "";
}

/** A field that stays as it is stays the same object. */
function fieldsWithoutSecrets(fields: readonly ServedField[], redact: Redact): readonly ServedField[] {
  return fields.map((field) => {
    const isSecret = isSecretHeader(field.name) && field.value !== "";
    const value = isSecret ? redacted : redact(field.value);
    return value === field.value ? field : { ...field, value };
  });
}

/** A body that isn't text stays as it is. */
function bodyWithoutSecrets(bytes: Uint8Array, contentType: string, redact: Redact): Uint8Array {
  const body = bodyAsText(bytes, contentType);
  if (!body) return bytes;
  const isForm = parseMediaType(contentType).essence === "application/x-www-form-urlencoded";
  const text = redact(isForm ? withoutSecretPairs(body.text) : withoutNamedSecrets(body.text));
  return text === body.text ? bytes : body.charset.encode(text);
}
