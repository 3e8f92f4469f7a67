import type { Address } from "../../transport/result.ts";

/** `127.0.0.1:80, [::1]:80`; where none is known, where the request went. */
export function placesOf(addresses: readonly Address[], url: string): string {
  return addresses.length === 0
    ? originOf(url)
    : addresses
        .map(({ address, port }) => (address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`))
        .join(", ");
}

export function originOf(url: string): string {
  return /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? url;
}

export function isLoopback(url: string): boolean {
  return /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])(?=[:/]|$)/i.test(url);
}
