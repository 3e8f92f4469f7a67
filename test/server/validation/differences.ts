import assert from "node:assert/strict";
import { XmlDocument, XsdValidator } from "libxml2-wasm";
import { childElements } from "../../../server/src/soap/envelope.ts";
import { applyEdits } from "../../../server/src/text/edits.ts";
import type { Problem } from "../../../server/src/validation/problems.ts";
import { parseXml } from "../../../server/src/xml/parser.ts";
import { attribute, elements, valueSpan } from "../../../server/src/xml/query.ts";
import type { XmlElement } from "../../../server/src/xml/tree.ts";
import { RandomDocuments } from "./randomDocuments.ts";
import { judge } from "./support.ts";

interface Verdicts {
  readonly schema: string;
  readonly document: string;
  readonly ours: readonly Problem[];
  /** The error of libxml2; undefined if it takes the document for valid. */
  readonly theirs: string | undefined;
}

interface KnownDifference {
  readonly reason: string;
  readonly explains: (verdicts: Verdicts) => boolean;
}

const knownDifferences: readonly KnownDifference[] = [
  {
    // Part 1, section 3.15.4, Validation Root Valid (ID/IDREF): each IDREF refers to an ID of the document.
    reason: "libxml2 doesn't check references to IDs",
    explains: ({ ours, theirs }) => theirs === undefined && ours.every(({ kind }) => kind === "id-missing"),
  },
  {
    // XML Information Set, section 2.6: there are no character items, because there are no characters.
    reason: "libxml2 takes an empty CDATA section for text",
    explains: ({ ours, theirs, document, schema }) =>
      ours.length === 0 &&
      theirs !== undefined &&
      errorOf(schema, document.replaceAll("<![CDATA[]]>", "")) === undefined,
  },
  {
    // Part 1, section 3.9.4, Element Sequence Accepted (Particle), 1: as often as minOccurs says. Its verdict is ours if the
    // members of the group are written as its head.
    reason: "libxml2 loses count of the members of a substitution group",
    explains: ({ ours, document, schema }) => {
      const error = errorOf(schema.replace(/<xs:element name="s0".*/, ""), document.replace(/(?<=<\/?)s0\b/g, "e0"));
      return (error === undefined) === (ours.length === 0);
    },
  },
  {
    // Part 1, section 3.11.4, Identity-constraint Satisfied, 4.1: a field without a value isn't in the table of `unique`.
    reason: "libxml2 expects values of fields that are nil",
    explains: ({ ours, theirs, document }) =>
      ours.length === 0 &&
      theirs?.includes("No precomputed value available") === true &&
      document.includes("<v xsi:nil"),
  },
  {
    // Part 1, section 3.9.4: each of its repetitions may be that branch. Its verdict is ours if such a choice is optional instead.
    reason: "libxml2 loses count of a repeated choice that has an optional branch",
    explains: ({ ours, document, schema }) =>
      (errorOf(withOptionalChoices(schema), document) === undefined) === (ours.length === 0),
  },
  {
    // Part 1, section 3.4.2: the content is empty if the sequence has no children; these may be absent themselves.
    reason: "libxml2 takes content of elements that never occur for empty",
    explains: ({ ours, theirs, schema }) =>
      ours.length === 0 && theirs?.includes("content type is empty") === true && schema.includes('maxOccurs="0"'),
  },
];

/** The schema with `minOccurs` at a choice instead of one of its branches, which allows the same content. */
function withOptionalChoices(schema: string): string {
  const writtenOf = (element: XmlElement, name: string) => {
    const written = attribute(element, "", name);
    return written && schema.slice(written.valueStart, written.valueEnd);
  };
  const edits = [...elements(parseXml(schema))].flatMap((choice) => {
    if (choice.local !== "choice") return [];
    const optional = childElements(choice).filter(
      (branch) => writtenOf(branch, "minOccurs") === "0" && writtenOf(branch, "maxOccurs") !== "0",
    );
    if (optional.length === 0) return [];
    const least = attribute(choice, "", "minOccurs");
    const own = least
      ? { start: least.valueStart, end: least.valueEnd, newText: "0" }
      : { start: choice.nameEnd, end: choice.nameEnd, newText: ' minOccurs="0"' };
    const branches = optional.flatMap((branch) => valueSpan(attribute(branch, "", "minOccurs")) ?? []);
    return [own, ...branches.map((span) => ({ ...span, newText: "1" }))];
  });
  return applyEdits(schema, edits);
}

/** Compares our verdicts with those of libxml2 on documents of random schemas. Returns how many of each there were. */
export function compareVerdicts(seeds: { readonly from: number; readonly count: number }, documents: number) {
  const counts = { valid: 0, invalid: 0 };
  for (let seed = seeds.from; seed < seeds.from + seeds.count; seed++) {
    const random = new RandomDocuments(seed);
    const libxml = validatorOf(random.schema);
    const { problemsOf, schemaProblems } = judge(random.schema);
    for (let count = 0; count < documents; count++) {
      const document = random.document();
      const verdicts = {
        schema: random.schema,
        document,
        ours: problemsOf(document),
        theirs: libxml.errorOf(document),
      };
      counts[verdicts.theirs === undefined ? "valid" : "invalid"]++;
      const isSame = (verdicts.ours.length === 0) === (verdicts.theirs === undefined);
      if (isSame || knownDifferences.some(({ explains }) => explains(verdicts))) continue;
      const ours = verdicts.ours.map(({ kind }) => kind).join();
      assert.fail(`seed ${seed}: ours: ${ours}; libxml2: ${verdicts.theirs}\n${document}\n${random.schema}`);
    }
    assert.deepEqual(schemaProblems, []);
    libxml.dispose();
  }
  return counts;
}

/** The error of libxml2 by another schema, or in another document. */
function errorOf(schema: string, document: string): string | undefined {
  const libxml = validatorOf(schema);
  const error = libxml.errorOf(document);
  libxml.dispose();
  return error;
}

function validatorOf(schema: string) {
  const source = XmlDocument.fromString(schema);
  const validator = XsdValidator.fromDoc(source);
  return {
    errorOf: (text: string): string | undefined => {
      const document = XmlDocument.fromString(text);
      try {
        validator.validate(document);
        return undefined;
      } catch (error) {
        return String(error);
      } finally {
        document.dispose();
      }
    },
    dispose: () => {
      validator.dispose();
      source.dispose();
    },
  };
}
