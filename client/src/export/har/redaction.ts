import { redacted, withoutNamedSecrets, withoutSecretParameters } from "../../../../server/src/text/redaction.ts";
import { redactor } from "../../../../server/src/text/redactor.ts";
import { isSecretHeader } from "../../../../server/src/text/secretNames.ts";
import { responseOf } from "../../core/exchange/exchange.ts";
import type { ReceivedField, SendResult } from "../../transport/result.ts";
import type { TransportRequest } from "../../transport/transport.ts";

/** The part of an exchange that contains secrets. */
export interface Revealing {
  readonly request: TransportRequest;
  /** Values in the request that must not be readable. */
  readonly secrets: readonly string[];
  /** The result; undefined if the request was not sent. */
  readonly result: SendResult | undefined;
}

/** Removes the secrets of an exchange. */
export interface Redaction {
  readonly text: (text: string) => string;
  readonly url: (url: string) => string;
  /** Of a header or a query parameter. A value whose name suggests a secret is redacted as a whole. */
  readonly value: (name: string, value: string) => string;
  /** Redacts a body, also the texts of elements whose names suggest a secret, such as `wsse:Password`. */
  readonly body: (text: string) => string;
}

/** A shorter value of a header or parameter may also be a usual word or number elsewhere. */
const shortestValue = 4;

export function redactionOf({ request, secrets, result }: Revealing): Redaction {
  const earlier = [...(result?.redirects ?? []), ...(result?.authentication ?? [])].map(({ message }) => message);
  const messages = result === undefined ? [] : [...earlier, responseOf(result)];
  const fields = [request.fields, ...messages.flatMap((one) => (one === undefined ? [] : [one.fields, one.trailers]))];
  const urls = [request.target, ...(result?.redirects ?? []).map(({ location }) => location)];
  const values = [...fields.flat(), ...urls.flatMap(queryOf)]
    .filter(({ name, value }) => isSecretHeader(name) && value.length >= shortestValue)
    .map(({ value }) => value);
  const text = redactor([...secrets, ...values]);
  const value = (name: string, given: string) => (isSecretHeader(name) && given !== "" ? redacted : text(given));
  return {
    text,
    value,
    url: (url) => withoutSecretParameters(text(url).replaceAll(redacted, encodeURIComponent(redacted))),
    body: (given) => text(withoutNamedSecrets(given)),
  };
}

/** Names and values of the query of a URL, decoded. */
export function queryOf(url: string): readonly ReceivedField[] {
  const query = url.split("#", 1)[0]?.split(/\?(.*)/s)[1] ?? "";
  return query.split("&").flatMap((pair) => {
    const [name = "", value = ""] = pair.split(/=(.*)/s).map(unescaped);
    return pair === "" ? [] : [{ name, value }];
  });
}

/** Decodes percent escapes. A text that isn't valid UTF-8 stays unchanged. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
