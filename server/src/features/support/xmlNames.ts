import { COLON, isName, isNameStart } from "../../xml/characters.ts";

/** Whether a text is a name without a colon (Namespaces in XML 1.0, production 4, `NCName`). */
export function isNCName(text: string): boolean {
  let first = true;
  for (const character of text) {
    const point = character.codePointAt(0) ?? COLON;
    if (point === COLON || !(first ? isNameStart(point) : isName(point))) return false;
    first = false;
  }
  return !first;
}

/** Whether a text is a name with at most one colon, inside (Namespaces in XML 1.0, production 7, `QName`). */
export function isQName(text: string): boolean {
  const [first = "", second, ...more] = text.split(":");
  return more.length === 0 && isNCName(first) && (second === undefined || isNCName(second));
}
