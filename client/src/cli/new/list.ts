import type { OperationRow } from "../../../../server/src/contract/contract.ts";
import { cellsOf, jsonElements, visible } from "../terminalText.ts";

const columns = ["service", "port", "version", "style", "operation", "action", "address"] as const;

/** A table with a line for each operation. */
export function listText(rows: readonly OperationRow[]): string {
  const cells = [
    columns.map((name) => name.toUpperCase()),
    ...rows.map((row) => columns.map((name) => visible(row[name] ?? "-") || '""')),
  ];
  const widths = columns.map((_, index) => cells.reduce((most, line) => Math.max(most, width(line[index] ?? "")), 0));
  const line = (texts: readonly string[]) =>
    texts
      .map((text, at) => (at === texts.length - 1 ? text : text + " ".repeat((widths[at] ?? 0) - width(text))))
      .join("  ");
  return `${cells.map(line).join("\n")}\n`;
}

/** In columns of a terminal. */
function width(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return cellsOf(text).reduce((sum, cell) => sum + cell.width, 0);
}

/** What the WSDL doesn't say is null. */
export function listJson(rows: readonly OperationRow[]): string {
  const element = jsonElements();
  const objects = rows.map(({ service, port, binding, version, style, operation, action, address, input, output }) => {
    const all = { service, port, binding, version, style, operation, action, address, input, output };
    return element(Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value ?? null])));
  });
  return `[${objects.join("")}\n]\n`;
}
