import { withoutUnseen } from "../../../../server/src/text/escapes.ts";

/**
 * Text that VS Code shows unchanged in notifications, dialogs, lists, lenses and the status bar. There,
 * `[label](command:id)` would become a link that runs a command, even in Restricted Mode (`parseLinkedText` in VS Code's
 * linkedText.ts), and `$(name)` an icon (`renderLabelWithIcons`, iconLabels.ts). A blank within `](` and `$(` prevents both
 * in every version; a backslash would be visible in most places. Invisible characters are shown by their numbers.
 */
export function plain(text: string): string {
  return withoutUnseen(text.replace(/\](?=\()|\$(?=\()/g, "$& "));
}
