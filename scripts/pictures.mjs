// The pictures in docs/images/, and what each of them shows: docs/images/pictures.json has the sources whose texts, icons and
// colors are in a picture, and the hash of these when it was taken.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const table = join("docs", "images", "pictures.json");
/** Sources of every picture, such as the colors of the text. */
const everywhere = ["package.json", "syntaxes"];

/** Returns the pictures by their names: `shows` are paths of files and folders; `look` is the hash. */
export function pictures() {
  return JSON.parse(readFileSync(table, "utf8"));
}

/** Returns a hash of the texts, icons and colors of a picture: code may change without them. */
export function lookOf({ shows }) {
  const looks = [...everywhere, ...shows].flatMap(filesIn).map(lookOfFile);
  return createHash("sha256").update(looks.join("\n")).digest("hex").slice(0, 16);
}

/** Notes that these pictures were taken now. */
export function noteTaken(names) {
  const taken = Object.entries(pictures()).map(([name, picture]) => [
    name,
    names.includes(name) ? { ...picture, look: lookOf(picture) } : picture,
  ]);
  // Each list in one line, as the formatter wants it.
  const text = JSON.stringify(Object.fromEntries(taken), undefined, 2).replace(/\[[^\]]*\]/g, (list) =>
    list.replace(/\s+/g, " ").replace("[ ", "[").replace(" ]", "]"),
  );
  writeFileSync(table, `${text}\n`);
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path, { recursive: true, encoding: "utf8" }).sort();
  // The configuration of a language is about keys, so it isn't visible in a picture.
  const shown = names.filter((name) => !name.endsWith(".language-configuration.json"));
  return shown.map((name) => join(path, name)).filter((file) => statSync(file).isFile());
}

function lookOfFile(path) {
  const text = readFileSync(path, "utf8").replaceAll("\r\n", "\n");
  if (path === "package.json") return JSON.stringify(JSON.parse(text).contributes.colors);
  if (!path.endsWith(".ts")) return text;
  return (text.match(/\bl10n\.t\(\s*"(?:[^"\\]|\\.)*"|\b(?:icon: |ThemeIcon\(|ThemeColor\()"[\w.-]+"/g) ?? []).join(
    "\n",
  );
}
