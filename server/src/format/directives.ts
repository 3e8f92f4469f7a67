import * as l10n from "@vscode/l10n";
import { type Fact, fact } from "../http/facts.ts";
import type { MessageKind } from "../http/head.ts";
import { parseDuration } from "../text/duration.ts";
import { type Snippet, snippet, stop } from "../text/snippet.ts";
import { slice } from "../text/span.ts";
import type { Directive } from "./preamble.ts";

/**
 * The registry of the directives. Checks, completion, hover and exports read it; docs/requests.md and docs/mock.md have
 * all of them. What a directive does is in the code that reads its value.
 */
export interface DirectiveInfo extends Fact {
  /**
   * Where it has an effect: above a `message` (a request or a response), above all messages for the whole `file`, or in any
   * `segment`, with or without a message.
   */
  readonly places: readonly ("message" | "file" | "segment")[];
  /** What completion inserts after the name; empty if the directive has no value. */
  readonly value: Snippet;
  /** The values that completion offers. */
  readonly offered?: readonly string[] | OfferedValues;
  /** Whether variables in the value are replaced. */
  readonly replaced?: true;
  /** Whether a test without it would check something else. */
  readonly ofTests?: true;
  /** A sentence about an invalid value; `undefined` if nothing is wrong. */
  readonly problem?: (value: string) => string | undefined;
}

/** Values from the file, its contracts or the rules. */
export type OfferedValues =
  | "assignment"
  | "codes"
  | "condition"
  | "credentials"
  | "expectation"
  | "operations"
  | "requests"
  | "row"
  | "wsdls";

const anyValue: Snippet = [" ", stop(1)];
const noValue: Snippet = [];

type Others = Partial<Omit<DirectiveInfo, keyof Fact>>;

function row(source: string, name: string, meaning: () => string, others: Others): DirectiveInfo {
  return { ...fact(name, source, meaning), places: ["message"], value: anyValue, ...others };
}

const ofRequest = (name: string, meaning: () => string, others: Others = {}) =>
  row("the .soaphttp format", name, meaning, others);
const ofResponse = (name: string, meaning: () => string, others: Others = {}) =>
  row("the .soapmock format", name, meaning, others);

const documentMeaning = () =>
  l10n.t("Makes the text below the next empty line a value with this name. The segment has no message.");
const documentDirective: Others = { places: ["segment"], value: [" ", stop(1, "document")] };

const requestDirectives: readonly DirectiveInfo[] = [
  ofRequest("document", documentMeaning, documentDirective),
  ofRequest("name", () => l10n.t("A name for the request, unique in the file: # @name add.")),
  ofRequest("title", () => l10n.t("The name of the request in lists, instead of the title after ###.")),
  ofRequest(
    "scheme",
    () => l10n.t("http or https, if the target is a path. Default: https for port 443 or 8443, otherwise http."),
    {
      value: [" ", stop(1, "https", "http")],
      offered: ["https", "http"],
      problem: (value) => (/^https?$/.test(value) ? undefined : l10n.t("@scheme must be http or https.")),
    },
  ),
  ofRequest(
    "timeout",
    () => l10n.t("The maximum time until the first byte of the response: 30s, 500ms, 2m, 1h. Overrides the setting."),
    {
      value: [" ", stop(1, "30s")],
      offered: ["10s", "30s", "2m", "500ms"],
      problem: (value) =>
        parseDuration(value) === undefined
          ? l10n.t("@timeout must be a number with the unit ms, s, m (or min) or h, such as 30s or 2min.")
          : undefined,
    },
  ),
  ofRequest("compress", () => l10n.t("Compresses the body after it is rendered: gzip or deflate."), {
    value: [" ", stop(1, "gzip", "deflate")],
    offered: ["gzip", "deflate"],
    problem: (value) => (/^(?:gzip|deflate)$/.test(value) ? undefined : l10n.t("@compress must be gzip or deflate.")),
  }),
  ofRequest("no-redirect", () => l10n.t("Doesn't follow redirects of this request, regardless of the setting."), {
    value: noValue,
  }),
  ofRequest(
    "auth",
    () =>
      l10n.t(
        "Answers a challenge of the service with user and password: # @auth digest user password, or # @auth ntlm DOMAIN\\user password.",
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
      problem: (value) =>
        value === ""
          ? l10n.t("@operation must name an operation, such as Add or CalcService/CalcPort/Add.")
          : undefined,
    },
  ),
  ofRequest("no-wsdl", () => l10n.t("The request belongs to no WSDL."), { value: noValue }),
  ofRequest(
    "expect",
    () =>
      l10n.t(
        "What the response must be: status 200, no fault, a path with a comparison, header, time, size, body, contract or signature.",
      ),
    { offered: "expectation", replaced: true, ofTests: true },
  ),
  ofRequest("set", () => l10n.t("Sets a variable of the file to a value of the response: # @set token = //m:Token."), {
    value: [" ", stop(1, "token"), " = ", stop(2, "//*:Token")],
    offered: "assignment",
    replaced: true,
    ofTests: true,
  }),
  ofRequest("needs", () => l10n.t("Names of requests that must be sent before this one."), {
    offered: "requests",
    ofTests: true,
  }),
  ofRequest(
    "data",
    () => l10n.t("A .csv or .json file: the request is sent once for each row, with the columns as variables."),
    {
      value: [" ", stop(1, "./rows.csv")],
      ofTests: true,
      problem: (value) => (isDataPath(value) ? undefined : l10n.t("@data must be the path of a .csv or .json file.")),
    },
  ),
  ofRequest("retry", () => l10n.t("The number of retries while its expectations don't hold: # @retry 5 every 2 s."), {
    value: [" ", stop(1, "5"), " every ", stop(2, "2 s")],
    offered: ["5 every 2 s"],
    ofTests: true,
    problem: (value) =>
      readRetry(value) ? undefined : l10n.t("@retry must be a number of retries and a pause, such as 5 every 2 s."),
  }),
  ofRequest("repeat", () => l10n.t("The number of times the request is sent; its expectations must hold each time."), {
    value: [" ", stop(1, "10")],
    offered: ["10", "100"],
    ofTests: true,
    problem: (value) =>
      readRepeat(value) === undefined ? l10n.t("@repeat must be a number from 1 to 100000.") : undefined,
  }),
  ofRequest(
    "weight",
    () =>
      l10n.t("The share of this request in an exported load, in relation to the others: from 1 (the default) to 1000."),
    {
      value: [" ", stop(1, "3")],
      problem: (value) =>
        readWeight(value) === undefined ? l10n.t("@weight must be a number from 1 to 1000.") : undefined,
    },
  ),
  ofRequest(
    "cookies",
    () => l10n.t("Sends the cookies that the service has set in this run or window, in a Cookie header."),
    { value: noValue, ofTests: true },
  ),
  ofRequest("skip", () => l10n.t("Tests skip this request. The value is the reason."), { ofTests: true }),
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
    "times",
    () => l10n.t("The maximum number of times that the response is sent. After that, it no longer matches."),
    {
      value: [" ", stop(1, "1")],
      offered: ["1", "3"],
      problem: (value) =>
        readCount(value, 100_000) === undefined ? l10n.t("@times must be a number from 1 to 100000.") : undefined,
    },
  ),
  ofResponse(
    "data",
    () =>
      l10n.t(
        "A .csv or .json file, and which row is used: # @data ./rows.csv where sku = //m:Sku. Its columns are variables.",
      ),
    { value: snippet` ${stop(1, "./rows.csv")} where ${stop(2, "id")} = ${stop(3, "//*:Id")}`, offered: "row" },
  ),
  ofResponse(
    "delay",
    () => l10n.t("The time before the first byte: 2 s, or 1 s to 3 s for a random time between them."),
    { value: [" ", stop(1, "2 s")], offered: ["2 s", "1 s to 3 s"] },
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

/** The directives by name. */
const byName = {
  request: new Map(requestDirectives.map((one) => [one.name, one])),
  response: new Map(responseDirectives.map((one) => [one.name, one])),
};

export function directivesOf(kind: MessageKind): readonly DirectiveInfo[] {
  return [...byName[kind].values()];
}

export function directiveInfo(kind: MessageKind, name: string): DirectiveInfo | undefined {
  return byName[kind].get(name);
}

/** The problem of a directive's value by the registry, at the value or, without one, at the name. */
export function valueProblem(kind: MessageKind, text: string, { name, value }: Directive) {
  const message = directiveInfo(kind, slice(text, name))?.problem?.(slice(text, value));
  return message === undefined ? undefined : { ...(value.start === value.end ? name : value), message };
}

/** Without the existence of a file, which depends on the document. */
function wsdlProblem(value: string): string | undefined {
  if (value === "") return l10n.t("@wsdl must be a path or an address, such as ./service.wsdl.");
  const isValid = !/^https?:/i.test(value) || /^https?:\/\/[^\s/]/i.test(value);
  return isValid ? undefined : l10n.t("{0} is not a valid address.", value);
}

/** Whether a path is that of a data file, by its ending. */
export function isDataPath(typed: string): boolean {
  return /.\.(?:csv|json)$/i.test(typed);
}

/** How often a request is sent again, and the pause in milliseconds: a second if none is typed. */
export function readRetry(typed: string): { readonly times: number; readonly every: number } | undefined {
  const [, times, pause = "1 s"] = /^(\d{1,4})(?:[ \t]+every[ \t]+(\d\S*(?:[ \t]+\S+)?))?$/.exec(typed) ?? [];
  const every = parseDuration(pause);
  return times === undefined || every === undefined ? undefined : { times: Number(times), every };
}

export function readRepeat(typed: string): number | undefined {
  return readCount(typed, 100_000);
}

export function readWeight(typed: string): number | undefined {
  return readCount(typed, 1000);
}

/** A number from 1 to `most`, which has at most six digits; undefined if the text is something else. */
export function readCount(typed: string, most: number): number | undefined {
  const count = /^\d{1,6}$/.test(typed) ? Number(typed) : 0;
  return count >= 1 && count <= most ? count : undefined;
}
