import { equal, ok } from "node:assert/strict";
import { redacted } from "../../../server/src/text/redaction.ts";
import { redactor } from "../../../server/src/text/redactor.ts";

const secret = "S3cr\u00e9t<&\"'/ 42%";
const xml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const references = (text: string) => [...text].map((one) => `&#${one.codePointAt(0)};`).join("");
const hexReferences = (text: string) => [...text].map((one) => `&#x${one.codePointAt(0)?.toString(16)};`).join("");
const percents = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join("");
const units = (text: string) =>
  [...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
const base64 = (text: string, charset: BufferEncoding = "utf8") => Buffer.from(text, charset).toString("base64");

suite("secret values", () => {
  const forms: Readonly<Record<string, string>> = {
    "in plain text": secret,
    "as UTF-8 bytes": Buffer.from(secret).toString("latin1"),
    "in XML": xml(secret),
    "in XML in XML": xml(xml(secret)),
    "in XML in XML in XML": xml(xml(xml(secret))),
    "in XML with numeric references": xml(secret)
      .replace('"', "&#34;")
      .replace("'", "&#x27;")
      .replace("\u00e9", "&#233;"),
    "as decimal references": references(secret),
    "as hexadecimal references": hexReferences(secret),
    "in JSON": JSON.stringify(secret).slice(1, -1),
    "in JSON, fully escaped": units(secret),
    "in JSON in XML": xml(JSON.stringify(JSON.stringify(secret)).slice(1, -1)),
    "in a URL": encodeURIComponent(secret),
    "in a URL in a URL": encodeURIComponent(encodeURIComponent(secret)),
    "in a URL in XML": xml(`&b=${encodeURIComponent(secret)}`).slice(7),
    "in a URL, fully encoded": percents(secret),
    "in a form": encodeURIComponent(secret).replaceAll("%20", "+"),
    "as hexadecimal numbers": Buffer.from(secret).toString("hex"),
    "as base64": base64(secret),
    "as base64 of ISO-8859-1": base64(secret, "latin1"),
    "as base64 of UTF-16": base64(secret, "utf16le"),
    "as base64url": Buffer.from(`\u00fb\u00ff\u00be${secret}`).toString("base64url"),
    "as base64 in a URL": encodeURIComponent(base64(`>>${secret}`)),
    "as base64 of credentials": base64(`ann:${secret}`),
  };
  const many = Array.from({ length: 1_500 }, (_, at) => `secret-number-${at}-`);
  const redactAmongMany = redactor([...many, secret]);

  for (const [name, form] of Object.entries(forms)) {
    test(`secrets are redacted behind many others ${name}`, () => {
      const text = `<a>${form}</a> ${many[1_400]}`;
      equal(redactAmongMany(text), redactor([secret, many[1_400] ?? ""])(text));
    });

    test(`secrets are redacted ${name}, and the text around them is kept`, () => {
      for (const text of [`<a>${form}</a>`, `${form}`, `said "${form}" and went`]) {
        const left = redactor([secret])(text);
        const [before = "", after = ""] = text.split(form);
        ok(left.startsWith(before) && left.endsWith(after), left);
        ok(left.includes(redacted), left);
        for (const piece of ["S3cr", "42", form.slice(0, 6), form.slice(-6)]) {
          ok(!left.slice(before.length, left.length - after.length).includes(piece), `${piece} is left of ${left}`);
        }
      }
    });
  }

  test("secrets are redacted at any position in base64", () => {
    for (let before = 0; before < 6; before++) {
      for (const word of ["abcd", "S3cret-4711"]) {
        const text = `<a>${base64(`${"-".repeat(before)}${word}--`)}</a>`;
        equal(redactor([word])(text), `<a>${redacted}</a>`, `${word} after ${before}`);
      }
    }
  });

  test("secrets are redacted in each line of wrapped base64", () => {
    const text = base64(`${"x".repeat(15)}${secret}${"y".repeat(50)}`).replace(/.{20}/g, "$&\r\n");
    const [first, , , ...others] = text.split("\r\n");
    equal(redactor([secret])(text), [first, redacted, ...others].join("\r\n"));
  });

  test("secrets that are base64 of a text are redacted as that text too", () => {
    equal(redactor([base64("S3cret-4711")])("it was S3cret-4711"), `it was ${redacted}`);
    equal(redactor([base64("\u0001\u00ff\u0002\u00fe12345")])("12345"), "12345");
  });

  test("secrets that are short are redacted only as whole words", () => {
    equal(
      redactor(["42"])("<a>42</a> 421 x42 4.2 &#52;2 pin=42&n=1"),
      `<a>${redacted}</a> 421 x42 4.2 ${redacted} pin=${redacted}&n=1`,
    );
    equal(redactor(["x"])("x axe <x/>"), `${redacted} axe <${redacted}/>`);
    equal(redactor(["\u00e9"])("\u00e9 \u00c3\u00a9 \u00e9a"), `${redacted} ${redacted} \u00e9a`);
    equal(redactor(["", " ", "\n"])("a  b\n"), "a  b\n");
  });

  test("secrets are redacted even if they are very long or many", () => {
    const long = `-----BEGIN ${"abc ".repeat(30_000)}`;
    equal(redactor([long])(`a${long}b`), `a${redacted}b`);
    equal(redactor(many)(many.join("\n")), many.map(() => redacted).join("\n"));
    equal(redactor([...many, long])(`a${long}b`), `a${redacted}b`);
    const tooMany = Array.from({ length: 50_001 }, (_, at) => `secret-number-${at}-`);
    equal(redactor(tooMany)("a text"), redacted);
  });

  test("secrets that contain each other or overlap are redacted completely", () => {
    equal(redactor(["abcdef", "abcdefghi", "ghijkl"])("-abcdefghijkl-"), `-${redacted}-`);
  });

  test("secrets don't change text without secrets", () => {
    const text = "<a>&lt;b&gt; %20 \\n é &#233; YWJjZGVm\r\n</a>";
    equal(redactor([secret, "redacted"])(text), text);
    equal(redactor(["redacted", "[redacted]"])(`a ${redacted}`), `a ${redacted}`);
  });
});
