import { type Language, programFor, programLanguages } from "../../../../client/src/export/programs/programs.ts";
import type { ProgramMessage } from "../../../../server/src/protocol/protocol.ts";
import { analyze, messagesOf, programRequest } from "../../../../server/src/service/languageService.ts";
import { fixedSending } from "../../../support/outgoing.ts";
import { type Around, around } from "../../../support/resolver.ts";
import { testCompute } from "../../../support/signing.ts";

/** Random bytes that are always zero, so that the programs and soaphttp send the same. */
export const randomBytes = (count: number) => new Uint8Array(count);

/** The only request of a text, as it is exported, or why it isn't. */
async function exportedAlone(text: string, host: Around = {}): Promise<ProgramMessage | string> {
  const analysis = analyze(text, undefined, around(host));
  const [request] = messagesOf(analysis);
  if (!request) throw new Error("there is no request");
  const result = await programRequest(analysis, request, { ...fixedSending, randomBytes }, testCompute);
  return result.kind === "message" ? result.program : result.kind === "none" ? "" : result.problems.join(" ");
}

export async function programOf(language: Language, text: string, host: Around = {}): Promise<string> {
  const exported = await exportedAlone(text, host);
  if (typeof exported === "string") return exported;
  const made = programFor(programLanguages[language], exported);
  return "why" in made ? made.why : made.text;
}

/** Texts that end a literal or a comment in some language, or mean something in it. */
export const hostile: readonly string[] = [
  ..."'\"`\\$%#@".split("").flatMap((one) => [one, one.repeat(3), ` ${one}`]),
  ...["'@", '"@', "@'", '@"', "'; exit", '"; exit', "$(exit)", `\${x}`, "`n `u{41}", "\\u0022+exit+\\u0022"],
  ...["\\u000a", "\\\\u000a", "\\uuu0041", "\\x41 \\101 \\N{DIGIT ONE}", "{0} %s %(x)s #{x}", "*/ // /* <# #>"],
  ...[
    "</script><!-- -->",
    "''')",
    '""")',
    "\u2018\u2019\u201a\u201b \u201c\u201d\u201e",
    "\u2028 \u2029 \u0085 \ufeff",
  ],
  ...["é ß 中 😀 \u{10ffff}", "\u202e\u200b", "\x7f\x01\x1b[2J", "# -*- coding: utf-7 -*-", "+AAo-exit()"],
];
