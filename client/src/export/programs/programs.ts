import * as l10n from "@vscode/l10n";
import type { ProgramMessage } from "../../../../server/src/protocol/protocol.ts";
import { directivesOfSending } from "../plan.ts";
import { csharp } from "./csharp.ts";
import { java } from "./java.ts";
import { type ProgramParts, type ProgramText, partsFor } from "./parts.ts";
import { powershell } from "./powershell.ts";
import { python } from "./python.ts";
import { Expressions, helpers, type ProgramLanguage } from "./syntax.ts";

export const languages = ["powershell", "java", "csharp", "python"] as const;
export type Language = (typeof languages)[number];

export const programLanguages: Readonly<Record<Language, ProgramLanguage>> = { powershell, java, csharp, python };

/** The program that sends a request, or why there is none: a sentence. */
export function programFor(
  language: ProgramLanguage,
  message: ProgramMessage,
): { readonly text: string } | { readonly why: string } {
  const { host, scheme, port, timeout = 60_000 } = message.message;
  if (host === undefined) return { why: l10n.t("The address of its service is a secret.") };
  const parts = partsFor(message);
  if (typeof parts === "string") return { why: parts };
  if (!language.keepsChunks && parts.fields.some(({ name }) => /^transfer-encoding$/i.test(name)))
    return { why: l10n.t("{0} can't send the chunks of its body as they are typed.", language.name) };
  const sendable = fieldsIn(language, parts);
  const target = targetIn(language, parts.target);
  const differences = [...parts.differences, ...sendable.differences, ...target.differences];
  const lost = message.directives.filter((name) => directivesOfSending.has(name)).map((name) => `# @${name}`);
  if (lost.length > 0) differences.push(`Not carried over: ${lost.join(", ")}.`);
  if (parts.secrets.length > 0) differences.push(`Set these environment variables: ${parts.secrets.join(", ")}.`);
  const expressions = new Expressions(language);
  const origin = `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const [first] = target.text;
  const path = typeof first === "string" && first.startsWith("/") ? target.text : ["/", ...target.text];
  const pieces = {
    comments: [`Sends the request ${inComment(message.name)}, written by soaphttp.`, ...language.about, ...differences],
    scheme,
    port,
    host: language.literal(host),
    method: language.literal(parts.method),
    target: expressions.text(target.text),
    url: expressions.text([origin, ...path]),
    fields: sendable.fields.map(({ name, value }) => ({
      name: language.literal(name),
      value: expressions.text(value),
    })),
    body: expressions.body(parts),
    timeout: timeout === 0 ? 60 : timeout / 1000,
    uses: (helper: (typeof helpers)[number]) => expressions.used.has(helper),
  };
  const functions = helpers.flatMap((helper) => (pieces.uses(helper) ? [language.functions[helper]] : []));
  return { text: language.write({ ...pieces, functions }) };
}

/** The fields that the client sends; folded lines are unfolded for a client that has no such lines. */
function fieldsIn(
  { name: language, canSend }: ProgramLanguage,
  { fields }: ProgramParts,
): Pick<ProgramParts, "fields" | "differences"> {
  const differences: string[] = [];
  const sent = fields.flatMap((field) => {
    const refused = (value: ProgramText) => value.some((piece) => typeof piece === "string" && !canSend(piece));
    if (!refused(field.value)) return [field];
    const value = field.value.map((piece) => (typeof piece === "string" ? piece.replace(/\r\n[ \t]+/g, " ") : piece));
    const isUnfolded = !refused(value);
    differences.push(
      isUnfolded
        ? `The lines of the header ${field.name} are joined.`
        : `The header ${field.name} is left out: ${language} can't send its characters.`,
    );
    return isUnfolded ? [{ ...field, value }] : [];
  });
  return { fields: sent, differences };
}

/** The target, with percent escapes for what the client doesn't send. */
function targetIn({ targets }: ProgramLanguage, target: ProgramText) {
  const isSent = new RegExp(`^${targets.source}$`);
  const text = target.map((piece) =>
    typeof piece === "string"
      ? piece.replace(/%[\dA-Fa-f]{2}|[\s\S]/gu, (character) =>
          character.length === 3 || isSent.test(character) ? character : encodeURIComponent(character),
        )
      : piece,
  );
  const isSame = text.every((piece, index) => piece === target[index]);
  return { text, differences: isSame ? [] : ["Characters of the target are percent-encoded."] };
}

/** A comment ends at no other character than its line break, and no escape is read in it. */
function inComment(text: string): string {
  return text.replace(/[^\w .()-]+/g, "-");
}
