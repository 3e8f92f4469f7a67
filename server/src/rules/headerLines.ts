import * as l10n from "@vscode/l10n";
import type { HeaderLine } from "../http/head.ts";
import { tokenEnd } from "../http/tokens.ts";
import type { MalformedField } from "../message/malformedFields.ts";
import type { Field, Message } from "../message/message.ts";
import { firstBreak } from "../text/lines.ts";
import { automaticFix, changeTo, fix, insert, remove, replace } from "./edits.ts";
import { shownCharacter } from "./fields.ts";
import { type Fix, type Report, type Rule, rule } from "./rule.ts";

export const headerLineRules: readonly Rule[] = [
  rule("header-malformed", "error", "RFC 9112 section 5.1", malformed, { ofJoinedLines: true }),
  rule("header-misspelled", "error", "RFC 9110 section 5.1", misspelled),
  rule("header-folded", "error", "RFC 9112 section 5.2", folded),
];

/** Characters that aren't allowed in a token (RFC 9110 section 5.6.2). */
const notInToken = /[^!#$%&'*+.^_`|~\w-]/g;

function* malformed(message: Message): Iterable<Report> {
  const intended = intendedFields(message);
  for (const line of message.syntax.headerLines) {
    const field = intended.get(line);
    if (field?.kind === "colon-missing") yield colonMissing(message, field);
    else if (field?.kind === "joined") {
      yield joinedLine(
        message,
        field,
        l10n.t("{0} must start on a new line. Here it is part of the previous header.", field.name),
      );
    } else if (!field && line.kind === "malformed") {
      yield {
        at: line,
        message: l10n.t("Missing colon. A header must have the form Name: value."),
        fixes: () => insertColon(message, line),
      };
    } else if (!field && line.kind === "field") yield* nameProblems(message, line);
  }
}

/** The field that the author probably intended, for each malformed line. */
function intendedFields({ syntax, malformedFields }: Message): ReadonlyMap<HeaderLine, MalformedField> {
  const inLines = malformedFields.filter(({ kind }) => kind !== "below");
  const fields = new Map<HeaderLine, MalformedField>();
  let next = 0;
  for (const line of syntax.headerLines) {
    while ((inLines[next]?.start ?? Number.POSITIVE_INFINITY) < line.start) next++;
    const field = inLines[next];
    if (field && field.end <= line.end) fields.set(line, field);
  }
  return fields;
}

function colonMissing({ text }: Message, { name, start, end }: MalformedField): Report {
  const colon = /[ \t]/.test(text.charAt(end)) ? ":" : ": ";
  return {
    at: start < end ? { start, end } : { start: start - name.length, end: start },
    message: l10n.t("Missing colon after {0}.", name),
    fixes: () => [fix(l10n.t("Insert colon"), replace({ start, end }, colon))],
  };
}

function insertColon({ text }: Message, line: HeaderLine): readonly Fix[] {
  const nameEnd = tokenEnd(text, line.start, line.end);
  if (nameEnd === line.start || !/[ \t]/.test(text.charAt(nameEnd))) return [];
  return [fix(l10n.t("Insert colon"), insert(nameEnd, ":"))];
}

export function joinedLine({ text }: Message, { name, start }: MalformedField, message: string): Report {
  return {
    at: { start, end: start + name.length },
    message,
    fixes: () => [fix(l10n.t("Insert line break"), insert(start, firstBreak(text)))],
  };
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
      fixes: () => [automaticFix(l10n.t("Remove whitespace"), remove(space))],
    };
  }
  const bad = tokenEnd(text, name.start, name.end);
  if (bad < name.end) {
    const character = String.fromCodePoint(text.codePointAt(bad) ?? 0);
    yield {
      at: { start: bad, end: bad + character.length },
      message: l10n.t("{0} isn't allowed in a field name.", shownCharacter(character)),
      fixes: () => {
        const valid = text.slice(name.start, Math.min(name.end, name.start + 100)).replace(notInToken, "");
        return valid === "" ? [] : [changeTo(name, valid)];
      },
    };
  }
}

function* misspelled(message: Message): Iterable<Report> {
  for (const { kind, name, start, end } of message.malformedFields) {
    if (kind !== "misspelled") continue;
    const at = { start, end };
    yield {
      at,
      message:
        message.kind === "response"
          ? l10n.t("Did you mean {0}? The response has no such header.", name)
          : l10n.t("Did you mean {0}? The request has no such header.", name),
      fixes: () => [changeTo(at, name)],
    };
  }
}

function* folded(message: Message): Iterable<Report> {
  const { headerLines } = message.syntax;
  const intended = intendedFields(message);
  for (const [index, line] of headerLines.entries()) {
    const before = headerLines[index - 1];
    if (line.kind !== "continuation" || !before) continue;
    const { start } = line.value;
    const unindent = fix(l10n.t("Remove whitespace"), remove({ start: line.start, end: start }));
    const join = fix(l10n.t("Join with line above"), replace({ start: before.end, end: start }, " "));
    yield {
      at: line,
      message: l10n.t(
        "A line that starts with whitespace continues the header above it. This line folding is obsolete, and servers reject it.",
      ),
      fixes: () => [...(intended.has(line) ? [unindent] : []), ...(before.kind === "comment" ? [] : [join])],
    };
  }
}
