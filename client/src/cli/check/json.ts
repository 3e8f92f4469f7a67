import { jsonText } from "../jsonText.ts";
import type { Format } from "./format.ts";

/** An array of `{ file, line, column, endLine, endColumn, severity, code, message }`, one a line. */
export function jsonFormat(): Format {
  let separator = "";
  return {
    begin: () => "[",
    file({ name, findings }) {
      let text = "";
      for (const { line, column, endLine, endColumn, severity, code, message } of findings) {
        const entry = { file: name, line, column, endLine, endColumn, severity, code, message };
        text += `${separator}\n${jsonText(entry)}`;
        separator = ",";
      }
      return text;
    },
    end: () => "\n]\n",
  };
}
