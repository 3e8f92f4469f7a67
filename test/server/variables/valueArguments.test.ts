import assert from "node:assert/strict";
import { parseDocument } from "../../../server/src/format/document.ts";
import { authDirectives } from "../../../server/src/variables/authDirective.ts";
import { argumentsIn, variableUses } from "../../../server/src/variables/builtInReferences.ts";
import { valueArguments } from "../../../server/src/variables/valueArguments.ts";

const read = (text: string) =>
  valueArguments(text, { start: 0, end: text.length }).map((one) =>
    one.kind === "name" ? one.name : one.kind === "text" ? [one.text] : one.kind,
  );

suite("arguments of credentials", () => {
  test("arguments are names of variables, or texts in double quotes", () => {
    assert.deepEqual(read(' user\t"a b" '), ["user", ["a b"]]);
    assert.deepEqual(read(""), []);
    assert.deepEqual(read('""'), [[""]]);
  });

  test('arguments contain \\" for a quote; every other backslash is literal', () => {
    assert.deepEqual(read(String.raw`"a\"b" "c\d\\e"`), [['a"b'], [String.raw`c\d\\e`]]);
    assert.deepEqual(read(String.raw`DOMAIN\user`), [String.raw`DOMAIN\user`]);
  });

  test("arguments can't be read without a closing quote, or with characters right behind it", () => {
    assert.deepEqual(read('user "a'), ["user", "unreadable"]);
    assert.deepEqual(read(String.raw`"a\"`), ["unreadable"]);
    assert.deepEqual(read('"a"b c'), ["unreadable", "c"]);
  });

  test("arguments have spans in the text", () => {
    const text = 'x user "a b"';
    const spans = valueArguments(text, { start: 1, end: text.length }).map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(spans, ["user", '"a b"']);
  });

  test("arguments belong only to built-in variables that take credentials", () => {
    assert.deepEqual(argumentsIn("$secret user"), []);
    assert.deepEqual(argumentsIn("$basics user"), []);
    assert.equal(argumentsIn("$wsse.digest password").length, 1);
  });

  test("arguments are uses of variables, at their own places", () => {
    const text = 'a {{$basic user "}} {{x}}"}} {{b}} {{$wsse.digest password}}';
    assert.deepEqual(
      variableUses(text).map(({ start, end }) => text.slice(start, end)),
      ['{{$basic user "}} {{x}}"}}', "user", "{{b}}", "{{$wsse.digest password}}", "password"],
    );
  });

  test("arguments are read in linear time", () => {
    const long = `{{$basic ${'"\\'.repeat(200_000)}`;
    assert.deepEqual(variableUses(long), []);
    assert.equal(valueArguments('"a'.repeat(100_000), { start: 0, end: 200_000 }).length > 0, true);
  });
});

suite("# @auth", () => {
  const directive = (value: string) => {
    const [segment] = parseDocument(`# @auth ${value}\nGET / HTTP/1.1\n`).segments;
    const [directive] = segment ? authDirectives(segment.segment) : [];
    return {
      kind: directive?.kind,
      domain: directive?.domain,
      arguments: directive?.arguments.map(({ kind }) => kind),
    };
  };

  test("# @auth has a scheme and two arguments", () => {
    assert.deepEqual(directive('digest user "p"'), { kind: "digest", domain: undefined, arguments: ["name", "text"] });
    assert.deepEqual(directive("Basic user p"), { kind: undefined, domain: undefined, arguments: ["name", "name"] });
  });

  test("# @auth has a domain as text before the name of a variable, only for ntlm", () => {
    assert.deepEqual(directive("ntlm EU\\user p"), { kind: "ntlm", domain: "EU", arguments: ["name", "name"] });
    assert.deepEqual(directive('ntlm "EU\\ann" p'), { kind: "ntlm", domain: undefined, arguments: ["text", "name"] });
    assert.deepEqual(directive("ntlm EU\\ p").arguments, ["unreadable", "name"]);
    assert.equal(directive("digest EU\\user p").domain, undefined);
  });
});
