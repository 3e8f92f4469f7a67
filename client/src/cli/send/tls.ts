import type { TlsOptions } from "../../transport/transport.ts";
import type { Credentials } from "./credentials.ts";

/**
 * What holds for each host that a request comes to. The client certificate is shown to the host that the request names,
 * not to another one that a redirect leads to.
 */
export function tlsFor(
  named: { readonly host: string; readonly port: number },
  { client, ca }: Credentials,
  insecureHosts: readonly string[],
): (host: string, port: number) => TlsOptions {
  return (host, port) => {
    const own = plain(host) === plain(named.host) && port === named.port;
    return {
      rejectUnauthorized: !isNamed(insecureHosts, plain(host), port),
      ...(ca === undefined ? {} : { ca }),
      ...(own ? client : {}),
    };
  };
}

/** What holds for a connection to a proxy. It is never shown the client certificate. */
export function tlsOfProxy({ ca }: Credentials, insecureHosts: readonly string[]): ReturnType<typeof tlsFor> {
  return tlsFor({ host: "", port: 0 }, { kind: "credentials", client: undefined, ca }, insecureHosts);
}

function isNamed(hosts: readonly string[], host: string, port: number): boolean {
  const bracketed = host.includes(":") ? `[${host}]` : host;
  return [host, bracketed, `${bracketed}:${port}`].some((name) => hosts.includes(name));
}

function plain(host: string): string {
  return host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
}
