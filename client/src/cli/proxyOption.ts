import type { ProxyScript } from "../transport/node/proxyEnvironment.ts";
import { proxyUrl } from "../transport/node/throughProxy.ts";
import type { TlsOptions } from "../transport/transport.ts";
import type { Arguments } from "./arguments.ts";
import { PacFile } from "./pac/pacFile.ts";

export interface ProxyOption {
  readonly proxy: string | undefined;
  readonly pac: string | undefined;
}

/** Reads `--proxy` and `--pac`. The message about an invalid proxy doesn't contain its login. */
export function readProxy(given: Arguments): ProxyOption {
  const [proxy, pac] = [given.last("proxy"), given.last("pac")];
  if (proxy !== undefined && pac !== undefined) given.refuse("--pac can't be combined with --proxy.");
  if (proxy !== undefined && !proxyUrl(proxy))
    given.refuse("Invalid value for --proxy. Use http://HOST:PORT, https://, socks5:// or socks5h://.");
  return { proxy, pac };
}

/** Returns the proxy or the script that replaces the proxies of the environment; undefined without one. */
export function chosenProxy(
  { proxy, pac }: ProxyOption,
  cwd: string,
  tls: (host: string, port: number) => TlsOptions,
): string | ProxyScript | undefined {
  return pac === undefined ? proxy : new PacFile(pac, cwd, tls);
}
