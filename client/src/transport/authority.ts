export const defaultPorts = { http: 80, https: 443 } as const;

/** Returns a host with an IPv6 address in brackets, as URLs have it. */
export function withBrackets(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

export function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

/** Returns `host:port`. */
export function authorityOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${withBrackets(host)}:${port}`;
}

/** The names of a host in settings, in lower case: with its port, without it, and without brackets. */
export function hostNames(host: string, port: number): readonly string[] {
  const name = withoutBrackets(host.toLowerCase());
  return [authorityOf({ host: name, port }), withBrackets(name), name];
}

export function portOf({ protocol, port }: URL): number {
  if (port !== "") return Number(port);
  return protocol === "https:" ? defaultPorts.https : defaultPorts.http;
}
