import * as l10n from "@vscode/l10n";
import { parameter } from "../../../http/mediaType.ts";
import type { Message } from "../../../message/message.ts";
import { contentLengthHolds, countText, firstMessage, replace, setValue } from "../../../rules/edits.ts";
import { difference } from "../../../rules/fixes.ts";
import type { Edit } from "../../../rules/rule.ts";
import { schemaProblems } from "../../../rules/schema.ts";
import type { SoapVersion } from "../../../soap/facts.ts";
import { applyEdits } from "../../../text/edits.ts";
import { compareSpans, touches } from "../../../text/span.ts";
import { versionEdits } from "../soapVersion/convert.ts";
import { inDocument, type Transform, type TransformContext } from "../transform.ts";
import { isRepairable, type Outdated, renameNamespace, repair } from "./repairs.ts";

/** Maximum rounds of repairs. A repair may reveal another problem, at most at the next level of elements. */
const maxRounds = 100;

/** Inserts, moves, renames or comments out elements. Values, comments, header blocks and unknown elements stay. */
export function updateFromWsdl({ section, message, selection }: TransformContext): Transform[] {
  if (!isOutdated(message)) return [];
  const problem = schemaProblems(message).find((one) => isRepairable(one) && touches(one.at, selection));
  return [
    {
      title: l10n.t("Update from WSDL"),
      kind: problem ? "fix" : "rewrite",
      at: problem?.at,
      reviewed: true,
      edits: () => inDocument(section, updateEdits(message)),
    },
  ];
}

function isOutdated(message: Message): boolean {
  if (message.contract.kind !== "found") return false;
  return (
    newVersion(message) !== undefined || actionEdits(message).length > 0 || schemaProblems(message).some(isRepairable)
  );
}

/** The edits that update a request, including its Content-Length. Spans are in the message's text. */
export function updateEdits(message: Message): readonly Edit[] {
  const after = updated(message);
  const field = after.field("content-length");
  const count = contentLengthHolds(after) === false ? countText(after) : undefined;
  const edits = field && count !== undefined && after !== message ? [replace(field.value.typed, count)] : [];
  return difference(message.text, applyEdits(after.text, edits));
}

/** The request after the update, before Content-Length is corrected. */
function updated(message: Message): Message {
  let current = message;
  for (let round = 0; round < maxRounds; round++) {
    const next = firstMessage(applyEdits(current.text, editsOfRound(current)), current.scope);
    if (!next || next.text === current.text) break;
    current = next;
  }
  return current;
}

function editsOfRound(message: Message): readonly Edit[] {
  const version = newVersion(message);
  if (message.envelope && version) return versionEdits(message, message.envelope, version);
  const { contract, xml, envelope } = message;
  if (contract.kind !== "found" || !xml) return [];
  const outdated: Outdated = {
    document: xml,
    envelope,
    contract: contract.contract,
    operation: contract.operation?.operation,
  };
  const problems = schemaProblems(message).filter(isRepairable);
  for (const problem of problems) {
    const edits = renameNamespace(problem, outdated);
    if (edits) return edits;
  }
  const taken: Edit[] = [...actionEdits(message)];
  for (const problem of problems) {
    const edits = repair(problem, outdated);
    // Edits that overlap others are applied in the next round.
    if (!edits.some((edit) => taken.some((other) => overlaps(edit, other)))) taken.push(...edits);
  }
  return taken.sort(compareSpans);
}

/** Whether two edits overlap. An insertion inside of a replaced text does; an insertion at its border doesn't. */
function overlaps(a: Edit, b: Edit): boolean {
  return a.start < b.end && b.start < a.end;
}

/** The SOAP version of the operation, if it differs from the version of the request. */
function newVersion({ contract, envelope }: Message): SoapVersion | undefined {
  const protocol = contract.kind === "found" ? contract.operation?.operation.binding?.protocol : undefined;
  if (protocol?.kind !== "soap" || !envelope?.version || protocol.version === envelope.version) return undefined;
  return protocol.version;
}

/** The edits that write the action of the operation, unless another possible operation of the request has the current action. */
function actionEdits(message: Message): readonly Edit[] {
  const { contract, action, contentType, envelope } = message;
  if (contract.kind !== "found" || action === undefined || action.includes("{{")) return [];
  const expected = contract.operation?.operation.soapAction;
  if (!expected || contract.matches.some(({ operation }) => operation.soapAction === action)) return [];
  if (envelope?.version === "1.2") {
    const given = parameter(contentType?.mediaType, "action");
    return given && contentType ? [replace(contentType.field.value.at(given.valueSpan), `"${expected}"`)] : [];
  }
  const field = message.field("soapaction");
  return field ? [setValue(field, `"${expected}"`)] : [];
}
