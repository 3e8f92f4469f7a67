import * as l10n from "@vscode/l10n";
import type { BodyFile, BodyFileText } from "../bodyFile.ts";
import { parseDuration } from "../text/duration.ts";
import { firstBreak } from "../text/lines.ts";
import { insert, removeLineFix } from "./edits.ts";
import type { Rule } from "./rule.ts";

/*
 * Rules of the file format that one segment is enough for; those that need the whole file are in `document.ts`.
 */

const xmlMissing: Rule = {
  code: "xml-missing",
  severity: "error",
  source: "SOAP over HTTP binding",
  *check(message) {
    if (!message.isPost || message.isBare || message.hasBody) return;
    const { request, text } = message;
    const lineBreak = firstBreak(text);
    const envelope = [
      '<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope">',
      "  <soap:Body>",
      "  </soap:Body>",
      "</soap:Envelope>",
    ].join(lineBreak);
    yield {
      at: message.headPlace,
      message: l10n.t("Missing body. A POST request must contain a SOAP message."),
      fixes: () => {
        const { body } = request;
        const end = body?.start ?? request.headerLines.at(-1)?.end ?? request.line?.end ?? request.end;
        const before = body ? "" : `${lineBreak}${lineBreak}`;
        // A separator may follow, which begins a line.
        const after = body && end === text.length ? lineBreak : "";
        return [{ title: l10n.t("Insert envelope"), edits: [insert(end, `${before}${envelope}${after}`)] }];
      },
    };
  },
};

const separatorMissing: Rule = {
  code: "separator-missing",
  severity: "error",
  source: "the .soaphttp format",
  *check(message) {
    const at = message.strayRequestLine;
    const { text, request } = message;
    if (!at) return;
    const isCopy =
      request.line !== undefined &&
      message.slice(request.line) === message.slice(at) &&
      text.slice(request.line.end, at.start).trim() === "";
    yield {
      at,
      message: l10n.t("Missing ### before the next request. Without it, this request line is part of the body above."),
      fixes: () => [
        ...(isCopy ? [removeLineFix(text, at)] : []),
        { title: l10n.t("Insert ###"), edits: [insert(at.start, `###${firstBreak(text)}`)] },
      ],
    };
  },
};

const bodyFile: Rule = {
  code: "body-file-missing",
  severity: "error",
  source: "the .soaphttp format",
  *check(message) {
    const { bodyFile } = message;
    if (!bodyFile) return;
    const why = whyUnread(bodyFile, message.bodyFileText);
    if (why !== undefined) yield { at: { start: bodyFile.start, end: bodyFile.end }, message: why };
  },
};

function whyUnread({ path, file, replaced }: BodyFile, text: BodyFileText | undefined): string | undefined {
  switch (file.kind) {
    case "missing":
      return l10n.t("The file {0} doesn't exist. The path is relative to the folder of this file.", path);
    case "refused":
      return l10n.t("The body file {0} can't be read: {1}", path, file.why);
    case "bytes":
      return replaced && text && text.invalid > 0
        ? l10n.t(
            "Variables in {0} can't be replaced, because {1} bytes or byte sequences aren't valid in its charset. Use < instead of <@ to send the file unchanged.",
            path,
            text.invalid,
          )
        : undefined;
    case "pending":
      return undefined;
  }
}

const knownDirectives = ["name", "scheme", "timeout", "no-redirect", "note", "title", "ignore"];

const directiveUnknown: Rule = {
  code: "directive-unknown",
  severity: "warning",
  source: "the .soaphttp format",
  *check(message) {
    for (const item of message.segment.preamble) {
      if (item.kind !== "directive") continue;
      const name = message.slice(item.name);
      if (knownDirectives.includes(name)) continue;
      const near = knownDirectives.map((known) => ({ known, far: distance(name.toLowerCase(), known) }));
      const nearest = near.sort((a, b) => a.far - b.far)[0];
      const wanted = nearest && nearest.far <= Math.max(2, name.length / 3) ? nearest.known : undefined;
      yield {
        at: item.name,
        message: wanted
          ? l10n.t("Unknown directive @{0}. Did you mean @{1}?", name, wanted)
          : l10n.t("Unknown directive @{0}. Use one of {1}.", name, knownDirectives.map((one) => `@${one}`).join(", ")),
        fixes: () =>
          wanted ? [{ title: l10n.t("Change to @{0}", wanted), edits: [{ ...item.name, newText: wanted }] }] : [],
      };
    }
  },
};

/** A directive whose value says nothing would be ignored, and the request sent otherwise than its author means. */
const directiveValue: Rule = {
  code: "directive-value",
  severity: "error",
  source: "the .soaphttp format",
  *check(message) {
    for (const item of message.segment.preamble) {
      if (item.kind !== "directive") continue;
      const value = message.slice(item.value);
      const problem = valueProblem(message.slice(item.name), value);
      if (problem !== undefined) yield { at: value === "" ? item.name : item.value, message: problem };
    }
  },
};

function valueProblem(name: string, value: string): string | undefined {
  if (name === "timeout" && parseDuration(value) === undefined) {
    return l10n.t("@timeout must be a number with the unit ms, s, m (or min) or h, such as 30s or 2min.");
  }
  if (name === "scheme" && value !== "http" && value !== "https") {
    return l10n.t("@scheme must be http or https.");
  }
  return undefined;
}

/** Levenshtein's: how many characters to insert, delete or replace. */
function distance(a: string, b: string): number {
  let row = [...b, ""].map((_, index) => index);
  for (const [i, x] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, y] of [...b].entries()) {
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (x === y ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

export const segmentRules: readonly Rule[] = [xmlMissing, separatorMissing, bodyFile, directiveUnknown, directiveValue];
