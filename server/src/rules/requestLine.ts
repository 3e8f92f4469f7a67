import * as l10n from "@vscode/l10n";
import { isRequestLine } from "../http/requestLine.ts";
import type { Message } from "../message.ts";
import { firstBreak } from "../text/lines.ts";
import { references } from "../text/references.ts";
import { touches } from "../text/span.ts";
import { isSimilar } from "../xml/similarNames.ts";
import { insert, remove, removeLine, replace } from "./edits.ts";
import { breakLine } from "./headerLines.ts";
import { portProblem } from "./host.ts";
import type { Edit, Rule } from "./rule.ts";

const missing: Rule = {
  code: "request-line-missing",
  severity: "error",
  source: "RFC 9112 section 3",
  *check({ request, text, isBare, headPlace }) {
    if (request.line) return;
    const lineBreak = firstBreak(text);
    yield {
      at: headPlace,
      message: l10n.t("Missing request line. A request must start with a line such as POST /path HTTP/1.1."),
      fixes: () => {
        const { start } = request.first;
        const below = request.headerLines.find((line) => isRequestLine(text, line));
        const edits = below
          ? [insert(start, `${text.slice(below.start, below.end)}${lineBreak}`), removeLine(text, below)]
          : [insert(start, `POST /path HTTP/1.1${lineBreak}${isBare ? lineBreak : ""}`)];
        return [{ title: below ? l10n.t("Move request line to top") : l10n.t("Insert POST /path HTTP/1.1"), edits }];
      },
    };
  },
};

const malformed: Rule = {
  code: "request-line-malformed",
  severity: "error",
  source: "RFC 9112 section 3",
  *check(message) {
    const { line } = message.request;
    if (!line) return;
    const joined = message.malformedFields.find(({ kind, start }) => kind === "joined" && start <= line.end);
    if (joined) {
      yield {
        at: { start: joined.start, end: joined.start + joined.name.length },
        message: l10n.t("{0} must start on a new line. Here it is part of the request line.", joined.name),
        fixes: () => [breakLine(message, joined.start)],
      };
      return;
    }
    const [space] = line.badSpaces;
    if (!line.method) {
      yield {
        at: line.target ?? line.version ?? line,
        message: l10n.t(
          "Missing method. A request line must have the form METHOD target HTTP/1.1, such as POST /path HTTP/1.1.",
        ),
        fixes: () => [{ title: l10n.t("Insert POST"), edits: [insert((line.target ?? line).start, "POST ")] }],
      };
    }
    if (line.targetSpaces.length > 0) {
      yield* line.targetSpaces.slice(0, 1).map((at) => ({
        at,
        message: l10n.t("Whitespace isn't allowed in the target. Replace each space with %20."),
        fixes: () => [
          {
            title: l10n.t("Change to %20"),
            edits: line.targetSpaces.map((one) => replace(one, "%20".repeat(one.end - one.start))),
          },
        ],
      }));
    }
    if (space) {
      yield {
        at: space,
        message: l10n.t(
          "Separate method, target and HTTP version with exactly one space. Remove spaces at the start and end of the line.",
        ),
        fixes: () => [{ title: l10n.t("Normalize request line"), automatic: true, edits: normalize(message) }],
      };
    }
  },
};

function normalize({ request: { line } }: Message): Edit[] {
  return (line?.badSpaces ?? []).map((space) => {
    const outside = space.start === line?.start || space.end === line?.end;
    return replace(space, outside ? "" : " ");
  });
}

const method: Rule = {
  code: "method-unsupported",
  severity: "error",
  source: "SOAP over HTTP binding; RFC 9110 section 9.1",
  *check({ method, request }) {
    const at = request.line?.method;
    if (!at || method === "POST" || method === "GET") return;
    const meant = ["POST", "GET"].find((one) => isSimilar(method, one));
    yield {
      at,
      message:
        meant === undefined
          ? l10n.t("The method {0} isn't supported. Use POST or GET for a SOAP request.", method)
          : method.toUpperCase() === meant
            ? l10n.t("Methods are case-sensitive. Use {1} instead of {0}.", method, meant)
            : l10n.t("Unknown method {0}. Did you mean {1}?", method, meant),
      fixes: () => (meant ? [{ title: l10n.t("Change to {0}", meant), edits: [replace(at, meant)] }] : []),
    };
  },
};

const targetMissing: Rule = {
  code: "target-missing",
  severity: "error",
  source: "RFC 9112 section 3.2",
  *check({ request: { line } }) {
    const method = line?.method;
    if (!line || !method || line.target) return;
    yield {
      at: line,
      message: l10n.t("Missing target. Insert a path such as /service after the method."),
      fixes: () => [{ title: l10n.t("Insert /"), edits: [insert(method.end, " /")] }],
    };
  },
};

/** Maximum number of reports per target, so that binary data doesn't produce millions. */
const maxProblems = 100;

const targetInvalid: Rule = {
  code: "target-invalid",
  severity: "error",
  source: "RFC 9112 section 3.2; RFC 3986",
  *check({ target, text }) {
    if (!target) return;
    const unknown = target.typed.known ? [] : references(text, target.typed.typed.start, target.typed.typed.end);
    for (const problem of target.parts.problems.slice(0, maxProblems)) {
      const at = target.typed.at(problem);
      if (unknown.some((reference) => touches(reference, at))) continue;
      const bad = target.typed.text.slice(problem.start, problem.end);
      if (/^[ \t]$/.test(bad)) continue;
      if (problem.kind === "escape") {
        yield {
          at,
          message: l10n.t(
            "Invalid percent-encoding {0}. A % must be followed by two hexadecimal digits. For a literal %, use %25.",
            bad,
          ),
        };
      } else if (problem.kind === "port") {
        yield { at, message: portProblem(bad) };
      } else if (problem.kind === "user-information") {
        yield {
          at,
          message: l10n.t("A target can't contain a user name or password. Use an Authorization header."),
          fixes: () => [{ title: l10n.t("Remove user information"), edits: [remove(at)] }],
        };
      } else {
        const encoded = percentEncode(bad);
        const typed = text.slice(at.start, at.end) === bad;
        yield {
          at,
          message: l10n.t("{0} isn't allowed in a target. Use {1}.", bad, encoded),
          fixes: () =>
            typed ? [{ title: l10n.t("Change to {0}", encoded), automatic: true, edits: [replace(at, encoded)] }] : [],
        };
      }
    }
  },
};

const targetForm: Rule = {
  code: "target-form",
  severity: "error",
  source: "RFC 9112 section 3.2",
  *check({ target }) {
    if (target?.parts.form !== "other" || !target.typed.known) return;
    const { text, typed: at } = target.typed;
    const prefix = /^(localhost|[\w-]+(\.[\w-]+)+|\[[0-9a-f:.]+\])(:\d+)?([/?]|$)|^[\w-]+:\d+([/?]|$)/i.test(text)
      ? "http://"
      : "/";
    yield {
      at,
      message: l10n.t("The target {0} must start with /, http:// or https://.", text),
      fixes: () => [{ title: l10n.t("Insert {0}", prefix), edits: [insert(at.start, prefix)] }],
    };
  },
};

const targetFragment: Rule = {
  code: "target-fragment",
  severity: "warning",
  source: "RFC 9110 section 7.1",
  *check({ target }) {
    const fragment = target?.parts.fragment;
    if (!target || !fragment) return;
    const at = target.typed.at(fragment);
    yield {
      at,
      message: l10n.t(
        "The fragment {0} is never sent. To include a # in a path or query, use %23.",
        target.typed.text.slice(fragment.start),
      ),
      fixes: () => [{ title: l10n.t("Remove fragment"), edits: [remove(at)] }],
    };
  },
};

const versionMissing: Rule = {
  code: "version-missing",
  severity: "error",
  source: "RFC 9112 section 2.3",
  *check({ request: { line } }) {
    if (!line || line.version) return;
    const end = line.target?.end ?? line.method?.end ?? line.end;
    yield {
      at: line,
      message: l10n.t(
        "Missing HTTP/1.1 at the end of the request line. Without it, some services respond without a status line and headers (HTTP/0.9).",
      ),
      fixes: () => [{ title: l10n.t("Append HTTP/1.1"), automatic: true, edits: [insert(end, " HTTP/1.1")] }],
    };
  },
};

const versionUnsupported: Rule = {
  code: "version-unsupported",
  severity: "error",
  source: "RFC 9112 section 2.3",
  *check(message) {
    const at = message.request.line?.version;
    if (!at || message.slice(at) === "HTTP/1.1") return;
    yield {
      at,
      message: l10n.t("The version {0} isn't supported. Use HTTP/1.1, in uppercase.", message.slice(at)),
      fixes: () => [{ title: l10n.t("Change to HTTP/1.1"), edits: [replace(at, "HTTP/1.1")] }],
    };
  },
};

/** A character's UTF-8 bytes, each as `%XX` (RFC 3986 section 2.1). */
function percentEncode(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("");
}

export const requestLineRules: readonly Rule[] = [
  missing,
  malformed,
  method,
  targetMissing,
  targetInvalid,
  targetForm,
  targetFragment,
  versionMissing,
  versionUnsupported,
];
