import { readTls } from "../../../../server/src/format/connectionDirectives.ts";
import type { RequestTls } from "../../../../server/src/protocol/protocol.ts";
import { hostNames } from "../../transport/authority.ts";

type TlsConnection = Omit<RequestTls, "key" | "files">;

/** The settings of one host. All paths are on the machine that sends requests. */
export interface TlsHost {
  /** The key in the setting: `host` or `host:port`, in lower case. */
  readonly name: string;
  readonly verify: boolean;
  /** The SHA-256 fingerprint of the host's own certificate, which is trusted: `AB:CD:…`. */
  readonly certificate: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
  readonly pfx: string | undefined;
  readonly ca: string | undefined;
  /** The name of a key of `soaphttp.keys`. */
  readonly clientKey: string | undefined;
  /** TLS settings, as in `# @tls`. */
  readonly connection: TlsConnection;
}

/** The hosts of the setting `soaphttp.tls.hosts`. Invalid values are ignored. */
export function tlsHosts(setting: unknown): readonly TlsHost[] {
  if (typeof setting !== "object" || setting === null) return [];
  return Object.entries(setting).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? [tlsHost(name, value as Readonly<Record<string, unknown>>)] : [],
  );
}

/** The settings of a host and its port: `host:port` takes precedence over `host`. There are no wildcards. */
export function tlsHostOf(hosts: readonly TlsHost[], host: string, port: number): TlsHost | undefined {
  const names = hostNames(host, port);
  return names.flatMap((name) => hosts.find((one) => one.name === name) ?? [])[0];
}

function connectionOf(value: Readonly<Record<string, unknown>>): TlsConnection {
  const typed = ["minVersion", "ciphers", "servername"].flatMap((name) => {
    const text = value[name];
    const read = typeof text === "string" ? readTls(`${name}="${text}"`) : "";
    return typeof read === "string" ? [] : [read];
  });
  return Object.assign({}, ...typed, value["legacyRenegotiation"] === true ? { legacyRenegotiation: true } : {});
}

function tlsHost(name: string, value: Readonly<Record<string, unknown>>): TlsHost {
  const text = (key: string) => {
    const given = value[key];
    return typeof given === "string" && given !== "" ? given : undefined;
  };
  return {
    name: name.trim().toLowerCase(),
    verify: value["verify"] !== false,
    certificate: text("certificate")?.toUpperCase(),
    cert: text("cert"),
    key: text("key"),
    pfx: text("pfx"),
    ca: text("ca"),
    clientKey: text("clientKey"),
    connection: connectionOf(value),
  };
}
