/** A proxy script (PAC) of `--pac`, which chooses the proxies of a run. */
import { fetchDocument } from "../../core/wsdl/fetchDocument.ts";
import { withBrackets } from "../../transport/authority.ts";
import type { ConnectTarget } from "../../transport/node/connect.ts";
import { hostConnect } from "../../transport/node/hostSocket.ts";
import { nodeTransport } from "../../transport/node/node.ts";
import type { ProxyChoice, ProxyScript } from "../../transport/node/proxyEnvironment.ts";
import { proxyUrl } from "../../transport/node/throughProxy.ts";
import type { TlsOptions } from "../../transport/transport.ts";
import { readBytes } from "../files.ts";
import { version } from "../version.ts";
import { evaluatePac } from "./evaluate.ts";

const largest = 1_000_000;

type Choices = Awaited<ReturnType<ProxyScript["choices"]>>;

/** The script is read when the first request is sent, and called once for each scheme, host and port. */
export class PacFile implements ProxyScript {
  readonly #name: string;
  readonly #cwd: string;
  readonly #tls: (host: string, port: number) => TlsOptions;
  readonly #choices = new Map<string, Promise<Choices>>();
  #script: Promise<Buffer | string> | undefined;

  /** `name`: a file or an http(s) address. */
  constructor(name: string, cwd: string, tls: (host: string, port: number) => TlsOptions) {
    this.#name = name;
    this.#cwd = cwd;
    this.#tls = tls;
  }

  choices({ scheme, host, port }: Pick<ConnectTarget, "scheme" | "host" | "port">): Promise<Choices> {
    const suffix = port === (scheme === "https" ? 443 : 80) ? "" : `:${port}`;
    const url = `${scheme}://${withBrackets(host)}${suffix}/`;
    const choices = this.#choices.get(url) ?? this.#choose(url, host);
    this.#choices.set(url, choices);
    return choices;
  }

  async #choose(url: string, host: string): Promise<Choices> {
    this.#script ??= this.#read();
    const script = await this.#script;
    if (typeof script === "string") return script;
    if (script.length > largest) return `${this.#name} is larger than 1 MB.`;
    const outcome = await evaluatePac({ script: new TextDecoder().decode(script), name: this.#name, url, host });
    return outcome.kind === "error" ? outcome.message : proxiesOf(outcome.value);
  }

  async #read(): Promise<Buffer | string> {
    if (!/^https?:\/\//i.test(this.#name)) return readBytes(this.#name, this.#cwd);
    const fetched = await fetchDocument(this.#name, {
      transport: nodeTransport(hostConnect),
      shell: "cli",
      userAgent: `soaphttp/${version}`,
      tls: this.#tls,
      signal: new AbortController().signal,
    });
    return fetched.kind === "bytes" ? Buffer.from(fetched.bytes) : `${this.#name} can't be read. ${fetched.why}`;
  }
}

const schemes: ReadonlyMap<string, string> = new Map([
  ["PROXY", "http"],
  ["HTTP", "http"],
  ["HTTPS", "https"],
  ["SOCKS", "socks5h"],
  ["SOCKS5", "socks5h"],
]);

/** The proxies of a result such as `PROXY a:3128; DIRECT`, the first one first. */
export function proxiesOf(result: string): readonly ProxyChoice[] {
  const entries = result.split(";").map((entry) => entry.trim());
  const named = entries.filter((entry) => entry !== "");
  return named.length === 0 ? [{ kind: "direct" }] : named.map(proxyOf);
}

function proxyOf(entry: string): ProxyChoice {
  const [type = "", address = ""] = entry.split(/\s+/);
  if (type.toUpperCase() === "DIRECT") return { kind: "direct" };
  const scheme = schemes.get(type.toUpperCase());
  const url = scheme === undefined || address.includes("@") ? undefined : proxyUrl(`${scheme}://${address}`);
  return url ? { kind: "proxy", url } : { kind: "invalid", value: entry.slice(0, 200) };
}
