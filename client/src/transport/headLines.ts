import type { ReceivedField } from "./result.ts";

/** Returns the new value of a field by its name, or whether the field is kept. */
export type FieldEdit = (name: string) => string | boolean;

export function editFields(fields: readonly ReceivedField[], edit: FieldEdit): readonly ReceivedField[] {
  return fields.flatMap((field) => {
    const edited = edit(field.name);
    if (typeof edited === "string") return [{ ...field, value: edited }];
    return edited ? [field] : [];
  });
}

/** Edits the lines of a typed header section. A folded line belongs to the line before it. */
export function editHead(head: string, edit: FieldEdit): string {
  let edited: string | boolean = true;
  const kept: string[] = [];
  for (const [at, line] of head.split(/(?<=\r\n)/).entries()) {
    const isFolded = at > 0 && /^[ \t]/.test(line);
    if (!isFolded) edited = edit(fieldName(line));
    if (edited === true) kept.push(line);
    // The folded lines of a field are part of its value.
    else if (typeof edited === "string" && !isFolded) kept.push(line.replace(/:.*/s, `: ${edited}\r\n`));
  }
  return kept.join("");
}

/** The name of a field line; the first word of a line without a colon. */
function fieldName(line: string): string {
  const colon = line.indexOf(":");
  return colon < 0 ? (line.trim().split(/[\s=]/, 1)[0] ?? "") : line.slice(0, colon).trim();
}
