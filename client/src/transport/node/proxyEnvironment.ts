/** Proxies for the command line, from the variables that curl and others read. VS Code has its own. */
import { BlockList, isIP } from "node:net";
import { withoutBrackets } from "../authority.ts";
import type { TlsOptions } from "../transport.ts";
import type { Connect, ConnectTarget } from "./connect.ts";
import { hostConnect } from "./hostSocket.ts";
import { connectThrough, proxyUrl, withRequestProxies } from "./throughProxy.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export type ProxyChoice =
  | { readonly kind: "direct" }
  | { readonly kind: "proxy"; readonly url: URL }
  /** The variable's value isn't a proxy of a known kind. `value` has no user and password. */
  | { readonly kind: "invalid"; readonly value: string };

/** A script that chooses proxies instead of the environment. */
export interface ProxyScript {
  /** The proxies to try one after the other, at least one; or a sentence that says why the script has no result. */
  choices(target: Pick<ConnectTarget, "scheme" | "host" | "port">): Promise<readonly ProxyChoice[] | string>;
}

/**
 * `HTTPS_PROXY` or `HTTP_PROXY` for the target's scheme, then `ALL_PROXY`; `NO_PROXY` lists exceptions. Names in
 * lower case take precedence. `option`: the value of `--proxy`, which replaces the first two variables.
 */
export function chooseProxy(
  target: Pick<ConnectTarget, "scheme" | "host" | "port">,
  environment: Environment,
  option?: string,
): ProxyChoice {
  const read = (name: string) => valueIn(environment, name);
  const value = option ?? (read(target.scheme === "https" ? "HTTPS_PROXY" : "HTTP_PROXY") || read("ALL_PROXY"));
  if (value === "" || isExempt(target, read("NO_PROXY"))) return { kind: "direct" };
  const invalid = { kind: "invalid", value: withoutLogin(value) } as const;
  const url = proxyUrl(value);
  return url ? { kind: "proxy", url } : invalid;
}

function valueIn(environment: Environment, name: string): string {
  return environment[name.toLowerCase()] || environment[name] || "";
}

/** Redacts all text before the last `@`, because a password may contain `/` and `@`. */
function withoutLogin(value: string): string {
  return value.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, "$1[redacted]@");
}

/** The proxy of the environment, of `--proxy`, of a script or of the request. `tls`: for a proxy with an https URL. */
export function proxyEnvironment(
  environment: Environment,
  tls?: (host: string, port: number) => TlsOptions,
  option?: string | ProxyScript,
): Connect {
  const ofText = (target: ConnectTarget) =>
    chooseProxy(target, environment, typeof option === "string" ? option : undefined);
  const withLogin = (url: URL, target: ConnectTarget) => {
    const choice = ofText(target);
    return choice.kind === "proxy" && sameProxy(choice.url, url) ? choice.url : url;
  };
  const through: Through = async (choice, target, watch) => {
    if (choice.kind === "direct") return hostConnect(target, watch);
    if (choice.kind === "invalid") return { kind: "proxy", reason: "invalid", detail: choice.value };
    return connectThrough(withLogin(choice.url, target), target, watch, tls);
  };
  const chosen: Connect = async (target, watch) => {
    if (typeof option !== "object") return through(ofText(target), target, watch);
    const exempt = isExempt(target, valueIn(environment, "NO_PROXY"));
    const choices = exempt ? [{ kind: "direct" } as const] : await option.choices(target);
    if (typeof choices === "string") return { kind: "proxy", reason: "script", detail: choices };
    return firstReachable(choices, (choice) => through(choice, target, watch));
  };
  return withRequestProxies(chosen, withLogin, tls);
}

type Through = (choice: ProxyChoice, ...connecting: Parameters<Connect>) => ReturnType<Connect>;

/** Connects with the first choice that isn't an unreachable or unsupported proxy. */
async function firstReachable(
  [first = { kind: "direct" }, ...others]: readonly ProxyChoice[],
  through: (choice: ProxyChoice) => ReturnType<Connect>,
): ReturnType<Connect> {
  const outcome = await through(first);
  const goesOn = outcome.kind === "proxy" && outcome.reason !== "connect-refused" && others.length > 0;
  return goesOn ? firstReachable(others, through) : outcome;
}

function sameProxy(first: URL, second: URL): boolean {
  return first.protocol === second.protocol && first.host === second.host;
}

/** An entry of `list` is `*`, a name (also for its subdomains), an address or a CIDR range, perhaps with `:port`. */
function isExempt({ host, port }: Pick<ConnectTarget, "host" | "port">, list: string): boolean {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      const [, name = entry, only] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
      return (only === undefined || Number(only) === port) && matches(host.toLowerCase(), withoutBrackets(name));
    });
}

function matches(host: string, entry: string): boolean {
  if (entry === "*") return true;
  if (isIP(host) !== 0) return host === entry || inRange(host, entry);
  const name = entry.replace(/^\*?\./, "");
  return host === name || host.endsWith(`.${name}`);
}

function inRange(address: string, entry: string): boolean {
  const [, network = "", bits] = /^(.+)\/(\d{1,3})$/.exec(entry) ?? [];
  const family = isIP(network);
  if (family === 0 || family !== isIP(address) || Number(bits) > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  const type = family === 4 ? "ipv4" : "ipv6";
  list.addSubnet(network, Number(bits), type);
  return list.check(address, type);
}
