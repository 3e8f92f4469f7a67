// Compares the messages in the sources with their translations in l10n/.
// In the project's folder; usage:
//        node scripts/l10n.mjs           prints what is missing in each language, as JSON
//        node scripts/l10n.mjs --write   rewrites the bundles: sorted by message, without unused ones
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = process.cwd();

/** Returns the first argument of each `l10n.t(…)` in the sources, and each `meaning` in their data, each once, sorted. */
export function collect() {
  const texts = new Set();
  for (const folder of ["client/src", "server/src"]) {
    for (const file of sourcesBelow(folder)) {
      const source = readFileSync(join(root, file), "utf8");
      for (const text of file.endsWith(".json") ? meanings(source) : messages(source, file)) texts.add(text);
    }
  }
  return [...texts].sort();
}

/** Throws if a message is not a literal, because it couldn't be translated. */
export function messages(source, file) {
  return [...source.matchAll(/\bl10n\.t\(\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`$]*`|\S)/g)].map(
    ([, literal]) => {
      if (literal === undefined || literal.length < 2)
        throw new Error(`${file}: a message that is no literal: l10n.t(${literal} …`);
      return Function(`return ${literal}`)();
    },
  );
}

/** Returns the texts of a data file: all values named `meaning`. */
function meanings(json) {
  const texts = [];
  JSON.parse(json, (name, value) => {
    if (name === "meaning") texts.push(value);
    return value;
  });
  return texts;
}

export function translations() {
  return readdirSync(join(root, "l10n"))
    .map((file) => ({ file, language: /^bundle\.l10n\.([\w-]+)\.json$/.exec(file)?.[1] }))
    .filter(({ language }) => language !== undefined)
    .map(({ file, language }) => ({ language, bundle: JSON.parse(readFileSync(join(root, "l10n", file), "utf8")) }));
}

/** Returns the text of a bundle with these messages, in this order. */
export function written(messages, bundle) {
  const ordered = Object.fromEntries(messages.map((text) => [text, bundle[text]]));
  return `${JSON.stringify(ordered, null, 2)}\n`;
}

function sourcesBelow(folder) {
  return (
    readdirSync(join(root, folder), { recursive: true })
      .map((file) => join(folder, String(file)))
      // The command line is not translated: it has no display language.
      .filter((file) => /\.(ts|json)$/.test(file) && !file.startsWith(join("client", "src", "cli")))
      .sort()
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const all = collect();
  const missing = {};
  for (const { language, bundle } of translations()) {
    const used = all.filter((text) => text in bundle);
    missing[language] = all.filter((text) => !(text in bundle));
    if (!process.argv.includes("--write")) continue;
    writeFileSync(join(root, "l10n", `bundle.l10n.${language}.json`), written(used, bundle));
  }
  console.log(JSON.stringify(missing, null, 2));
}
