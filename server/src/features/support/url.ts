import type { Message } from "../../message.ts";

/** The URL that a request goes to; `undefined` where it has no address, or a value of its target isn't known. */
export function requestUrl({ address, target }: Message): string | undefined {
  if (!address || !target?.typed.known) return undefined;
  const { scheme, host, port } = address;
  const { start, end } = target.parts.pathAndQuery;
  const path = target.typed.text.slice(start, end);
  const name = host.includes(":") ? `[${host}]` : host;
  const isUsual = port === (scheme === "https" ? 443 : 80);
  return `${scheme}://${name}${isUsual ? "" : `:${port}`}${path.startsWith("/") ? path : `/${path}`}`;
}
