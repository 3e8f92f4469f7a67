import * as l10n from "@vscode/l10n";
import type { Collection } from "../collection.ts";
import type { Reader, Source, SourceFile, SourceProblem } from "../source.ts";
import { readComposite } from "./compositeProject.ts";
import { readProject } from "./project.ts";
import { childText, isProblem, type ProjectElement, readProjectFile } from "./projectXml.ts";

/** SoapUI and ReadyAPI projects: files, and folders of the composite format. */
export const soapui: Reader = {
  kind: "soapui",
  recognizes: isProjectFile,
  marksFolder: (file) => /(?:^|\/)settings\.xml$/.test(file.path) && isProjectFile(file),
  read,
};

/** How many bytes may be before the root element. */
const longestBeginning = 10_000;

function isProjectFile({ bytes }: SourceFile): boolean {
  // In UTF-16, every other byte is 0.
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, longestBeginning)).replaceAll("\0", "");
  return /<(?:[\w.-]{1,100}:)?soapui-project[\s/>]/.test(beginning);
}

function read({ files }: Source): Collection | SourceProblem {
  const [main] = files;
  if (!main) return { problem: l10n.t("The folder has no project.") };
  const root = files.length > 1 ? readComposite(files) : readProjectFile(main.bytes);
  if (isProblem(root)) return root;
  if (root.name !== "soapui-project") return { problem: l10n.t("The file isn't a SoapUI project.") };
  if (isEncrypted(root)) {
    return {
      problem: l10n.t("The project is encrypted. Remove its password in SoapUI, save it, and import it again."),
    };
  }
  return readProject(root);
}

function isEncrypted(root: ProjectElement): boolean {
  return (childText(root, "encryptedContent") ?? "").trim() !== "";
}
