import * as l10n from "@vscode/l10n";
import type { BodySignature } from "../../message/bodySignatures.ts";
import { shownId } from "../../security/ids.ts";
import { paragraphs, prose } from "./markdown.ts";

/** What a signature covers, and how, as far as it is known before sending. */
export function signatureMarkdown({ parts, plan, document }: BodySignature): string {
  const names = parts.map((part) => `${part.local} (#${shownId(document, part)})`);
  const signs = names.length === 0 ? "" : l10n.t("It signs {0}.", names.join(", "));
  if (!plan) return prose(signs);
  const { hash, name } = plan.method;
  const algorithm = `${name}-${hash.replace("-", "").toLowerCase()}`;
  const how = l10n.t(
    "Algorithm: {0}. Certificate: {1}. The element has {2} characters.",
    algorithm,
    plan.certificate.subject,
    plan.text.length,
  );
  return paragraphs(prose(signs), prose(how));
}
