import * as l10n from "@vscode/l10n";
import type { Message } from "../../message/message.ts";
import type { FormAction, FormView } from "../../protocol/protocol.ts";
import { completeFix } from "../../rules/fixes.ts";
import type { Edit } from "../../rules/rule.ts";
import { hasUnbalancedTags } from "../../rules/soap/xmlMessage.ts";
import { childElements } from "../../soap/envelope.ts";
import { addTo } from "../../text/grouped.ts";
import { firstIndex } from "../../text/search.ts";
import type { Span } from "../../text/span.ts";
import { requestSchema } from "../support/schemaPlace.ts";
import { type FormField, FormFields, maxShown } from "./fields.ts";

export type Form = { readonly kind: "none"; readonly reason: string } | RequestForm;

export interface RequestForm {
  readonly kind: "form";
  readonly name: string;
  readonly fields: readonly FormField[];
  /** The number of header blocks that aren't shown. */
  readonly hidden: number;
}

export interface FormProblem {
  readonly at: Span;
  readonly message: string;
}

/** The header blocks and the payload of a request as fields. Spans are in the message's text. */
export function formOf(message: Message | undefined, view: FormView): Form {
  if (!message) return none(l10n.t("There is no request here. Move the cursor to one."));
  const { xml, envelope, contract } = message;
  if (!xml?.root) return none(l10n.t("The request has no XML body, so there is nothing to edit."));
  const schema = requestSchema(message);
  if (!schema) {
    return none(
      contract.kind === "pending"
        ? l10n.t("The WSDL of the request is being read.")
        : l10n.t("The operation of the request is unknown. Name its WSDL with # @wsdl, then the form appears here."),
    );
  }
  if (hasUnbalancedTags(xml)) {
    return none(
      l10n.t("The XML of the request isn't well-formed. The form appears again when its tags are corrected."),
    );
  }
  const parts = [envelope?.header, envelope?.body].flatMap((part) => (part ? childElements(part) : []));
  const roots = envelope ? parts : [xml.root];
  if (roots.length === 0) return none(l10n.t("The Body of the request is empty. Use “Update from WSDL” to write it."));
  const hidden = Math.max(0, roots.length - maxShown);
  const fields = new FormFields(schema, xml, view);
  // The payload is the last root.
  const shown = roots.flatMap((root, at) =>
    at < maxShown - 1 || at === roots.length - 1 ? [fields.root(root, schema.typed(root), String(at))] : [],
  );
  return { kind: "form", name: roots.at(-1)?.local ?? "", fields: shown, hidden };
}

function none(reason: string): Form {
  return { kind: "none", reason };
}

/** All fields that a form shows. Each field comes before its children. */
export function* allFields(fields: readonly FormField[]): Iterable<FormField> {
  for (const field of fields) {
    yield field;
    yield* allFields(field.attributes);
    yield* allFields(field.children);
  }
}

/** The messages of the problems of each field, except problems of its children. */
export function problemsByField(
  { fields }: RequestForm,
  problems: readonly FormProblem[],
): ReadonlyMap<FormField, readonly string[]> {
  const all = [...allFields(fields)].filter(({ at }) => at.start < at.end).toSorted((a, b) => a.at.start - b.at.start);
  const messages = new Map<FormField, string[]>();
  for (const { at, message } of problems) {
    // The fields are in the order of their starts, so the last field that contains the problem is the innermost.
    let index = firstIndex(0, all.length, (one) => (all[one]?.at.start ?? 0) > at.start) - 1;
    for (let steps = 0; index >= 0 && steps < maxSteps; index--, steps++) {
      const field = all[index];
      if (!field || field.at.end < at.start) continue;
      addTo(messages, field, message);
      break;
    }
  }
  return messages;
}

/** Maximum fields before a problem that are searched. */
const maxSteps = 1_000;

/** The edits of an action, with the correct Content-Length; undefined if the field has no such action. */
export function formEdit(
  message: Message,
  form: Form,
  { id, act, value = "" }: FormAction,
): readonly Edit[] | undefined {
  if (form.kind === "none") return undefined;
  for (const field of allFields(form.fields)) {
    if (field.id !== id) continue;
    const edits =
      act === "set"
        ? field.set?.(value)
        : act === "choose"
          ? field.choose?.(Number.parseInt(value, 10))
          : field[act]?.();
    return edits && completeFix(message, { edits });
  }
  return undefined;
}
