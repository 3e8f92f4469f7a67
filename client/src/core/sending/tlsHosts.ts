/** What is set for one host. All paths are of the machine that requests leave from. */
export interface TlsHost {
  /** The key in the setting: `host` or `host:port`, in small letters. */
  readonly name: string;
  /** False: its certificate is not verified. */
  readonly verify: boolean;
  /** The SHA-256 fingerprint of its own certificate, which is trusted: `AB:CD:…`. */
  readonly certificate: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
  readonly pfx: string | undefined;
  readonly ca: string | undefined;
}

/** The setting `soaphttp.tls.hosts`, whatever stands in it. What isn't as it should be counts as not there. */
export function tlsHosts(setting: unknown): readonly TlsHost[] {
  if (typeof setting !== "object" || setting === null) return [];
  return Object.entries(setting).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? [tlsHost(name, value as Readonly<Record<string, unknown>>)] : [],
  );
}

/** What is set for a host and its port: `host:port` wins over `host`. Nothing stands for more than one host. */
export function tlsHostOf(hosts: readonly TlsHost[], host: string, port: number): TlsHost | undefined {
  const name = plain(host);
  const bracketed = name.includes(":") ? `[${name}]` : name;
  const of = (wanted: string) => hosts.find((one) => one.name === wanted);
  return of(`${bracketed}:${port}`) ?? of(bracketed) ?? of(name);
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
  };
}

function plain(host: string): string {
  return host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
}
