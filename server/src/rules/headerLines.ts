import * as l10n from "@vscode/l10n";
import type { HeaderLine } from "../http/head.ts";
import { tokenEnd } from "../http/tokens.ts";
import type { MalformedField } from "../malformedFields.ts";
import type { Field, Message } from "../message.ts";
import { firstBreak } from "../text/lines.ts";
import { insert, remove, replace } from "./edits.ts";
import { show } from "./fields.ts";
import type { Fix, Report, Rule } from "./rule.ts";

/*
 * The rules of a header line's form: whether it is read as the field that its author meant.
 */

/** RFC 9110 section 5.6.2. */
const notInToken = /[^!#$%&'*+.^_`|~\w-]/g;

const malformed: Rule = {
  code: "header-malformed",
  severity: "error",
  source: "RFC 9112 section 5.1",
  *check(message) {
    const meant = malformedByLine(message);
    for (const line of message.request.headerLines) {
      const field = meant.get(line);
      if (field?.kind === "colon-missing") yield colonMissing(message, field);
      else if (field?.kind === "joined") yield joined(message, field);
      else if (field) continue;
      else if (line.kind === "malformed") {
        yield {
          at: line,
          message: l10n.t("Missing colon. A header must have the form Name: value."),
          fixes: () => insertColon(message, line),
        };
      } else if (line.kind === "field") {
        yield* nameProblems(message, line);
      }
    }
  },
};

/** What was meant with each line, where that isn't what it is read as. */
function malformedByLine({ request, malformedFields }: Message): ReadonlyMap<HeaderLine, MalformedField> {
  const inLines = malformedFields.filter(({ kind }) => kind !== "below");
  const found = new Map<HeaderLine, MalformedField>();
  let next = 0;
  for (const line of request.headerLines) {
    while ((inLines[next]?.start ?? Number.POSITIVE_INFINITY) < line.start) next++;
    const meant = inLines[next];
    if (meant && meant.end <= line.end) found.set(line, meant);
  }
  return found;
}

function colonMissing(message: Message, { name, start, end }: MalformedField): Report {
  const typed = start - name.length;
  return {
    at: start < end ? { start, end } : { start: typed, end: start },
    message: l10n.t("Missing colon after {0}.", name),
    fixes: () => [{ title: l10n.t("Insert colon"), edits: [replace({ start, end }, afterColon(message, end))] }],
  };
}

/** With a space, where none follows. */
function afterColon({ text }: Message, end: number): string {
  return /[ \t]/.test(text.charAt(end)) ? ":" : ": ";
}

function insertColon({ text }: Message, line: HeaderLine): readonly Fix[] {
  const nameEnd = tokenEnd(text, line.start, line.end);
  if (nameEnd === line.start || !/[ \t]/.test(text.charAt(nameEnd))) return [];
  return [{ title: l10n.t("Insert colon"), edits: [insert(nameEnd, ":")] }];
}

function joined(message: Message, { name, start }: MalformedField): Report {
  return {
    at: { start, end: start + name.length },
    message: l10n.t("{0} must start on a new line. Here it is part of the previous header.", name),
    fixes: () => [breakLine(message, start)],
  };
}

/** The fix for two lines that are one. */
export function breakLine({ text }: Message, at: number): Fix {
  return { title: l10n.t("Insert line break"), edits: [insert(at, firstBreak(text))] };
}

function* nameProblems({ text }: Message, line: Field["line"]): Iterable<Report> {
  const { name, colon } = line;
  if (name.start === name.end) {
    yield { at: { start: colon, end: colon + 1 }, message: l10n.t("Missing field name before the colon.") };
    return;
  }
  const spaces = [
    { start: line.start, end: name.start },
    { start: name.end, end: colon },
  ];
  for (const space of spaces.filter(({ start, end }) => start < end)) {
    yield {
      at: space,
      message: l10n.t("Whitespace isn't allowed before or after a field name. Servers reject it."),
      fixes: () => [{ title: l10n.t("Remove whitespace"), automatic: true, edits: [remove(space)] }],
    };
  }
  const bad = tokenEnd(text, name.start, name.end);
  if (bad < name.end) {
    const character = String.fromCodePoint(text.codePointAt(bad) ?? 0);
    yield {
      at: { start: bad, end: bad + character.length },
      message: l10n.t("{0} isn't allowed in a field name.", show(character)),
      fixes: () => {
        const meant = text.slice(name.start, Math.min(name.end, name.start + 100)).replace(notInToken, "");
        return meant === "" ? [] : [{ title: l10n.t("Change to {0}", meant), edits: [replace(name, meant)] }];
      },
    };
  }
}

const misspelled: Rule = {
  code: "header-misspelled",
  severity: "error",
  source: "RFC 9110 section 5.1",
  *check(message) {
    for (const { kind, name, start, end } of message.malformedFields) {
      if (kind !== "misspelled") continue;
      const at = { start, end };
      yield {
        at,
        message: l10n.t("Did you mean {0}? The request has no such header.", name),
        fixes: () => [{ title: l10n.t("Change to {0}", name), edits: [replace(at, name)] }],
      };
    }
  },
};

const folded: Rule = {
  code: "header-folded",
  severity: "error",
  source: "RFC 9112 section 5.2",
  *check(message) {
    const { headerLines } = message.request;
    const meant = malformedByLine(message);
    for (const [index, line] of headerLines.entries()) {
      const before = headerLines[index - 1];
      if (line.kind !== "continuation" || !before) continue;
      yield {
        at: line,
        message: l10n.t(
          "A line that starts with whitespace continues the header above it. This line folding is obsolete, and servers reject it.",
        ),
        fixes: () => {
          const join: Fix = {
            title: l10n.t("Join with line above"),
            edits: [replace({ start: before.end, end: line.value.start }, " ")],
          };
          const unindent: Fix = {
            title: l10n.t("Remove whitespace"),
            edits: [remove({ start: line.start, end: line.value.start })],
          };
          return [...(meant.has(line) ? [unindent] : []), ...(before.kind === "comment" ? [] : [join])];
        },
      };
    }
  },
};

export const headerLineRules: readonly Rule[] = [malformed, misspelled, folded];
