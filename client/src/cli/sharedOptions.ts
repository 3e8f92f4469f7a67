/** The options that several commands have, and how each is read. */

import { allRules, isSeed, type Severity, withProfile } from "../../../server/src/service/languageService.ts";
import { type Arguments, suggesting } from "./arguments.ts";
import type { OptionTable } from "./options.ts";

export const severities: readonly Severity[] = ["hint", "information", "warning", "error"];

/** The most severe finding that is tolerated, or `none`. */
export type Tolerated = Severity | "none";

export function exceeds(severity: Severity, tolerated: Tolerated): boolean {
  return tolerated === "none" || severities.indexOf(severity) > severities.indexOf(tolerated);
}

/** A finding of the command line itself: rules don't see the bytes of a file. */
export const fileEncodingCode = "file-encoding";

export type RuleSettings = Readonly<Record<string, Severity | "off">>;

export const ruleOptions = {
  profile: {
    value: "NAME",
    help: "apply the rules of a profile: none (default) or ws-i-bp-1.1 (WS-I Basic Profile)",
  },
  rule: {
    short: "r",
    value: "CODE=SEVERITY",
    repeated: true,
    help: "set the severity of a rule: off, hint, information, warning or error",
  },
} as const satisfies OptionTable;

/** Reads the options `--rule code=severity`, which mean the same as the setting `soaphttp.rules`. */
export function readRuleSettings(given: Arguments): RuleSettings {
  const settings: Record<string, Severity | "off"> = {};
  for (const typed of given.all("rule")) {
    const [, code = "", value = ""] = /^([^=]*)=(.*)$/s.exec(typed) ?? [];
    const severity = (["off", ...severities] as const).find((one) => one === value);
    if (code === "" || severity === undefined) {
      given.refuse(`Invalid value for --rule: ${typed}. Use CODE=SEVERITY, such as soapaction-missing=error.`);
      continue;
    }
    const codes = [...allRules().map((rule) => rule.code), fileEncodingCode];
    if (!codes.includes(code)) given.refuse(suggesting(`Unknown rule: ${code}.`, code, codes));
    settings[code] = severity;
  }
  return withProfile(given.oneOf("profile", profiles, "none"), settings);
}

const profiles = ["none", "ws-i-bp-1.1"] as const;

export const contractOptions = {
  wsdl: {
    value: "FILE",
    help: "the WSDL of all requests, a file or an address (default: the one that a request or its file names, or one of the *.wsdl files in the current folder and its subfolders)",
  },
  "no-wsdl": { help: "don't read any WSDL" },
} as const satisfies OptionTable;

export interface ContractOptions {
  readonly wsdl: string | undefined;
  readonly noWsdl: boolean;
}

export function readContractOptions(given: Arguments): ContractOptions {
  const options = { wsdl: given.last("wsdl"), noWsdl: given.has("no-wsdl") };
  if (options.wsdl !== undefined && options.noWsdl) given.refuse("Use either --wsdl or --no-wsdl.");
  return options;
}

export const catalogOption = {
  catalog: {
    value: "FILE",
    repeated: true,
    help: "redirect the addresses of schemas and WSDLs to files by this XML catalog, and by catalog.xml in the WSDL's folder",
  },
} as const satisfies OptionTable;

/** The option of commands that read a WSDL, and of commands that send requests. */
export const outsideImports = {
  "allow-outside": {
    help: "read imported files outside of the current folder and the WSDL's folder, and from other servers",
  },
} as const satisfies OptionTable;
export const outsideFiles = {
  "allow-outside": {
    help: "also use files outside of the current folder and the request's folder, and read WSDLs from there and from servers that --wsdl doesn't name",
  },
} as const satisfies OptionTable;

/** The `--key` option of commands without client certificates. */
export const namedKeyOption = {
  key: {
    value: "NAME=FILE",
    repeated: true,
    help: "a key of the requests, or certificates that are trusted (PEM, PKCS #12 or a keystore of Java: NAME=FILE#ALIAS)",
  },
} as const satisfies OptionTable;

/** The `--key` option of commands with `--cert`. */
export const keyOption = {
  key: {
    value: "NAME=FILE",
    repeated: true,
    help: `${namedKeyOption.key.help}; without NAME=, the key of --cert (PEM)`,
  },
} as const satisfies OptionTable;

/** The files of `--key NAME=FILE`, as the user wrote them, by the names of the keys. */
export type KeyFiles = ReadonlyMap<string, string>;

export function readNamedKeys(given: Arguments): KeyFiles {
  const { named, others } = readKeys(given);
  const [first] = others;
  if (first !== undefined) given.refuse(`Invalid value for --key: ${first}. Use NAME=FILE.`);
  return named;
}

/** Reads `--key NAME=FILE` and `--key FILE`. `./a=b.pem` is a file without a name. */
export function readKeys(given: Arguments): { readonly named: KeyFiles; readonly others: readonly string[] } {
  const named = new Map<string, string>();
  const others: string[] = [];
  for (const value of given.all("key")) {
    const [, name, file = ""] = /^([A-Za-z][A-Za-z0-9_-]*)=(.*)$/s.exec(value) ?? [];
    if (name === undefined) others.push(value);
    else if (file === "") given.refuse(`--key ${value} names no file.`);
    else if (named.has(name)) given.refuse(`--key names two files for ${name}.`);
    else named.set(name, file);
  }
  return { named, others };
}

/** Reads `--key` beside `--cert` and `--pfx`. */
export function readCertificateKeys(given: Arguments) {
  const { named: keys, others } = readKeys(given);
  const [cert, key, pfx] = [given.last("cert"), others.at(-1), given.last("pfx")];
  if (pfx !== undefined && (cert !== undefined || key !== undefined)) {
    given.refuse("--pfx can't be combined with --cert and --key.");
  }
  if (key !== undefined && cert === undefined) given.refuse("--key requires --cert.");
  return { keys, files: { cert, key, pfx } };
}

export interface Header {
  readonly name: string;
  readonly value: string;
}

/** The headers of `--header "NAME: VALUE"`. A message contains no value, which may be a secret. */
export function readHeaders(given: Arguments): readonly Header[] {
  return given.all("header").flatMap((typed) => {
    const colon = typed.indexOf(":");
    const [name, value] = [typed.slice(0, Math.max(colon, 0)), typed.slice(colon + 1).trim()];
    if (!/^[!#$%&'*+.^`|~\w-]+$/.test(name)) given.refuse('Invalid value for --header. Use "NAME: VALUE".');
    else if (!/^[\t\x20-\x7e]*$/.test(value))
      given.refuse(`The value of --header ${name} must consist of ASCII characters.`);
    else return [{ name, value }];
    return [];
  });
}

export function readSeed(given: Arguments): string | undefined {
  const seed = given.last("seed");
  if (seed !== undefined && !isSeed(seed)) given.refuse(`--seed must be a number of up to 15 digits, but is ${seed}.`);
  return seed;
}

/** `--timeout` of commands that send requests; `soaphttp mock` has its own. */
export const timeoutOption = {
  timeout: {
    value: "SECONDS",
    help: 'maximum time to wait for the first byte of the response, and then for each further byte: 60 by default, 0 for no limit; a request can override this with "# @timeout"',
  },
} as const satisfies OptionTable;

/** Reads `--timeout`, in seconds. `usual`: without the option; 60 is the default of the setting `soaphttp.timeout`, too. */
export function readTimeout(given: Arguments, usual = 60): number {
  return given.count("timeout", /^\d{1,6}(?:\.\d+)?$/, "seconds") ?? usual;
}
