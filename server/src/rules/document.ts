import * as l10n from "@vscode/l10n";
import type { PlacedSegment, Segment, SoapHttpDocument } from "../document.ts";
import type { Message } from "../message.ts";
import { references } from "../text/references.ts";
import { type Span, shift } from "../text/span.ts";
import { definitionReferences, type Scope } from "../variables/scope.ts";
import { cycleText } from "../variables/value.ts";
import { removeLine, removeLineFix } from "./edits.ts";
import type { Report, Severity } from "./rule.ts";

/** A rule that needs more than one segment. Its reports are in the document's coordinates. */
export interface DocumentRule {
  readonly code: string;
  readonly severity: Severity;
  readonly source: string;
  check(document: SoapHttpDocument, scope: Scope, messageOf: MessageOf): Iterable<Report>;
}

/** The request of a segment; `undefined` where it has none. */
type MessageOf = (segment: PlacedSegment) => Message | undefined;

interface Definition {
  readonly name: string;
  /** In the document. */
  readonly at: Span;
  readonly line: Span;
}

const nameDuplicate: DocumentRule = {
  code: "name-duplicate",
  severity: "warning",
  source: "the .soaphttp format",
  *check(document) {
    const first = new Map<string, { readonly at: Span; readonly segment: Segment }>();
    for (const { start, segment } of document.segments) {
      for (const item of segment.preamble) {
        if (item.kind !== "directive" || segment.text.slice(item.name.start, item.name.end) !== "name") continue;
        const name = segment.text.slice(item.value.start, item.value.end);
        const at = shift(item.value, start);
        const before = first.get(name);
        if (!before) first.set(name, { at, segment });
        else if (name !== "") {
          yield {
            at,
            message: l10n.t("Duplicate request name {0}. Names must be unique within the file.", name),
            related: [{ at: before.at, message: l10n.t("First request with this name") }],
            fixes: () => (before.segment === segment ? [removeLineFix(document.text, shift(item, start))] : []),
          };
        }
      }
    }
  },
};

const redefined: DocumentRule = {
  code: "variable-redefined",
  severity: "warning",
  source: "the .soaphttp format",
  *check(document) {
    const first = new Map<string, Definition>();
    for (const definition of definitions(document)) {
      const before = first.get(definition.name);
      if (!before) {
        first.set(definition.name, definition);
        continue;
      }
      yield {
        at: definition.at,
        message: l10n.t(
          "Duplicate definition of variable {0}. The last definition applies to the whole file.",
          definition.name,
        ),
        related: [{ at: before.at, message: l10n.t("First definition") }],
        fixes: () => [{ title: l10n.t("Remove definition"), edits: [removeLine(document.text, definition.line)] }],
      };
    }
  },
};

const cycle: DocumentRule = {
  code: "variable-cycle",
  severity: "error",
  source: "the .soaphttp format",
  *check(document, scope) {
    for (const definition of definitions(document)) {
      const value = scope.lookup(definition.name);
      if (value.kind !== "cycle" || !value.names.has(definition.name)) continue;
      yield {
        at: definition.at,
        message: l10n.t("The variable {0} refers to itself: {1}.", definition.name, cycleText(value.names)),
      };
    }
  },
};

const unused: DocumentRule = {
  code: "variable-unused",
  severity: "hint",
  source: "the .soaphttp format",
  *check(document, scope, messageOf) {
    const used = usedNames(document);
    for (const name of scope.usedExternally()) used.add(name);
    for (const one of document.segments) {
      const message = messageOf(one);
      for (const { name } of (message?.bodyFile?.replaced && message.bodyFileText?.references) || []) used.add(name);
    }
    for (const definition of definitions(document)) {
      if (used.has(definition.name)) continue;
      yield {
        at: definition.line,
        message: l10n.t("The variable {0} is never used.", definition.name),
        unnecessary: true,
        fixes: () => [{ title: l10n.t("Remove definition"), edits: [removeLine(document.text, definition.line)] }],
      };
    }
  },
};

export const documentRules: readonly DocumentRule[] = [nameDuplicate, redefined, cycle, unused];

function* definitions(document: SoapHttpDocument): Iterable<Definition> {
  for (const { start, segment } of document.segments) {
    for (const item of segment.preamble) {
      if (item.kind !== "variable") continue;
      const name = segment.text.slice(item.name.start, item.name.end);
      yield { name, at: shift(item.name, start), line: shift(item, start) };
    }
  }
}

const namesOfSegment = new WeakMap<PlacedSegment["segment"], readonly string[]>();

/** Kept by segment, so that an edit costs the segment that it is in. */
function usedNames(document: SoapHttpDocument): Set<string> {
  const used = new Set<string>();
  for (const { segment } of document.segments) {
    let names = namesOfSegment.get(segment);
    if (!names) {
      const { request, text } = segment;
      const inRequest = request ? references(text, request.start, request.end) : [];
      names = [...definitionReferences(segment), ...inRequest].map(({ name }) => name);
      namesOfSegment.set(segment, names);
    }
    for (const name of names) used.add(name);
  }
  return used;
}
