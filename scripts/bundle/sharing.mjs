import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/*
 * A bundle can take modules from another one, its base, so that the package contains them once. A build of the base says what
 * it contains, and the builds of the others what they import of that. Then the base exports these modules by their paths.
 */

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Returns what other bundles can take from a bundle: the formats (`cjs`, `esm`) of its modules by their paths, and the set of
 * those that were taken, which is empty until the others are built.
 */
export async function baseOf(options) {
  const how = { metafile: true, minify: false, sourcemap: false, write: false };
  const { inputs, outputs } = (await build({ ...options, ...how })).metafile;
  const contained = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const paths = contained.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  return { formats: new Map(paths.map((path) => [path, inputs[path].format])), taken: new Set() };
}

/**
 * Returns an esbuild plugin that keeps out of a bundle what its base contains. Modules with a default export can't be taken.
 * @param {string} exported the expression that returns the exports of the base
 * @param {string} file path of the base, if the expression requires it
 */
export function takeFrom({ formats, taken }, exported, file) {
  return {
    name: "take-from-base",
    setup({ onLoad, onResolve }) {
      onLoad({ filter: /\.(?:ts|js)$/ }, ({ path }) => {
        const module = pathOf(path);
        if (formats.get(module) === undefined) return undefined;
        taken.add(module);
        return { contents: `module.exports = ${exported}.modules[${JSON.stringify(module)}]();`, loader: "js" };
      });
      onResolve({ filter: /\.js$/ }, ({ path, importer }) => {
        return path === file && taken.has(pathOf(importer)) ? { path, external: true } : undefined;
      });
    },
  };
}

/** Returns an esbuild plugin that adds an export to a base: `modules`, a function for each module that was taken. */
export function giveTaken({ formats, taken }, entry) {
  return {
    name: "give-to-others",
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (pathOf(path) !== entry) return undefined;
        const modules = [...taken].sort().map((module, index) => {
          const [name, source] = [JSON.stringify(module), JSON.stringify(join(root, module))];
          // A package's module is evaluated when it is first required, and isn't copied.
          if (formats.get(module) === "cjs") return { member: `${name}: () => require(${source})`, statement: "" };
          return { member: `${name}: () => module${index}`, statement: `import * as module${index} from ${source};\n` };
        });
        const imports = modules.map(({ statement }) => statement).join("");
        const members = modules.map(({ member }) => member).join(", ");
        const contents = `${await readFile(path, "utf8")}\n${imports}export const modules = { ${members} };\n`;
        return { contents, loader: "ts" };
      });
    },
  };
}

const pathOf = (file) => relative(root, file).split(sep).join("/");
