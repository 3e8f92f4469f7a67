/** Returns a host with an IPv6 address in brackets, as URLs have it. */
export function withBrackets(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

export function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

/** `host:port` */
export function authorityOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${withBrackets(host)}:${port}`;
}

/** The port of an http or https URL. */
export function portOf({ protocol, port }: URL): number {
  if (port !== "") return Number(port);
  return protocol === "https:" ? 443 : 80;
}
