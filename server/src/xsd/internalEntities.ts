/** Maximum length of all entities in an internal subset, in UTF-16 units. */
const maxEntityText = 1_000_000;

/** The entities with a literal value: `<!ENTITY name "value">`. Ignores parameter entities and external entities. */
export function internalEntities(doctype: string): Map<string, string> {
  const entities = new Map<string, string>();
  let length = 0;
  for (const [, name = "", double, single] of doctype.matchAll(
    /<!ENTITY[ \t\r\n]+([\w.:-]+)[ \t\r\n]+(?:"([^"]*)"|'([^']*)')/g,
  )) {
    if (entities.has(name)) continue;
    const value = resolved(double ?? single ?? "", entities);
    length += value.length;
    if (length > maxEntityText) break;
    entities.set(name, value);
  }
  return entities;
}

/** Replaces references to earlier entities once. They can't be circular, and the length of the result is limited. */
function resolved(value: string, entities: ReadonlyMap<string, string>): string {
  let length = 0;
  return value.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([\w.:-]+));/g, (reference, decimal, hex, name) => {
    const number = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
    const text =
      number === undefined ? entities.get(name) : number <= 0x10ffff ? String.fromCodePoint(number) : undefined;
    length += text?.length ?? 0;
    return text === undefined || length > maxEntityText ? reference : text;
  });
}
