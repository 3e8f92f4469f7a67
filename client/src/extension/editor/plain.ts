/**
 * Text of a file or a service as VS Code shows it in a notification, a progress, a dialog, a list, a lens or the status
 * bar. There `[label](command:id)` becomes a link that runs a command, in Restricted Mode too (`parseLinkedText` in VS
 * Code's linkedText.ts), and `$(name)` an icon (`renderLabelWithIcons`, iconLabels.ts). A blank between the two
 * characters that begin each of them leaves text that can be read, in every version and every place; a backslash would
 * be seen in most. What can't be seen or turns the direction of the text is shown by its number.
 */
export function plain(text: string): string {
  return text.replace(/\](?=\()|\$(?=\()/g, "$& ").replace(unseen, (character) => {
    return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

/** Controls but tab, line feed and carriage return; marks of direction. */
const unseen = /[^\P{Cc}\t\n\r]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
