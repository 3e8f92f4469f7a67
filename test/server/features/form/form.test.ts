import assert from "node:assert/strict";
import type { FormField } from "../../../../server/src/features/form/fields.ts";
import { allFields, formEdit, formOf, problemsByField } from "../../../../server/src/features/form/form.ts";
import { formContent } from "../../../../server/src/features/form/page.ts";
import { sectionAt, sectionsOfSegments } from "../../../../server/src/features/support/section.ts";
import type { FormAction, FormView } from "../../../../server/src/protocol/protocol.ts";
import { analyze, applyEdits, diagnose } from "../../../../server/src/service/languageService.ts";
import { shift } from "../../../../server/src/text/span.ts";
import { serviceWsdl } from "../../../support/contracts.ts";
import { request11 } from "../../../support/findings.ts";
import { around } from "../../../support/resolver.ts";

const schema = `<xs:simpleType name="Size"><xs:restriction base="xs:string"><xs:enumeration value="S"/><xs:enumeration value="L"/></xs:restriction></xs:simpleType>
<xs:element name="Order"><xs:complexType><xs:sequence>
  <xs:element name="id" type="xs:int"/>
  <xs:element name="note" type="xs:string" minOccurs="0"/>
  <xs:element name="size" type="t:Size" minOccurs="0"/>
  <xs:element name="item" minOccurs="1" maxOccurs="3"><xs:complexType>
    <xs:sequence><xs:element name="name" type="xs:token"/></xs:sequence>
    <xs:attribute name="count" type="xs:int" use="required"/><xs:attribute name="gift" type="xs:boolean"/>
  </xs:complexType></xs:element>
  <xs:choice>
    <xs:sequence><xs:element name="street" type="xs:string"/><xs:element name="city" type="xs:string"/></xs:sequence>
    <xs:element name="box" type="xs:int"/>
  </xs:choice>
  <xs:sequence minOccurs="0"><xs:element name="from" type="xs:date"/><xs:element name="to" type="xs:date"/></xs:sequence>
</xs:sequence></xs:complexType></xs:element>`;

function orderOf(content: string): string {
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:o="urn:t">
  <s:Body>
    <o:Order>${content}
    </o:Order>
  </s:Body>
</s:Envelope>`;
}

const order = orderOf(`
      <o:id>7</o:id>
      <o:item count="1">
        <o:name>Pen &amp; ink</o:name>
      </o:item>
      <o:box>12</o:box>`);

const all: FormView = { open: {}, shown: {} };

/** The form of a request with this body, and what the user does with a field by its name. */
class Filled {
  readonly text: string;
  readonly #view: FormView;
  readonly #wsdl: string;

  constructor(body: string, { view = all, wsdl = serviceWsdl(schema), head = "# @wsdl ./s.wsdl\n" } = {}) {
    this.#view = view;
    this.#wsdl = wsdl;
    const text = `${head}${request11({ SOAPAction: '"urn:Order"' }, body)}`;
    this.text = body.includes("\r\n") ? text.replace(/\r?\n/g, "\r\n") : text;
  }

  #read(text = this.text) {
    const analysis = analyze(text, undefined, around({ files: { "/w/a/b/s.wsdl": this.#wsdl } }));
    const section = sectionAt(sectionsOfSegments(analysis), 0);
    assert.ok(section?.kind === "message");
    return { analysis, section, form: formOf(section.message, this.#view) };
  }

  get fields(): readonly FormField[] {
    const { form } = this.#read();
    return form.kind === "form" ? [...allFields(form.fields)] : [];
  }

  get reason(): string {
    const { form } = this.#read();
    return form.kind === "none" ? form.reason : "";
  }

  field(label: string, at = 0): FormField {
    const field = this.fields.filter((one) => one.label === label)[at];
    assert.ok(field, `no field ${label}: ${this.fields.map((one) => one.label)}`);
    return field;
  }

  /** The names of the fields, with `+` if the field may be added, `?` if it may be removed, `*` if it may be repeated. */
  get outline(): string {
    return this.fields
      .map(({ label, add, remove, repeat }) => `${add ? "+" : ""}${label}${remove ? "?" : ""}${repeat ? "*" : ""}`)
      .join(" ");
  }

  /** The body after an action. Asserts that no finding is left. */
  after(act: FormAction["act"], label: string, value?: string, at = 0): string {
    const { section, form } = this.#read();
    assert.ok(section.message);
    const edits = formEdit(section.message, form, { id: this.field(label, at).id, act, value });
    assert.ok(edits, `${act} isn't possible`);
    const text = applyEdits(
      this.text,
      edits.map((edit) => shift(edit, section.start)),
    );
    const findings = diagnose(this.#read(text).analysis);
    const messages = findings.map(({ message }) => message);
    assert.deepEqual(messages, [], text);
    return text.slice(text.search(/\r?\n\r?\n/)).trimStart();
  }

  get html(): string {
    const { form, analysis, section } = this.#read();
    const problems = diagnose(analysis).map(({ at, message }) => ({ at: shift(at, -section.start), message }));
    return formContent(form, form.kind === "form" ? problemsByField(form, problems) : new Map()).toString();
  }
}

suite("a request as a form", () => {
  test("the form has the elements and attributes of the payload, and what the schema allows besides", () => {
    assert.equal(new Filled(order).outline, "Order id +note +size item* count +gift name box +from");
  });

  test("values are entered by their type", () => {
    const kinds = (content: string, label: string) => {
      const { kind, choices = [] } = new Filled(orderOf(content)).field(label).value ?? {};
      return [kind, ...choices].join(" ");
    };
    assert.equal(kinds("<o:id>1</o:id>", "id"), "number");
    assert.equal(kinds("<o:id>1</o:id><o:note>a</o:note>", "note"), "text");
    assert.equal(kinds("<o:id>1</o:id><o:note>a\nb</o:note>", "note"), "lines");
    assert.equal(kinds("<o:id>1</o:id><o:size>L</o:size>", "size"), "choice S L");
    assert.equal(kinds("<o:id>1</o:id><o:size>{{s}}</o:size>", "size"), "choice {{s}} S L");
    assert.equal(kinds('<o:id>1</o:id><o:item count="1" gift="true"/>', "gift"), "choice true false");
    const dates =
      "<o:id>1</o:id><o:item count='1'/><o:box>1</o:box><o:from>2026-01-02</o:from><o:to>2026-01-02Z</o:to>";
    assert.deepEqual([kinds(dates, "from"), kinds(dates, "to")], ["date", "text"]);
  });

  test("a value is escaped, and only its own bytes change, with Content-Length", () => {
    const form = new Filled(order);
    assert.equal(form.field("name").value?.text, "Pen & ink");
    assert.equal(form.after("set", "name", "<b> & {{x"), order.replace("Pen &amp; ink", "&lt;b> &amp; &#123;{x"));
    assert.equal(form.after("set", "count", "2"), order.replace('count="1"', 'count="2"'));
    assert.equal(form.after("set", "name", "Pen & ink"), order);
  });

  test("a variable that is entered is a variable, and a text that had escaped braces keeps them", () => {
    const head = "@pen = Pen\n# @wsdl ./s.wsdl\n";
    const variable = new Filled(order, { head }).after("set", "name", "{{pen}} & more");
    assert.match(variable, /<o:name>{{pen}} &amp; more</);
    const escaped = new Filled(order.replace("Pen &amp;", "{&#123;x}}"));
    assert.match(escaped.after("set", "name", "{{x}} y"), /<o:name>&#123;{x}} y</);
  });

  test("an empty element gets its text, and a text with CDATA is replaced", () => {
    const empty = orderOf(
      '<o:id>1</o:id><o:note/><o:item count="1"><o:name><![CDATA[a]]></o:name></o:item><o:box>1</o:box>',
    );
    assert.match(new Filled(empty).after("set", "note", "new"), /<o:note>new<\/o:note>/);
    assert.match(new Filled(empty).after("set", "name", "b"), /<o:name>b<\/o:name>/);
  });

  test("a value with a comment or a processing instruction is only edited in the text", () => {
    for (const note of ["a<!-- keep -->b", "a<?pi x?>"]) {
      const { value, set } = new Filled(orderOf(`<o:id>1</o:id><o:note>${note}</o:note>`)).field("note");
      assert.deepEqual([value?.isOnlyText, set], [true, undefined], note);
    }
  });

  test("a value with a variable and with escaped braces is only edited in the text", () => {
    const note = (text: string) => new Filled(orderOf(`<o:id>1</o:id><o:note>${text}</o:note>`)).field("note");
    assert.equal(note("&#123;{x}} {{$guid}}").set, undefined);
    assert.ok(note("{{$guid}}").set);
  });

  test("xsi:type and xsi:nil are only edited in the text", () => {
    const note = '<o:note xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>';
    assert.equal(new Filled(orderOf(`<o:id>1</o:id>${note}`)).field("i:nil").set, undefined);
  });

  test("allowed values that a page can't show aren't in the list", () => {
    const wsdl = serviceWsdl(schema.replace('value="L"', 'value="a&#x200c;b"'));
    const { value } = new Filled(orderOf("<o:id>1</o:id><o:size>S</o:size>"), { wsdl }).field("size");
    assert.deepEqual(value?.choices, ["S"]);
  });

  test("an optional element is added at its place and removed with its line", () => {
    const added = new Filled(order).after("add", "note");
    assert.equal(added, order.replace("</o:id>\n", "</o:id>\n      <o:note>note</o:note>\n"));
    assert.equal(new Filled(added).after("remove", "note"), order);
    assert.match(new Filled(added).outline, /id note\? \+size/);
  });

  test("an optional attribute is added and removed", () => {
    const added = new Filled(order).after("add", "gift");
    assert.equal(added, order.replace('count="1"', 'count="1" gift="true"'));
    assert.equal(new Filled(added).after("remove", "gift"), order);
  });

  test("elements that need each other are added and removed together", () => {
    const added = new Filled(order).after("add", "from");
    assert.match(added, /<o:box>12<\/o:box>\n {6}<o:from>[^<]+<\/o:from>\n {6}<o:to>[^<]+<\/o:to>\n/);
    assert.equal(new Filled(added).after("remove", "from"), order);
    assert.equal(new Filled(added).field("to").remove, undefined);
  });

  test("a repeated element is added after another one, as often as the schema allows, and removed", () => {
    const second = new Filled(order).after("repeat", "item");
    assert.match(new Filled(second).outline, /^Order id \+note \+size item\?\* count \+gift name item\?\* count/);
    const third = new Filled(second).after("repeat", "item", undefined, 1);
    const repeated = new Filled(third).fields.filter(({ label, repeat }) => label === "item" && repeat);
    assert.deepEqual(repeated, []);
    assert.equal(new Filled(second).after("remove", "item", undefined, 1), order);
  });

  test("a repeated element can't be added or removed beyond the limits of the schema, also if there are many of them", () => {
    const exactly = (count: number) =>
      serviceWsdl(
        `<xs:element name="Order"><xs:complexType><xs:sequence><xs:element name="item" type="xs:int" minOccurs="${count}" maxOccurs="${count}"/></xs:sequence></xs:complexType></xs:element>`,
      );
    const items = orderOf("\n      <o:item>1</o:item>".repeat(80));
    const { repeat, remove, isRepeated } = new Filled(items, { wsdl: exactly(80) }).field("item");
    assert.deepEqual([isRepeated, repeat, remove], [true, undefined, undefined]);
    assert.ok(new Filled(items, { wsdl: exactly(79) }).field("item").remove);
    assert.ok(new Filled(items, { wsdl: exactly(81) }).field("item").repeat);
  });

  test("the form offers an element only where the many elements after it allow it", () => {
    const outlines = (content: string) =>
      [60, 61].map((most) => {
        const wsdl = serviceWsdl(
          `<xs:element name="Order"><xs:complexType><xs:sequence>${content.replaceAll("60", String(most))}</xs:sequence></xs:complexType></xs:element>`,
        );
        const items = orderOf("\n      <o:item>1</o:item>".repeat(60));
        return [...new Set(new Filled(items, { wsdl }).outline.split(" "))].join(" ");
      });
    assert.deepEqual(outlines('<xs:element name="item" type="xs:int" minOccurs="0" maxOccurs="60"/>'), [
      "Order item?",
      "Order item?*",
    ]);
    const choice = (least: number) =>
      `<xs:choice minOccurs="${least}" maxOccurs="60"><xs:element name="item" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice>`;
    assert.deepEqual(outlines(choice(60)), ["Order item", "Order +b item?*"]);
    assert.deepEqual(outlines(choice(2)), ["Order item?", "Order +b item?*"]);
  });

  test("a text of several lines has the line endings of the file", () => {
    const text = order.replace("</o:id>\n", "</o:id>\n      <o:note>a</o:note>\n").replaceAll("\n", "\r\n");
    assert.match(new Filled(text).after("set", "note", "a\nb", 0), /<o:note>a\r\nb<\/o:note>/);
  });

  test("the alternatives of a choice are a list, and choosing one replaces all elements of the other alternative", () => {
    const form = new Filled(order);
    assert.deepEqual(form.field("box").alternatives, ["street"]);
    const street = form.after("choose", "box", "0");
    assert.match(street, /<\/o:item>\n {6}<o:street>street<\/o:street>\n {6}<o:city>city<\/o:city>\n {4}<\/o:Order>/);
    assert.deepEqual(
      [new Filled(street).field("street").alternatives, new Filled(street).field("id").alternatives],
      [["box"], []],
    );
    const box = new Filled(street).after("choose", "street", "0");
    assert.equal(box, order.replace(">12<", ">1<"));
    assert.throws(() => form.after("choose", "box", ""), /choose isn't possible/);
  });

  test("a required element that is missing is shown, and can be added", () => {
    const form = new Filled(orderOf("\n      <o:id>1</o:id>\n      <o:box>1</o:box>"));
    assert.equal(form.field("item").isRequired, true);
    assert.match(
      form.after("add", "item"),
      /<\/o:id>\n {6}<o:item count="1">\n {8}<o:name>name<\/o:name>\n {6}<\/o:item>\n/,
    );
  });

  test("problems are at their fields", () => {
    const html = new Filled(order.replace(">7<", ">x<").replace('count="1"', 'count="y"')).html;
    assert.match(html, /<p role="status">2 problems<\/p>/);
    for (const [label, value] of [
      ["id", "x"],
      ["@count", "y"],
    ]) {
      const row = html.slice(html.indexOf(`>${label}</label>`)).slice(0, 800);
      assert.match(
        row,
        new RegExp(`data-value="${value}"[^>]* aria-invalid="true"[\\s\\S]*?<p class="problem" id="p[\\d.@]+">`),
      );
    }
  });

  test("an empty element can be opened if the schema allows elements in it", () => {
    const form = new Filled(orderOf('<o:id/><o:item count="1"/>'));
    assert.equal(form.field("item").isOpen, true);
    assert.equal(form.field("id").isOpen, undefined);
  });

  test("a part of an element that isn't open isn't computed, and long lists are shown in parts", () => {
    const many = orderOf(Array.from({ length: 300 }, () => '<o:item count="1"><o:name>a</o:name></o:item>').join(""));
    const form = new Filled(many);
    assert.equal(form.fields.filter(({ label }) => label === "item").length, 50);
    assert.equal(form.field("Order").hidden, 250);
    assert.match(form.html, /data-shown="\d+">Show more elements \(250 left\)</);
    assert.equal(new Filled(many, { view: { open: {}, shown: { 0: 300 } } }).field("Order").hidden, 0);
    const labels = new Filled(order, { view: { open: { 0: false }, shown: {} } }).fields.map(({ label }) => label);
    assert.deepEqual(labels, ["Order"]);
  });

  test("very many header blocks and attributes are shown in part, with their number and the payload", () => {
    const blocks = Array.from({ length: 100_000 }, (_, at) => `<b${at}/>`).join("");
    const { html } = new Filled(order.replace("<s:Body>", `<s:Header>${blocks}</s:Header><s:Body>`));
    assert.match(html, /<h1>Order<\/h1>/);
    assert.match(
      html,
      /data-name="b48"[\s\S]*data-name="Order"[\s\S]*>99951 more elements are only edited in the text\.</,
    );
    assert.doesNotMatch(html, /data-name="b49"/);
    const attributes = Array.from({ length: 60 }, (_, at) => ` a${at}="1"`).join("");
    assert.match(
      new Filled(orderOf(`<o:id${attributes}>1</o:id>`)).html,
      /data-name="a49"[\s\S]*>10 more attributes are only edited in the text\.</,
    );
  });

  test("the form says why a request has none", () => {
    assert.match(
      new Filled(order, { head: "# @no-wsdl\n" }).reason,
      /^The operation of the request is unknown\. Name its WSDL/,
    );
    assert.match(new Filled(order.replace("</o:id>", "")).reason, /^The XML of the request isn't well-formed/);
    assert.match(new Filled("{}").reason, /^The request has no XML body/);
    assert.match(new Filled(order.replaceAll(/ {4,}<[/]?o:.*\n/g, "")).reason, /unknown|empty/);
  });

  test("names and values can't become markup of the page", () => {
    const name = "x".repeat(1000);
    const html = new Filled(orderOf(`<o:id>"><script>'</o:id><${name} a="&quot;&gt;&lt;i>"/>`)).html;
    assert.doesNotMatch(html, /<(?:script|i)>/);
    assert.doesNotMatch(html, /x{200}/);
  });
});
