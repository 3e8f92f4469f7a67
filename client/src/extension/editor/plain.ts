/**
 * Text that VS Code shows unchanged in notifications, dialogs, lists, lenses and the status bar. There,
 * `[label](command:id)` would become a link that runs a command, even in Restricted Mode (`parseLinkedText` in VS Code's
 * linkedText.ts), and `$(name)` an icon (`renderLabelWithIcons`, iconLabels.ts). A blank within `](` and `$(` prevents both
 * in every version; a backslash would be visible in most places. Invisible characters are shown by their numbers.
 */
export function plain(text: string): string {
  return text.replace(/\](?=\()|\$(?=\()/g, "$& ").replace(unseen, (character) => {
    return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

/** Controls except tab, line feed and carriage return; direction marks. */
const unseen = /[^\P{Cc}\t\n\r]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
