import { type ImportedSource, importedText, needsLook } from "../../../../server/src/service/languageService.ts";
import { visible } from "../terminalText.ts";

/** For people: the result of a source, and then each item that needs a review. */
export function sourceText(source: ImportedSource, folder: string, out: string): string {
  const { file, items } = source;
  const place = out === "." ? folder : `${out}/${folder}`;
  const looks = items.filter(needsLook).map((item) => {
    const { type, path, outcome, note, place: at } = item;
    const where = at ? `${place}/${at.file}:${at.line}` : place;
    const label = [...path, type].join(" / ");
    return `  ${visible(`${where} ${outcome} ${label}${note === undefined ? "" : `: ${note}`}`)}\n`;
  });
  return `${visible(`${file} is now ${place}. ${importedText(source, items)}`)}\n${looks.join("")}`;
}
