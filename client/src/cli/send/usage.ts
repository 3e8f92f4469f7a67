import * as l10n from "@vscode/l10n";
import { oneOf, readArguments, type WrongUsage, wrong } from "../arguments.ts";
import type { RuleSettings } from "../check/checkedFile.ts";
import { readRuleSettings } from "../check/ruleSettings.ts";
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
  /** The name of the environment whose variables are used. */
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

Sends the requests in .soaphttp and .http files byte for byte, one after the other, and shows the responses.

FILE sends all requests of a file, FILE:LINE the request at that line, FILE#NAME the request with "# @name NAME".
.http and .rest files are read as REST Client and JetBrains' HTTP Client read them.
Use - for standard input. Nothing is sent unless all of these requests can be sent.

Options
      --allow-outside        also send body files ("< FILE") outside of the current folder and the request's folder
      --as-written           send requests even if they have errors
  -e, --environment NAME     use the variables of this environment of http-client.env.json
  -f, --format FORMAT        text (default)  the response with its body formatted, and notes about it
                             json            an array with an object for each request: request, response, failure and
                                             times, all bytes as Base64
                             raw             the bytes of the response, as received
      --follow WHICH         which redirects to follow: never (default), same-origin or always; a request can override
                             this with "# @no-redirect"
      --allow-unencrypted    also follow redirects from https to http, where the request is sent unencrypted
      --timeout SECONDS      maximum time to wait for the first byte of the response, and then for each further byte:
                             60 by default, 0 for no limit; a request can override this with "# @timeout"
      --max-head BYTES       maximum size of the header section of a response: 65536 by default
      --cert FILE, --key FILE
                             client certificate and its key (PEM); without --key, the file of --cert must contain both
      --pfx FILE             client certificate with its key in one file (PKCS #12)
      --ca FILE              trust the certificate authorities in FILE (PEM), in addition to the default ones; can be
                             repeated
      --insecure-host HOST   don't verify the certificate of HOST or HOST:PORT; can be repeated
  -r, --rule CODE=SEVERITY   set the severity of a rule: off, hint, information, warning or error; can be repeated
  -y, --yes                  send requests that require confirmation ("# @note")
  -h, --help                 show this text

Environment variables: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY specify proxies, NODE_EXTRA_CA_CERTS a file with
additional certificate authorities, SOAPHTTP_PASSPHRASE the passphrase of the client certificate's key. If it isn't set, the
command asks for it on the terminal.

Exit code: 0 all responses have a 2xx status and no Fault, 1 a Fault or another status, 2 wrong usage or a request with
errors (nothing was sent), 3 a request without a complete response.
`);
}
