import type { OperationRow } from "../../../../server/src/contract/contract.ts";
import { visible } from "../visible.ts";

const columns = ["service", "port", "version", "style", "operation", "action", "address"] as const;

/** A table with a line for each operation. */
export function listText(rows: readonly OperationRow[]): string {
  const cells = [
    columns.map((name) => name.toUpperCase()),
    ...rows.map((row) => columns.map((name) => visible(row[name] ?? "-") || '""')),
  ];
  const widths = columns.map((_, index) => cells.reduce((most, line) => Math.max(most, line[index]?.length ?? 0), 0));
  const line = (texts: readonly string[]) =>
    texts.map((text, index) => (index === texts.length - 1 ? text : text.padEnd(widths[index] ?? 0))).join("  ");
  return `${cells.map(line).join("\n")}\n`;
}

/** What the WSDL doesn't say is null. */
export function listJson(rows: readonly OperationRow[]): string {
  const objects = rows.map(({ service, port, binding, version, style, operation, action, address, input, output }) => {
    const all = { service, port, binding, version, style, operation, action, address, input, output };
    return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value ?? null]));
  });
  return `${JSON.stringify(objects, undefined, 2)}\n`;
}
