import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const facade = fileURLToPath(new URL("../../server/src/service/languageService.ts", import.meta.url));

/**
 * An esbuild plugin that imports what the façade exports from the file that it exports it from. In a bundle whose modules are
 * evaluated when they are first required, importing the façade would evaluate all of the language server.
 */
export const pastFacade = {
  name: "past-facade",
  setup({ onLoad }) {
    const sources = sourcesOf(readFileSync(facade, "utf8"));
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const contents = text.replace(/^import \{([^}]*)\} from "[^"]*\/languageService\.ts";/gm, (_, list) => {
        return namesIn(list)
          .map((name) => importOf(name, sources))
          .join(" ");
      });
      return contents === text ? undefined : { contents, loader: "ts" };
    });
  },
};

function importOf(name, sources) {
  const file = sources.get(name);
  if (file === undefined) throw new Error(`languageService.ts must export ${name}, which another file declares`);
  return `import { ${name} } from ${JSON.stringify(file)};`;
}

/** Returns the absolute paths of the files that a façade exports from, by the names of the values. */
function sourcesOf(text) {
  const placed = (names, path) => names.map((name) => [name, join(dirname(facade), path)]);
  const lists = [...text.matchAll(/^export \{([^}]*)\} from "([^"]+)";/gm)];
  const wholes = [...text.matchAll(/^export \* from "([^"]+)";/gm)];
  return new Map([
    ...lists.flatMap(([, list, path]) => placed(namesIn(list), path)),
    ...wholes.flatMap(([, path]) => placed(declaredIn(readFileSync(join(dirname(facade), path), "utf8")), path)),
  ]);
}

/** The names of the values that a file declares and exports. */
function declaredIn(text) {
  return [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)].map(([, name]) => name);
}

function namesIn(list) {
  const names = list.split(",").map((name) => name.trim());
  return names.filter((name) => name !== "" && !name.startsWith("type "));
}
