/** Certificates, credentials and a proxy for reading WSDLs and schemas at addresses. */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { proxyEnvironment } from "../../transport/node/proxyEnvironment.ts";
import type { Arguments } from "../arguments.ts";
import type { Console } from "../console.ts";
import { type CredentialFiles, type Credentials, readCredentials } from "../credentials.ts";
import type { OptionTable } from "../options.ts";
import { chosenProxy, type ProxyOption, readProxy } from "../proxyOption.ts";
import { catalogOption, readHeaders } from "../sharedOptions.ts";
import type { Door } from "./documentReader.ts";

export const doorOptions = {
  ca: { value: "FILE", repeated: true, help: "for addresses: trust the certificate authorities in FILE (PEM), too" },
  cert: { value: "FILE", help: "for addresses: client certificate (PEM), with its key unless there is --key" },
  key: { value: "FILE", help: "for addresses: the key of --cert (PEM)" },
  user: {
    value: "NAME",
    help: "for addresses: sign in as NAME (Basic); the password is in SOAPHTTP_PASSWORD or is typed on the terminal",
  },
  header: { value: "HEADER", repeated: true, help: "for addresses: send this header, NAME: VALUE" },
  proxy: { value: "URL", help: "for addresses: a proxy, http://, https://, socks5:// or socks5h://" },
  pac: { value: "FILE", help: "for addresses: a proxy script (PAC) that chooses the proxy, a file or an address" },
  ...catalogOption,
} as const satisfies OptionTable;

export interface DoorOptions {
  readonly files: CredentialFiles;
  readonly user: string | undefined;
  readonly headers: Door["headers"];
  readonly proxy: ProxyOption;
  readonly catalogs: readonly string[];
}

/** `own`: the command's options for the client certificate. `keys`: its files, if the option names other keys, too. */
export function readDoorOptions(
  given: Arguments,
  own: { readonly cert?: string; readonly key?: string } = {},
  keys = given.all(own.key ?? "key"),
): DoorOptions {
  const key = keys.at(-1);
  const cert = given.last(own.cert ?? "cert");
  if (key !== undefined && cert === undefined) given.refuse(`--${own.key ?? "key"} requires --${own.cert ?? "cert"}.`);
  const proxy = readProxy(given);
  return {
    files: { cert, key, pfx: undefined, ca: given.all("ca") },
    user: given.last("user"),
    headers: readHeaders(given),
    proxy,
    catalogs: given.all("catalog"),
  };
}

/** Reads the files, and asks for the password. Resolves with why that isn't possible, if it isn't. */
export async function openDoor(options: DoorOptions, console: Console): Promise<Door | string> {
  const credentials = await readCredentials(options.files, console);
  return typeof credentials === "string" ? credentials : openDoorWith(credentials, options, console);
}

/** Like `openDoor`, with certificates and keys that were already read. */
export async function openDoorWith(
  credentials: Credentials,
  { user, headers, ...ways }: DoorOptions,
  console: Console,
): Promise<Door | string> {
  let authorization: string | undefined;
  if (user !== undefined) {
    const password = console.env["SOAPHTTP_PASSWORD"] ?? (await console.secret(`Password of ${user}: `));
    if (password === undefined) return `The password of ${user} is missing. Set SOAPHTTP_PASSWORD.`;
    authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  }
  return { ...doorWith(credentials, ways, console), headers, authorization };
}

/** Returns the door for documents of sent requests. It has no user and no headers, because each request has its own. */
export function doorWith(
  { client, ca }: Credentials,
  { proxy, catalogs }: Pick<DoorOptions, "proxy" | "catalogs">,
  { env, cwd }: Pick<Console, "env" | "cwd">,
): Door {
  const authorities = ca === undefined ? {} : { ca };
  const tls = () => authorities;
  return {
    connect: proxyEnvironment(env, tls, chosenProxy(proxy, cwd, tls)),
    headers: [],
    authorization: undefined,
    catalogs: catalogs.map((name) => pathToFileURL(resolve(cwd, name)).href),
    tls: (isNamed) => ({ ...authorities, ...(isNamed ? client : {}) }),
  };
}
