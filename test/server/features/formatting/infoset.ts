import { SaxesParser } from "saxes";

/**
 * The content of an XML document that an application reads, by a parser that isn't ours. Whitespace is left out in elements
 * that contain elements and no text, unless `xml:space` preserves it.
 */
export function infoset(text: string): readonly unknown[] {
  const parser = new SaxesParser({ xmlns: true });
  const root: Level = { name: "", items: [], elements: true, text: false, preserve: false };
  const levels: Level[] = [root];
  const top = () => levels.at(-1) ?? root;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const space = attributes["xml:space"]?.value;
    const level = {
      name,
      items: [],
      elements: false,
      text: false,
      preserve: space ? space === "preserve" : top().preserve,
    };
    top().elements = true;
    top().items.push(
      ["element", name, Object.entries(attributes).map(([key, { uri, value }]) => [key, uri, value])],
      level,
    );
    levels.push(level);
  });
  parser.on("closetag", () => levels.pop());
  parser.on("text", (characters) => {
    if (/[^ \t\n\r]/.test(characters)) top().text = true;
    top().items.push({ white: characters });
  });
  parser.on("cdata", (characters) => {
    top().text = true;
    top().items.push(["cdata", characters]);
  });
  parser.on("comment", (characters) => top().items.push(["comment", characters]));
  parser.on("processinginstruction", ({ target, body }) => top().items.push(["pi", target, body]));
  parser.write(text.replaceAll("{{v}}", "__v__")).close();
  return flat(root);
}

interface Level {
  readonly name: string;
  readonly items: unknown[];
  readonly preserve: boolean;
  elements: boolean;
  text: boolean;
}

function flat(level: Level): unknown[] {
  const drops = level.elements && !level.text && !level.preserve;
  return level.items.flatMap((item) => {
    if (isLevel(item)) return [flat(item)];
    const isText = typeof item === "object" && item !== null && "white" in item;
    return isText && drops ? [] : [item];
  });
}

function isLevel(item: unknown): item is Level {
  return typeof item === "object" && item !== null && "items" in item;
}
