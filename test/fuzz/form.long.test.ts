import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { contentLengthUpdates } from "../../server/src/features/contentLengthUpdate.ts";
import type { FormField } from "../../server/src/features/form/fields.ts";
import { allFields, formEdit, formOf } from "../../server/src/features/form/form.ts";
import { formContent } from "../../server/src/features/form/page.ts";
import { sectionAt, sectionsOfSegments } from "../../server/src/features/support/section.ts";
import type { Edit } from "../../server/src/rules/rule.ts";
import { analyze, applyEdits, diagnose } from "../../server/src/service/languageService.ts";
import { escapeXml } from "../../server/src/text/escapes.ts";
import { randomWsdl } from "../server/contract/randomSchemas.ts";
import { payloadJudge, payloadOf } from "../server/contract/validity.ts";
import { contractOf } from "../support/contracts.ts";
import { around } from "../support/resolver.ts";
import { effort, Random } from "./random.ts";

/** Findings that a form can't avoid: values that must differ from each other, or refer to another value. */
const identities = /^schema-(?:key|id)/;

const wsdls: readonly (readonly [name: string, text: string])[] = [
  ...readdirSync("test/server/wsdl/stacks")
    .filter((name) => name.endsWith(".wsdl") && !name.startsWith("wcf"))
    .map((name) => [name, readFileSync(`test/server/wsdl/stacks/${name}`, "utf8")] as const),
  ...Array.from({ length: 290 * effort }, (_, seed) => [`random ${seed + 1}`, randomWsdl(seed + 1)] as const),
];

const view = { open: {}, shown: {} };

function read(text: string, resolver: ReturnType<typeof around>) {
  const analysis = analyze(text, undefined, resolver);
  const section = sectionAt(sectionsOfSegments(analysis), 0);
  assert.ok(section?.kind === "message" && section.message);
  const form = formOf(section.message, view);
  const fields = form.kind === "form" ? [...allFields(form.fields)] : [];
  return { analysis, message: section.message, form, fields };
}

/** Spans in the text after the edits that restore the text before them. */
function inverse(text: string, edits: readonly Edit[]): readonly Edit[] {
  let moved = 0;
  return edits
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, newText }) => {
      const at = { start: start + moved, end: start + moved + newText.length, newText: text.slice(start, end) };
      moved += newText.length - (end - start);
      return at;
    });
}

function actionOf(field: FormField, random: Random) {
  const offered = (["add", "repeat", "remove"] as const).filter((act) => field[act]);
  const { id, alternatives, value } = field;
  const choices = value?.kind === "choice" ? value.choices : [];
  if (alternatives.length > 0 && random.chance(30))
    return { id, act: "choose", value: String(random.below(alternatives.length)) } as const;
  if (choices.length > 0 && random.chance(50)) return { id, act: "set", value: random.pick(choices) } as const;
  return offered.length > 0 ? ({ id, act: random.pick(offered) } as const) : undefined;
}

suite("edits of a form", () => {
  test("random edits of forms and texts in turn leave requests valid, change only their own bytes, and are taken back by Undo", () => {
    const random = new Random(1);
    let operations = 0;
    let acts = 0;
    for (const [name, wsdl] of wsdls) {
      const contract = contractOf(wsdl);
      const resolver = around({ files: { "/w/a/b/s.wsdl": wsdl } });
      const judge = payloadJudge(wsdl);
      for (const [index, { style }] of contract.operations.entries()) {
        const first = contract.requests([index], { extent: "required", wsdl: "./s.wsdl", contentLength: "calculated" });
        const done: { readonly text: string; readonly edits: readonly Edit[] }[] = [];
        let text = first;
        operations++;
        for (let step = 0; step < 6; step++) {
          const { message, form, fields } = read(text, resolver);
          const field = fields.length > 0 ? random.pick(fields) : undefined;
          if (field?.id.includes(".") && field.kind === "element" && field.isPresent && random.chance(25)) {
            // Types the value in the text, where Content-Length is updated.
            const typed = { start: field.at.start, end: field.at.start, newText: "<!-- typed -->" };
            const changed = { start: typed.start, end: typed.start + typed.newText.length };
            const after = applyEdits(text, [typed]);
            const counted = contentLengthUpdates(sectionsOfSegments(read(after, resolver).analysis), [changed]);
            done.push({ text, edits: [typed] }, { text: after, edits: counted });
            text = applyEdits(after, counted);
            continue;
          }
          const action = field && actionOf(field, random);
          if (!field || !action) continue;
          const edits = formEdit(message, form, action);
          assert.ok(edits, `${name}: ${action.act} of ${field.label}`);
          const after = applyEdits(text, edits);
          const where = `${name}: ${action.act} of ${field.label} (${field.id})\n${text}\n→\n${after}`;
          const length = message.field("content-length");
          for (const { start, end } of edits) {
            const isOwn = /^\s*$/.test(text.slice(Math.min(start, field.at.start), field.at.start)) && start <= end;
            const isLength = start === length?.value.typed.start;
            assert.ok(isOwn || isLength || action.act !== "set", where);
          }
          const findings = diagnose(read(after, resolver).analysis).filter(({ code }) => !identities.test(code));
          const before = diagnose(read(text, resolver).analysis).filter(({ code }) => !identities.test(code));
          assert.deepEqual(
            findings.map(({ code, message: own }) => `${code}: ${own}`),
            before.map(({ code, message: own }) => `${code}: ${own}`),
            where,
          );
          const payload = style === "rpc" ? undefined : payloadOf(after);
          const verdict = payload && judge?.(payload);
          assert.ok(
            verdict === undefined || /Duplicate key|No match found|IDREF|ID/.test(verdict),
            `${verdict}\n${where}`,
          );
          done.push({ text, edits });
          text = after;
          acts++;
        }
        for (const { text: before, edits } of done.toReversed()) {
          text = applyEdits(text, inverse(before, edits));
          assert.equal(text, before);
        }
      }
    }
    assert.ok(operations >= 300 && acts >= 600, `${operations} operations, ${acts} edits`);
  });

  test("a value that is set in a form gives the text that typing gives", () => {
    const random = new Random(2);
    const typed = ["7", "a", "", "Tom & Co", "<b>", "]]>", "{{", "ä€", " a  b ", "'\""];
    let values = 0;
    for (const [name, wsdl] of wsdls.slice(0, 60)) {
      const contract = contractOf(wsdl);
      const resolver = around({ files: { "/w/a/b/s.wsdl": wsdl } });
      const [text] = [...contract.operations.keys()].map((index) =>
        contract.requests([index], { extent: "optional", wsdl: "./s.wsdl", contentLength: "calculated" }),
      );
      if (text === undefined) continue;
      const { message, form, fields } = read(text, resolver);
      for (const field of fields) {
        if (!field.set || field.kind !== "element" || field.children.length > 0) continue;
        const value = random.pick(typed);
        const tag = /^<[^>]*?(\/?)>/.exec(text.slice(field.at.start, field.at.end));
        if (tag === null || tag[1] === "/") continue;
        const start = field.at.start + tag[0].length;
        const end = text.lastIndexOf("</", field.at.end);
        const written = escapeXml(value, /[&<]|(?<=\]\])>|\{(?=\{)/g);
        const expected: string = text.slice(0, start) + written + text.slice(end);
        const edits = formEdit(message, form, { id: field.id, act: "set", value }) ?? [];
        const after = applyEdits(text, edits);
        const length = /Content-Length: \d+/;
        assert.equal(after.replace(length, ""), expected.replace(length, ""), `${name}: ${field.label}`);
        const findings = diagnose(read(after, resolver).analysis).map(({ code }) => code);
        assert.ok(!findings.includes("content-length-wrong") && !findings.includes("content-length"), findings.join());
        values++;
      }
    }
    assert.ok(values > 100, `${values} values`);
  });

  test("random edits of the text never break the form, nor what it offers", () => {
    const random = new Random(3);
    const [, wsdl = ""] = wsdls.at(-1) ?? [];
    const contract = contractOf(wsdl);
    const resolver = around({ files: { "/w/a/b/s.wsdl": wsdl } });
    let text = contract.requests([0], { extent: "optional", wsdl: "./s.wsdl", contentLength: "calculated" });
    const start = text;
    for (let step = 0; step < 500 * effort; step++) {
      const at = random.below(text.length);
      const typed = random.pick([
        "",
        "<",
        ">",
        "/>",
        "</",
        '"',
        "&",
        "<a>",
        "<t:a/>",
        "\n",
        "{{x}}",
        "<!--",
        "]]>",
        "1",
      ]);
      text = random.chance(5) ? start : text.slice(0, at) + typed + text.slice(at + random.below(4));
      const analysis = analyze(text, undefined, resolver);
      for (const section of sectionsOfSegments(analysis)) {
        const form = formOf(section.message, view);
        formContent(form, new Map());
        if (!section.message || form.kind === "none") continue;
        for (const { id } of allFields(form.fields))
          for (const act of ["set", "add", "repeat", "remove", "choose"] as const) {
            const edits = formEdit(section.message, form, { id, act, value: "1" });
            if (edits) applyEdits(section.text, edits);
          }
      }
    }
  });
});
