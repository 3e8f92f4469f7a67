import * as l10n from "@vscode/l10n";
import { type Fact, fact } from "../http/facts.ts";
import type { SegmentKind } from "../http/head.ts";
import { parseDuration } from "../text/duration.ts";
import { type Snippet, snippet, stop } from "../text/snippet.ts";
import { slice } from "../text/span.ts";
import { isProxy, parseChunkSize, readTls } from "./connectionDirectives.ts";
import {
  isSeed,
  readChance,
  readCount,
  readDataSource,
  readDataValues,
  readFileRows,
  readMock,
  readReceive,
  readRenewal,
  readRepeat,
  readRetry,
  readSkip,
  readTags,
  readThen,
  readWait,
  readWeight,
} from "./directiveValues.ts";
import type { Directive } from "./preamble.ts";

/**
 * An entry in the registry of directives. Checks, completion, hover and exports use the registry; docs/requests.md and
 * docs/mock.md describe all directives. The code that reads the value of a directive implements its effect.
 */
export interface DirectiveInfo extends Fact {
  /**
   * Places where the directive has an effect: above a `message` (a request or a response), above all messages for the whole
   * `file`, or in any `segment`, with or without a message.
   */
  readonly places: readonly ("message" | "file" | "segment")[];
  /** The text that completion inserts after the name; empty if the directive has no value. */
  readonly value: Snippet;
  /** The values that completion suggests. */
  readonly offered?: readonly string[] | OfferedValues;
  /** Whether variables in the value are replaced. */
  readonly replaced?: true;
  /** Whether the directive changes what a test checks. */
  readonly ofTests?: true;
  /** Returns a sentence about an invalid value; `undefined` for a valid value. */
  readonly problem?: (value: string) => string | undefined;
  /** Returns the offset in a value where a condition begins; `undefined` if there is none. */
  readonly condition?: (value: string) => number | undefined;
  /** Whether the condition is evaluated before sending, so that it can only use variables. */
  readonly isBeforeSending?: true;
  /** Whether the directive also has an effect under `# @receive`. */
  readonly ofCallbacks?: true;
  /** Whether tests send the requests of a file with it one after the other, even if they are independent. */
  readonly keepsOrder?: true;
}

/** Kinds of values that are suggested from the file, its contracts or the rules. */
export type OfferedValues =
  | "assignment"
  | "call"
  | "codes"
  | "condition"
  | "credentials"
  | "environments"
  | "exchange"
  | "imports"
  | "operations"
  | "renewal"
  | "requests"
  | "row"
  | "setting"
  | "tags"
  | "tls"
  | "wsdls";

const anyValue: Snippet = [" ", stop(1)];
const noValue: Snippet = [];

/** A check that returns a problem for values that don't match `valid`, or that it can't read. */
function unless(
  valid: RegExp | ((value: string) => unknown),
  problem: () => string,
): (value: string) => string | undefined {
  const isValid = (value: string) => {
    if (valid instanceof RegExp) return valid.test(value);
    const read = valid(value);
    return read !== undefined && read !== false;
  };
  return (value) => (isValid(value) ? undefined : problem());
}

type Others = Partial<Omit<DirectiveInfo, keyof Fact>>;

function row(source: string, name: string, meaning: () => string, others: Others): DirectiveInfo {
  return { ...fact(name, source, meaning), places: ["message"], value: anyValue, ...others };
}

const ofRequest = (name: string, meaning: () => string, others: Others = {}) =>
  row("the .soaphttp format", name, meaning, others);
const ofResponse = (name: string, meaning: () => string, others: Others = {}) =>
  row("the .soapmock format", name, meaning, others);

function hook(name: "before" | "after", meaning: () => string): DirectiveInfo {
  return ofRequest(name, meaning, {
    value: noValue,
    offered: ["once", "each"],
    ofTests: true,
    keepsOrder: true,
    problem: unless(/^(?:once|each)?$/, () => l10n.t("@{0} has no value, or once or each.", name)),
  });
}

const documentMeaning = () =>
  l10n.t("Makes the text below the next empty line a value with this name. The segment has no message.");
const documentDirective: Others = { places: ["segment"], value: [" ", stop(1, "document")] };

const requestDirectives: readonly DirectiveInfo[] = [
  ofRequest("document", documentMeaning, documentDirective),
  ofRequest("name", () => l10n.t("A name for the request, unique in the file: # @name add."), { ofCallbacks: true }),
  ofRequest("title", () => l10n.t("The name of the request in lists, instead of the title after ###."), {
    ofCallbacks: true,
  }),
  ofRequest(
    "scheme",
    () => l10n.t("http or https, if the target is a path. Default: https for port 443 or 8443, otherwise http."),
    {
      value: [" ", stop(1, "https", "http")],
      offered: ["https", "http"],
      problem: unless(/^https?$/, () => l10n.t("@scheme must be http or https.")),
    },
  ),
  ofRequest(
    "timeout",
    () => l10n.t("The maximum time until the first byte of the response: 30s, 500ms, 2m, 1h. Overrides the setting."),
    {
      value: [" ", stop(1, "30s")],
      offered: ["10s", "30s", "2m", "500ms"],
      problem: unless(parseDuration, () =>
        l10n.t("@timeout must be a number with the unit ms, s, m (or min) or h, such as 30s or 2min."),
      ),
    },
  ),
  ofRequest("compress", () => l10n.t("Compresses the body after it is rendered: gzip or deflate."), {
    value: [" ", stop(1, "gzip", "deflate")],
    offered: ["gzip", "deflate"],
    problem: unless(/^(?:gzip|deflate)$/, () => l10n.t("@compress must be gzip or deflate.")),
  }),
  ofRequest("chunked", () => l10n.t("Sends the body in chunks of this size (Transfer-Encoding: chunked): 8 KB."), {
    value: [" ", stop(1, "8 KB")],
    offered: ["8 KB", "1 KB", "64 KB"],
    problem: unless(parseChunkSize, () => l10n.t("@chunked must be a size up to 64 MB, such as 8 KB.")),
  }),
  ofRequest("no-redirect", () => l10n.t("Doesn't follow redirects of this request, regardless of the setting."), {
    value: noValue,
  }),
  ofRequest(
    "tls",
    () =>
      l10n.t(
        "How TLS connects to this service: the name of a key with the client certificate, minVersion, ciphers, servername, legacyRenegotiation.",
      ),
    {
      value: [" ", stop(1, 'minVersion=TLSv1 ciphers="DEFAULT@SECLEVEL=0"')],
      offered: "tls",
      problem: (value) => {
        const read = readTls(value);
        return typeof read === "string" ? read : undefined;
      },
    },
  ),
  ofRequest("proxy", () => l10n.t("The proxy of this request: http://, https://, socks5:// or socks5h://, or none."), {
    value: [" ", stop(1, "none", "http://localhost:3128", "socks5h://localhost:1080")],
    offered: ["none", "http://localhost:3128", "socks5h://localhost:1080"],
    problem: unless(isProxy, () =>
      l10n.t("@proxy must be none or a proxy without a login, such as http://localhost:3128 or socks5h://localhost."),
    ),
  }),
  ofRequest(
    "auth",
    () =>
      l10n.t(
        "Answers a challenge of the service with user and password: # @auth digest user password, or # @auth ntlm DOMAIN\\user password; or with the Kerberos ticket of the logged-in user: # @auth negotiate.",
      ),
    {
      value: [" ", stop(1, "digest", "ntlm"), " ", stop(2, "user"), " ", stop(3, "password")],
      offered: "credentials",
    },
  ),
  ofRequest("note", () => l10n.t("A question to ask before the request is sent.")),
  ofRequest("ignore", () => l10n.t("Codes of rules to ignore for this request."), {
    places: ["segment"],
    offered: "codes",
  }),
  ofRequest("wsdl", () => l10n.t("The WSDL of the request's service: a path or an address."), {
    places: ["message", "file"],
    offered: "wsdls",
    problem: wsdlProblem,
  }),
  ofRequest(
    "operation",
    () =>
      l10n.t("The operation of the request if its text doesn't say which one: Operation, or Service/Port/Operation."),
    {
      offered: "operations",
      problem: unless(/./, () => l10n.t("@operation must name an operation, such as Add or CalcService/CalcPort/Add.")),
    },
  ),
  ofRequest("no-wsdl", () => l10n.t("The request belongs to no WSDL."), { value: noValue }),
  ofRequest(
    "expect",
    () =>
      l10n.t(
        "What the response must be: status 200, no fault, a path with a comparison, header, time, size, body, contract or signature.",
      ),
    { condition: () => 0, replaced: true, ofCallbacks: true, ofTests: true },
  ),
  ofRequest("set", () => l10n.t("Sets a variable of the file to a value of the response: # @set token = //m:Token."), {
    value: [" ", stop(1, "token"), " = ", stop(2, "//*:Token")],
    offered: "setting",
    replaced: true,
    ofCallbacks: true,
    ofTests: true,
    keepsOrder: true,
  }),
  ofRequest(
    "save",
    () =>
      l10n.t(
        "Writes a value of the response, or its body, to a file below the folder of this file: # @save ./report.pdf = //m:Report | decode base64.",
      ),
    {
      value: snippet` ${stop(1, "./response.xml")} = ${stop(2, "body")}`,
      offered: "assignment",
      replaced: true,
      ofCallbacks: true,
      ofTests: true,
      keepsOrder: true,
    },
  ),
  ofRequest(
    "import",
    () =>
      l10n.t(
        "Makes the named requests of another file usable here, and what they set: # @import ./login.soaphttp as auth, then {{auth.token}}.",
      ),
    {
      places: ["segment"],
      value: snippet` ${stop(1, "./login.soaphttp")} as ${stop(2, "auth")}`,
      offered: "imports",
      ofTests: true,
    },
  ),
  ofRequest(
    "mock",
    () =>
      l10n.t(
        "Starts a mock service while requests of this file are sent: # @mock ./calc.soapmock. Its host and port are {{mock.calc}}, or {{mock}} if it is the only one.",
      ),
    {
      places: ["segment"],
      value: [" ", stop(1, "./calc.soapmock")],
      ofTests: true,
      keepsOrder: true,
      problem: unless(readMock, () =>
        l10n.t(
          "@mock must be the path of a .soapmock or .wsdl file whose name has only letters, digits, _, - and dots, such as ./calc.soapmock.",
        ),
      ),
    },
  ),
  ofRequest(
    "receive",
    () =>
      l10n.t(
        "Waits for a request that a service sends, and responds with the text below: # @receive POST /callback within 30 s. It comes to {{callback.address}}; # @expect and # @set are about it. The request above is sent first.",
      ),
    {
      value: snippet` ${stop(1, "POST")} ${stop(2, "/callback")} within ${stop(3, "30 s")}`,
      offered: ["POST /callback within 30 s"],
      ofCallbacks: true,
      ofTests: true,
      keepsOrder: true,
      problem: unless(readReceive, () =>
        l10n.t(
          "@receive must be a method, a path and a time of up to an hour, such as POST /callback within 30 s. The path has no query; * is any text.",
        ),
      ),
    },
  ),
  ofRequest(
    "environment",
    () =>
      l10n.t(
        "The environments of this file, instead of the selected one: # @environment test base. The first one that has a variable wins.",
      ),
    {
      places: ["segment"],
      value: [" ", stop(1, "test")],
      offered: "environments",
      ofTests: true,
      problem: unless(/./, () => l10n.t("@environment must name an environment, such as test.")),
    },
  ),
  ofRequest(
    "seed",
    () =>
      l10n.t(
        "Makes $guid, $randomInt and the texts of $random the same each time: # @seed 7. Random bytes, nonces and keys stay different.",
      ),
    {
      places: ["segment"],
      value: [" ", stop(1, "7")],
      ofTests: true,
      problem: unless(isSeed, () => l10n.t("@seed must be a number of up to 15 digits, such as 7.")),
    },
  ),
  ofRequest(
    "needs",
    () =>
      l10n.t(
        "Names of requests that must be sent before this one. One of another file can get values: # @needs ./login.soaphttp#login with user = bob.",
      ),
    { offered: "requests", replaced: true, ofCallbacks: true, ofTests: true, keepsOrder: true },
  ),
  ofRequest(
    "sequence",
    () =>
      l10n.t(
        "Tests send the requests of this file one after the other, even with --jobs: one depends on what another changes in the service.",
      ),
    { places: ["segment"], value: noValue, ofTests: true, keepsOrder: true },
  ),
  ofRequest(
    "data",
    () =>
      l10n.t(
        'Sends the request once for each row of a .csv, .json, .xml or .xlsx file, with the columns as variables (separator=";" for the columns of a table, $.orders[*] or //order for the rows in JSON or XML, #Orders for a sheet), or for each value of another response: # @data id = list.response.body.//m:Id. Above all requests, the whole file for each row.',
      ),
    {
      places: ["message", "file"],
      value: [" ", stop(1, "./rows.csv")],
      offered: "exchange",
      ofTests: true,
      problem: unless(
        (value) => readDataSource(readFileRows(value).source) ?? readDataValues(value),
        () =>
          l10n.t(
            "@data must be the path of a .csv, .json, .xml or .xlsx file, or a name and a value of a response, such as id = list.response.body.//m:Id.",
          ),
      ),
    },
  ),
  ofRequest("retry", () => l10n.t("The number of retries while its expectations don't hold: # @retry 5 every 2 s."), {
    value: [" ", stop(1, "5"), " every ", stop(2, "2 s")],
    offered: ["5 every 2 s"],
    ofTests: true,
    keepsOrder: true,
    problem: unless(readRetry, () => l10n.t("@retry must be a number of retries and a pause, such as 5 every 2 s.")),
  }),
  ofRequest(
    "repeat",
    () =>
      l10n.t(
        "The number of times the request is sent; its expectations must hold each time. With until, it is sent until a condition holds: # @repeat 20 every 2 s until //m:Done = true.",
      ),
    {
      value: [" ", stop(1, "10")],
      offered: ["10", "100", "20 every 2 s until"],
      replaced: true,
      ofTests: true,
      keepsOrder: true,
      problem: unless(readRepeat, () =>
        l10n.t(
          "@repeat must be a number from 1 to 100000, such as 10, or with a condition, such as 20 every 2 s until //m:Done = true.",
        ),
      ),
      condition: (value) => readRepeat(value)?.condition,
    },
  ),
  ofRequest(
    "renew",
    () =>
      l10n.t(
        "Sends a request again, and then this one once more, if the response meets a condition: # @renew login when //*:SessionExpired exists.",
      ),
    {
      value: snippet` ${stop(1, "login")} when ${stop(2, "status 401")}`,
      offered: "renewal",
      replaced: true,
      ofTests: true,
      keepsOrder: true,
      condition: (value) => readRenewal(value)?.condition,
    },
  ),
  ofRequest("wait", () => l10n.t("How long to wait before the request is sent: 2 s, 500 ms or 1 min."), {
    value: [" ", stop(1, "2 s")],
    offered: ["2 s", "500 ms", "1 min"],
    keepsOrder: true,
    problem: unless(readWait, () =>
      l10n.t("@wait must be a number with a unit, such as 2 s, 500 ms or 1 min, and not more than an hour."),
    ),
  }),
  hook("before", () =>
    l10n.t("Tests send this request before the others of the file; with each, before each of them."),
  ),
  hook("after", () =>
    l10n.t(
      "Tests send this request after the others of the file, also if they failed or were stopped; with each, after each of them.",
    ),
  ),
  ofRequest(
    "tag",
    () =>
      l10n.t(
        "Words by which tests are chosen: # @tag smoke slow. Above all requests, they are those of the whole file.",
      ),
    {
      places: ["message", "file"],
      value: [" ", stop(1, "smoke")],
      offered: "tags",
      ofCallbacks: true,
      ofTests: true,
      problem: unless(readTags, () =>
        l10n.t("@tag must be words of letters, digits, _, - and dots, such as smoke slow."),
      ),
    },
  ),
  ofRequest(
    "weight",
    () =>
      l10n.t("The share of this request in an exported load, in relation to the others: from 1 (the default) to 1000."),
    {
      value: [" ", stop(1, "3")],
      problem: unless(readWeight, () => l10n.t("@weight must be a number from 1 to 1000.")),
    },
  ),
  ofRequest(
    "cookies",
    () => l10n.t("Sends the cookies that the service has set in this run or window, in a Cookie header."),
    { value: noValue, ofTests: true, keepsOrder: true },
  ),
  ofRequest(
    "skip",
    () =>
      l10n.t(
        "Tests skip this request. The value is the reason, or a condition: # @skip if {{state}} = open, or # @skip unless {{token}} exists.",
      ),
    {
      offered: ["if", "unless"],
      ofCallbacks: true,
      ofTests: true,
      condition: (value) => readSkip(value)?.condition,
      isBeforeSending: true,
    },
  ),
];

const responseDirectives: readonly DirectiveInfo[] = [
  ofResponse(
    "when",
    () =>
      l10n.t(
        "A condition for the request: operation, a path with a comparison, header, path, query, method, version, body or variable. All must hold.",
      ),
    { offered: "condition", replaced: true },
  ),
  ofResponse("otherwise", () => l10n.t("The response is sent if no other one matches, in any file."), {
    value: noValue,
  }),
  ofResponse("document", documentMeaning, documentDirective),
  ofResponse("name", () => l10n.t("A name for the response, unique in the file: # @name sum.")),
  ofResponse("title", () => l10n.t("The name of the response in lists, instead of the title after ###.")),
  ofResponse(
    "set",
    () => l10n.t("Sets a variable of the file to a text or a value of the request: # @set id = //m:Id."),
    { value: snippet` ${stop(1, "state")} = ${stop(2, "paid")}`, offered: "assignment", replaced: true },
  ),
  ofResponse(
    "expect",
    () =>
      l10n.t(
        "How often the response is sent, or a condition of the requests that get it: # @expect called 2, called >= 1, called never, or # @expect header Accept exists. Checked when the mock service or the run ends.",
      ),
    { offered: "call", replaced: true },
  ),
  ofResponse(
    "times",
    () => l10n.t("The maximum number of times that the response is sent. After that, it no longer matches."),
    {
      value: [" ", stop(1, "1")],
      offered: ["1", "3"],
      problem: unless(
        (value) => readCount(value, 100_000),
        () => l10n.t("@times must be a number from 1 to 100000."),
      ),
    },
  ),
  ofResponse(
    "chance",
    () =>
      l10n.t(
        "The share of the matching requests that get this response: # @chance 10%. The others get another one that matches. soaphttp mock --seed makes the choice the same each time.",
      ),
    {
      value: [" ", stop(1, "10%")],
      offered: ["10%", "50%"],
      problem: unless(readChance, () => l10n.t("@chance must be a percentage up to 100%, such as 10%.")),
    },
  ),
  ofResponse(
    "data",
    () =>
      l10n.t(
        "A .csv, .json, .xml or .xlsx file, and which row is used: # @data ./rows.csv where sku = //m:Sku. Its columns are variables.",
      ),
    { value: snippet` ${stop(1, "./rows.csv")} where ${stop(2, "id")} = ${stop(3, "//*:Id")}`, offered: "row" },
  ),
  ofResponse(
    "delay",
    () => l10n.t("The time before the first byte: 2 s, or 1 s to 3 s for a random time between them."),
    { value: [" ", stop(1, "2 s")], offered: ["2 s", "1 s to 3 s"] },
  ),
  ofResponse(
    "forward",
    () => l10n.t("Passes the request on to the service of soaphttp mock --to, and sends its response."),
    {
      value: noValue,
    },
  ),
  ofResponse("replace", () => l10n.t("Replaces values in the response of # @forward: # @replace //m:Price = 0."), {
    value: snippet` ${stop(1, "//*:Price")} = ${stop(2, "0")}`,
    replaced: true,
  }),
  ofResponse(
    "then",
    () =>
      l10n.t(
        "Sends a request of a file after the response: # @then after 2 s ./notify.soaphttp#notify. It may have values of the received request, such as {{request.body.//m:Id}}.",
      ),
    {
      value: snippet` after ${stop(1, "2 s")} ${stop(2, "./notify.soaphttp")}#${stop(3, "notify")}`,
      offered: ["after 2 s ./notify.soaphttp#notify"],
      problem: unless(readThen, () =>
        l10n.t(
          "@then must be a request of a .soaphttp file, and a time of up to an hour in front of it, such as after 2 s ./notify.soaphttp#notify.",
        ),
      ),
    },
  ),
  ofResponse("slow", () => l10n.t("How fast the response is sent: 100 B/s, 10 KB/s."), {
    value: [" ", stop(1, "100 B/s")],
    offered: ["100 B/s", "10 KB/s"],
  }),
  ofResponse(
    "cut",
    () =>
      l10n.t(
        "The number of bytes, including the status line and headers, after which the connection is closed: after 200 bytes.",
      ),
    { value: snippet` after ${stop(1, "200")} bytes`, offered: ["after 200 bytes"] },
  ),
  ofResponse("reset", () => l10n.t("Resets the TCP connection before the first byte, or after the cut."), {
    value: noValue,
  }),
  ofResponse(
    "hang",
    () => l10n.t("Sends nothing more until the client closes the connection, before the first byte or after the cut."),
    { value: noValue },
  ),
  ofResponse(
    "raw",
    () => l10n.t("Sends the status line and the headers as typed, including line endings and comments."),
    { value: noValue },
  ),
  ofResponse("wsdl", () => l10n.t("The WSDL of the service: a path or an address."), {
    places: ["segment"],
    offered: "wsdls",
  }),
  ofResponse("no-wsdl", () => l10n.t("The response belongs to no WSDL."), { places: ["segment"], value: noValue }),
  ofResponse("ignore", () => l10n.t("Codes of rules to ignore for this response."), {
    places: ["segment"],
    offered: "codes",
  }),
];

const byName = {
  request: new Map(requestDirectives.map((one) => [one.name, one])),
  callback: new Map(
    requestDirectives.flatMap((one) =>
      one.ofCallbacks || one.places.includes("segment") ? [[one.name, one] as const] : [],
    ),
  ),
  response: new Map(responseDirectives.map((one) => [one.name, one])),
};

export function directivesOf(kind: SegmentKind): readonly DirectiveInfo[] {
  return [...byName[kind].values()];
}

export function directiveInfo(kind: SegmentKind, name: string): DirectiveInfo | undefined {
  return byName[kind].get(name);
}

/** The problem of a directive's value according to the registry. Its place is the value, or the name if the value is empty. */
export function valueProblem(kind: SegmentKind, text: string, { name, value }: Directive) {
  const message = directiveInfo(kind, slice(text, name))?.problem?.(slice(text, value));
  return message === undefined ? undefined : { ...(value.start === value.end ? name : value), message };
}

/** A problem in the value of `# @wsdl`. Whether the file exists isn't checked, because that depends on the document. */
function wsdlProblem(value: string): string | undefined {
  if (value === "") return l10n.t("@wsdl must be a path or an address, such as ./service.wsdl.");
  const isValid = !/^https?:/i.test(value) || /^https?:\/\/[^\s/]/i.test(value);
  return isValid ? undefined : l10n.t("{0} is not a valid address.", value);
}
