import * as l10n from "@vscode/l10n";
import { oneOf, readArguments, type WrongUsage, wrong } from "../arguments.ts";
import type { RuleSettings } from "../check/checkedFile.ts";
import { readRuleSettings } from "../ruleSettings.ts";
import type { CredentialFiles } from "./credentials.ts";

export const formats = ["text", "json", "raw"] as const;
export const follows = ["never", "same-origin", "always"] as const;

export interface SendCommand {
  readonly kind: "send";
  readonly format: (typeof formats)[number];
  /** Requests with errors are sent too. */
  readonly asWritten: boolean;
  /** What `# @note` asks is answered. */
  readonly yes: boolean;
  /** Seconds, for requests without `# @timeout`; 0: no limit. */
  readonly timeout: number;
  /** Of a response's header section; `undefined`: the default. */
  readonly maxHeadBytes: number | undefined;
  /** Which redirects are followed; the same as the setting `soaphttp.followRedirects`. */
  readonly follow: (typeof follows)[number];
  /** Body files outside of the current folder and of the request's are sent too. */
  readonly allowOutside: boolean;
  /** Redirects from https to http are followed too. */
  readonly allowUnencrypted: boolean;
  /** In small letters, `host` or `host:port`: their certificates are not verified. */
  readonly insecureHosts: readonly string[];
  readonly credentials: CredentialFiles;
  /** Whose variables hold. */
  readonly environment: string | undefined;
  readonly rules: RuleSettings;
  /** At least one. */
  readonly operands: readonly string[];
}

const options = {
  "allow-outside": { type: "boolean" },
  "allow-unencrypted": { type: "boolean" },
  "as-written": { type: "boolean" },
  ca: { type: "string" },
  cert: { type: "string" },
  environment: { type: "string", short: "e" },
  follow: { type: "string" },
  format: { type: "string", short: "f" },
  "insecure-host": { type: "string" },
  key: { type: "string" },
  pfx: { type: "string" },
  rule: { type: "string", short: "r" },
  "max-head": { type: "string" },
  timeout: { type: "string" },
  yes: { type: "boolean", short: "y" },
  help: { type: "boolean", short: "h" },
} as const;

/** Seconds; the same as the setting `soaphttp.timeout`. */
const defaultTimeout = 60;

export function readSendCommand(args: readonly string[]): SendCommand | { readonly kind: "help" } | WrongUsage {
  const read = readArguments(args, options);
  if (read.kind === "wrong") return read;
  const { values, operands } = read;
  if (values.has("help")) return { kind: "help" };
  const format = oneOf(values, "format", formats, "text");
  if (typeof format !== "string") return format;
  const follow = oneOf(values, "follow", follows, "never");
  if (typeof follow !== "string") return follow;
  const credentials = readCredentialOptions(values);
  if ("kind" in credentials) return credentials;
  const timeout = values.get("timeout")?.at(-1);
  if (timeout !== undefined && !/^\d{1,6}(?:\.\d+)?$/.test(timeout)) {
    return wrong(l10n.t("Invalid value for --timeout: {0}. Use a number of seconds.", timeout));
  }
  const maxHead = values.get("max-head")?.at(-1);
  if (maxHead !== undefined && !/^[1-9]\d{0,8}$/.test(maxHead)) {
    return wrong(l10n.t("Invalid value for --max-head: {0}. Use a number of bytes.", maxHead));
  }
  const rules = readRuleSettings(values.get("rule") ?? []);
  if ("kind" in rules) return rules;
  if (operands.length === 0) return wrong(l10n.t("Missing request: FILE, FILE:LINE or FILE#NAME."));
  return {
    kind: "send",
    format,
    asWritten: values.has("as-written"),
    yes: values.has("yes"),
    timeout: timeout === undefined ? defaultTimeout : Number(timeout),
    maxHeadBytes: maxHead === undefined ? undefined : Number(maxHead),
    follow,
    allowOutside: values.has("allow-outside"),
    allowUnencrypted: values.has("allow-unencrypted"),
    credentials,
    environment: values.get("environment")?.at(-1),
    insecureHosts: (values.get("insecure-host") ?? []).map((host) => host.toLowerCase()),
    rules: rules.settings,
    operands,
  };
}

function readCredentialOptions(values: ReadonlyMap<string, readonly string[]>): CredentialFiles | WrongUsage {
  const file = (option: string) => values.get(option)?.at(-1);
  const [cert, key, pfx] = [file("cert"), file("key"), file("pfx")];
  if (pfx !== undefined && (cert !== undefined || key !== undefined)) {
    return wrong(l10n.t("--pfx can't be combined with --cert and --key."));
  }
  if (key !== undefined && cert === undefined) return wrong(l10n.t("--key requires --cert."));
  return { cert, key, pfx, ca: values.get("ca") ?? [] };
}

export function sendHelp(): string {
  return l10n.t(`Usage: soaphttp send [OPTION]… FILE[:LINE|#NAME]…

Sends requests of .soaphttp and .http files byte for byte, one after the other, and shows the responses.

FILE sends every request of the file, FILE:LINE the one that the line is in, FILE#NAME the one with "# @name NAME".
.http and .rest files are read as REST Client and JetBrains' HTTP Client read them.
- stands for standard input. Nothing is sent unless everything that is named can be.

Options
      --allow-outside        sends body files ("< FILE") that lie outside of the current folder and of the request's, too
      --as-written           sends requests in which errors are found, too
  -e, --environment NAME     the environment of http-client.env.json whose variables hold
  -f, --format FORMAT        text (default)  the response with its body formatted, and what is to be said about it
                             json            an array with an object for each request: request, response, failure and
                                             times, the exact bytes as base64
                             raw             the bytes of the response as they came
      --follow WHICH         which redirects are followed: never (default), same-origin or always. "# @no-redirect" of a
                             request comes first
      --allow-unencrypted    follows a redirect from https to http, too: everybody on the way can read what is sent there.
                             Without it --follow doesn't
      --timeout SECONDS      how long to wait for the first byte of the response, and then between two bytes; 60 unless
                             told otherwise, 0 for ever. "# @timeout" of a request comes first
      --max-head BYTES       how large the header section of a response may be; 65536 by default
      --cert FILE, --key FILE
                             a client certificate and its key (PEM); without --key the file of --cert holds both
      --pfx FILE             a client certificate with its key in one file (PKCS #12)
      --ca FILE              trusts the authorities in FILE (PEM) besides those that are trusted anyway; can be repeated
      --insecure-host HOST   doesn't verify the certificate of HOST or HOST:PORT; can be repeated
  -r, --rule CODE=SEVERITY   gives a rule another severity: off, hint, information, warning or error; can be repeated
  -y, --yes                  sends requests that ask before sending ("# @note")
  -h, --help                 shows this text

Environment: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY name proxies, NODE_EXTRA_CA_CERTS a file of more authorities.
SOAPHTTP_PASSPHRASE is the passphrase of the client certificate's key; without it a terminal is asked.

Exit code: 0 every response has a status of 2xx and no Fault, 1 a Fault or another status, 2 wrong usage or a request
with errors (then nothing was sent), 3 a request without a response.
`);
}
