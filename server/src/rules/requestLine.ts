import * as l10n from "@vscode/l10n";
import { destination } from "../contract/write/requestFor.ts";
import { isRequestLine } from "../http/startLine.ts";
import type { Message } from "../message/message.ts";
import { mediaTypes } from "../soap/facts.ts";
import { hexByte } from "../text/bytes.ts";
import { firstBreak } from "../text/lines.ts";
import { references } from "../text/references.ts";
import { isSimilar } from "../text/similar.ts";
import { type Span, slice, touches } from "../text/span.ts";
import {
  automaticFix,
  changeTo,
  countText,
  firstMessage,
  fix,
  insert,
  insertFix,
  remove,
  removeLine,
  replace,
} from "./edits.ts";
import { joinedLine } from "./headerLines.ts";
import { portProblem } from "./host.ts";
import { canWriteAction } from "./operation.ts";
import { type Edit, type Report, type Rule, rule } from "./rule.ts";

export const requestLineRules: readonly Rule[] = [
  rule("request-line-missing", "error", "RFC 9112 section 3", missing, { preventsSending: true }),
  rule("request-line-malformed", "error", "RFC 9112 section 3", malformed, { ofJoinedLines: true }),
  rule("method-unsupported", "error", "SOAP over HTTP binding; RFC 9110 section 9.1", method, { ofSoap: true }),
  rule("target-missing", "error", "RFC 9112 section 3.2", targetMissing, { preventsSending: true }),
  rule("target-invalid", "error", "RFC 9112 section 3.2; RFC 3986", targetInvalid),
  rule("target-form", "error", "RFC 9112 section 3.2", targetForm),
  rule("target-fragment", "warning", "RFC 9110 section 7.1", targetFragment),
  rule("version-missing", "error", "RFC 9112 section 2.3", versionMissing),
  rule("version-unsupported", "error", "RFC 9112 section 2.3", versionUnsupported),
];

/**
 * Inserts the request line and all headers above an envelope without a head. If the operation is known, they contain
 * its address and action, else placeholders. Undefined if the request isn't just an envelope.
 */
export function insertHead(message: Message): Edit | undefined {
  const { text, syntax, scope } = message;
  if (!message.isBare || !message.envelope) return undefined;
  const { start } = syntax.first;
  const lineBreak = firstBreak(text);
  const withHead = (lines: readonly string[]) => `${lines.join(lineBreak)}${lineBreak.repeat(2)}`;
  const lines = headLines(message);
  const whole = firstMessage(text.slice(0, start) + withHead(lines) + text.slice(start), scope);
  const count = whole && countText(whole);
  return insert(start, withHead(count === undefined ? lines : [...lines, `Content-Length: ${count}`]));
}

function* missing(message: Message): Iterable<Report> {
  const { syntax, text, isBare, headPlace } = message;
  if (syntax.requestLine) return;
  const lineBreak = firstBreak(text);
  yield {
    at: headPlace,
    message: l10n.t("Missing request line. A request must start with a line such as POST /path HTTP/1.1."),
    fixes: () => {
      const { start } = syntax.first;
      const below = syntax.headerLines.find((line) => isRequestLine(text, line));
      const edits = below
        ? [insert(start, `${text.slice(below.start, below.end)}${lineBreak}`), removeLine(text, below)]
        : [insert(start, `POST /path HTTP/1.1${lineBreak}${isBare ? lineBreak : ""}`)];
      const head = insertHead(message);
      return [
        ...(head ? [fix(l10n.t("Insert request line and headers"), head)] : []),
        fix(below ? l10n.t("Move request line to top") : l10n.t("Insert {0}", "POST /path HTTP/1.1"), ...edits),
      ];
    },
  };
}

function* malformed(message: Message): Iterable<Report> {
  const { requestLine } = message.syntax;
  if (!requestLine) return;
  if (/^HTTP\/\d/.test(message.slice(requestLine))) {
    const directive = `# @receive POST /callback within 30 s${firstBreak(message.text)}`;
    yield {
      at: requestLine,
      message: l10n.t(
        "A response stands in a .soapmock file, or below # @receive, which waits for the request that it responds to.",
      ),
      fixes: () => [fix(l10n.t("Insert {0}", "# @receive"), insert(requestLine.start, directive))],
    };
    return;
  }
  const joined = message.malformedFields.find(({ kind, start }) => kind === "joined" && start <= requestLine.end);
  if (joined) {
    yield joinedLine(
      message,
      joined,
      l10n.t("{0} must start on a new line. Here it is part of the request line.", joined.name),
    );
    return;
  }
  const { method, target, version, targetSpaces, badSpaces } = requestLine;
  if (!method) {
    yield {
      at: target ?? version ?? requestLine,
      message: l10n.t(
        "Missing method. A request line must have the form METHOD target HTTP/1.1, such as POST /path HTTP/1.1.",
      ),
      fixes: () => [insertFix((target ?? requestLine).start, "POST ", "POST")],
    };
  }
  const [targetSpace] = targetSpaces;
  if (targetSpace) {
    const encoded = targetSpaces.map((one) => replace(one, "%20".repeat(one.end - one.start)));
    yield {
      at: targetSpace,
      message: l10n.t("Whitespace isn't allowed in the target. Replace each space with %20."),
      fixes: () => [fix(l10n.t("Change to {0}", "%20"), ...encoded)],
    };
  }
  const [badSpace] = badSpaces;
  if (badSpace) {
    const isAtEdge = ({ start, end }: Span) => start === requestLine.start || end === requestLine.end;
    const normalized = badSpaces.map((one) => replace(one, isAtEdge(one) ? "" : " "));
    yield {
      at: badSpace,
      message: l10n.t(
        "Separate method, target and HTTP version with exactly one space. Remove spaces at the start and end of the line.",
      ),
      fixes: () => [automaticFix(l10n.t("Normalize request line"), ...normalized)],
    };
  }
}

function* method(message: Message): Iterable<Report> {
  const { method, syntax } = message;
  const at = syntax.requestLine?.method;
  if (!at || method === "POST" || method === "GET" || isOfBinding(message, method)) return;
  const intended = ["POST", "GET"].find((one) => isSimilar(method, one));
  yield {
    at,
    message:
      intended === undefined
        ? l10n.t("The method {0} isn't supported. Use POST or GET for a SOAP request.", method)
        : method.toUpperCase() === intended
          ? l10n.t("Methods are case-sensitive. Use {1} instead of {0}.", method, intended)
          : l10n.t("Unknown method {0}. Did you mean {1}?", method, intended),
    fixes: () => (intended ? [changeTo(at, intended)] : []),
  };
}

/** Whether the operation has an HTTP binding with this method. */
function isOfBinding({ contract }: Message, method: string): boolean {
  const operation = contract.kind === "found" ? contract.operation?.operation : undefined;
  return operation?.binding?.protocol.kind === "http" && operation.method === method;
}

function* targetMissing({ syntax: { requestLine } }: Message): Iterable<Report> {
  const method = requestLine?.method;
  if (!requestLine || !method || requestLine.target) return;
  yield {
    at: requestLine,
    message: l10n.t("Missing target. Insert a path such as /service after the method."),
    fixes: () => [insertFix(method.end, " /", "/")],
  };
}

/** Maximum number of reports per target, so that binary data doesn't produce millions. */
const maxProblems = 100;

function* targetInvalid({ target, text }: Message): Iterable<Report> {
  if (!target) return;
  const { typed, parts } = target;
  const unknown = typed.known ? [] : references(text, typed.typed.start, typed.typed.end);
  for (const problem of parts.problems.slice(0, maxProblems)) {
    const at = typed.at(problem);
    const bad = slice(typed.text, problem);
    if (/^[ \t]$/.test(bad) || unknown.some((reference) => touches(reference, at))) continue;
    switch (problem.kind) {
      case "escape":
        yield {
          at,
          message: l10n.t(
            "Invalid percent-encoding {0}. A % must be followed by two hexadecimal digits. For a literal %, use %25.",
            bad,
          ),
        };
        break;
      case "port":
        yield { at, message: portProblem(bad) };
        break;
      case "user-information":
        yield {
          at,
          message: l10n.t("A target can't contain a user name or password. Use an Authorization header."),
          fixes: () => [fix(l10n.t("Remove user information"), remove(at))],
        };
        break;
      default: {
        const encoded = percentEncode(bad);
        const isTyped = slice(text, at) === bad;
        yield {
          at,
          message: l10n.t("{0} isn't allowed in a target. Use {1}.", bad, encoded),
          fixes: () => (isTyped ? [{ ...changeTo(at, encoded), automatic: true }] : []),
        };
      }
    }
  }
}

function* targetForm({ target }: Message): Iterable<Report> {
  if (target?.parts.form !== "other" || !target.typed.known) return;
  const { text, typed: at } = target.typed;
  const prefix = /^(localhost|[\w-]+(\.[\w-]+)+|\[[0-9a-f:.]+\])(:\d+)?([/?]|$)|^[\w-]+:\d+([/?]|$)/i.test(text)
    ? "http://"
    : "/";
  yield {
    at,
    message: l10n.t("The target {0} must start with /, http:// or https://.", text),
    fixes: () => [insertFix(at.start, prefix)],
  };
}

function* targetFragment({ target }: Message): Iterable<Report> {
  const fragment = target?.parts.fragment;
  if (!target || !fragment) return;
  const at = target.typed.at(fragment);
  yield {
    at,
    message: l10n.t(
      "The fragment {0} is never sent. To include a # in a path or query, use %23.",
      target.typed.text.slice(fragment.start),
    ),
    fixes: () => [fix(l10n.t("Remove fragment"), remove(at))],
  };
}

function* versionMissing({ syntax: { requestLine } }: Message): Iterable<Report> {
  if (!requestLine || requestLine.version) return;
  const end = requestLine.target?.end ?? requestLine.method?.end ?? requestLine.end;
  yield {
    at: requestLine,
    message: l10n.t(
      "Missing HTTP/1.1 at the end of the request line. Without it, some services respond without a status line and headers (HTTP/0.9).",
    ),
    fixes: () => [automaticFix(l10n.t("Append HTTP/1.1"), insert(end, " HTTP/1.1"))],
  };
}

function* versionUnsupported(message: Message): Iterable<Report> {
  const at = message.syntax.requestLine?.version;
  if (!at || message.slice(at) === "HTTP/1.1") return;
  yield {
    at,
    message: l10n.t("The version {0} isn't supported. Use HTTP/1.1, in uppercase.", message.slice(at)),
    fixes: () => [changeTo(at, "HTTP/1.1")],
  };
}

/** Percent-encodes a character: each of its UTF-8 bytes as `%XX` (RFC 3986 section 2.1). */
function percentEncode(character: string): string {
  return Array.from(new TextEncoder().encode(character), (byte) => `%${hexByte(byte).toUpperCase()}`).join("");
}

function headLines({ envelope, contract, charset }: Message): readonly string[] {
  const version = envelope?.version ?? "1.1";
  const match = contract.kind === "found" ? contract.operation : undefined;
  const address = match?.port?.address?.value;
  const { target, host } = address === undefined ? { target: "/{path}", host: "{host}" } : destination(address);
  const expected = match?.operation.soapAction ?? "";
  const action = canWriteAction(expected) ? expected : "";
  const parameter = version === "1.2" && action !== "" ? `; action="${action}"` : "";
  return [
    `POST ${target} HTTP/1.1`,
    `Host: ${host}`,
    `Content-Type: ${mediaTypes[version]}; charset=${charset.charset?.name ?? "utf-8"}${parameter}`,
    ...(version === "1.1" ? [`SOAPAction: "${action}"`] : []),
  ];
}
