import { resolve } from "node:path";
import { commandLineMaxBytes } from "../../../../server/src/text/limits.ts";
import { Tokens } from "../../core/sending/tokens.ts";
import { authorityOf } from "../../transport/authority.ts";
import type { Connect } from "../../transport/node/connect.ts";
import { kerberosModule } from "../../transport/node/kerberosModule.ts";
import { nodeTransport } from "../../transport/node/node.ts";
import { proxyEnvironment } from "../../transport/node/proxyEnvironment.ts";
import type { SendOptions, Transport } from "../../transport/transport.ts";
import type { Console } from "../console.ts";
import { type Credentials, tlsFor, tlsOfProxy } from "../credentials.ts";
import { ownServices } from "../mock/ownServices.ts";
import { chosenProxy } from "../proxyOption.ts";
import type { PreparedRequest } from "./prepared.ts";
import type { SendingOptions } from "./usage.ts";

/** Sends with the proxies of the environment. */
export function commandTransport(
  { insecureHosts, proxy, kerberosModule: folder }: SendingOptions,
  credentials: Credentials,
  console: Console,
): Transport {
  const tls = tlsOfProxy(credentials, insecureHosts);
  const own = ownServices(console);
  const through = proxyEnvironment(console.env, tls, chosenProxy(proxy, console.cwd, tls));
  const connect: Connect = (target, watch) =>
    through(own.has(authorityOf(target)) ? { ...target, proxy: target.proxy ?? "none" } : target, watch);
  return nodeTransport(connect, () => kerberosModule(folder === undefined ? [] : [resolve(console.cwd, folder)]));
}

/** Returns a source of OAuth 2 tokens. The token service never gets a client certificate. */
export function commandTokens(
  command: SendingOptions,
  credentials: Credentials,
  console: Console,
  signal?: AbortSignal,
): Tokens {
  const transport = commandTransport(command, credentials, console);
  const tls = tlsOfProxy(credentials, command.insecureHosts);
  return new Tokens({ transport, shell: "cli", tls, signal, now: Date.now });
}

export function sendOptions(
  { outgoing, timeout, redirects, certificate }: PreparedRequest,
  { insecureHosts, allowUnencrypted, maxHeadBytes }: SendingOptions,
  credentials: Credentials,
  signal: AbortSignal,
): SendOptions {
  return {
    signal,
    timeout,
    redirects,
    mayGoUnencrypted: () => allowUnencrypted,
    maxBytes: commandLineMaxBytes,
    ...(isFramedExactly(outgoing) ? { surplusWait: 0 } : {}),
    ...(maxHeadBytes === undefined ? {} : { maxHeadBytes }),
    tls: tlsFor(outgoing, credentials, insecureHosts, certificate),
  };
}

/** If Content-Length is smaller, a service reads the rest of the body as a second request, and responds to it. */
function isFramedExactly({ fields, body }: PreparedRequest["outgoing"]): boolean {
  const lengths = fields.filter(({ name }) => name.toLowerCase() === "content-length");
  return lengths.length === 1 && lengths[0]?.value === String(body.length);
}
