import assert from "node:assert/strict";
import { expectNothing, expectRenamed, whyNot } from "./renaming.ts";

suite("renaming a variable", () => {
  const file = [
    "@«host» = localhost",
    "@url = http://{{«host»}}/x",
    "###",
    "POST {{url}} HTTP/1.1",
    "Host: {{«ho|st»}}:80",
    "# {{host}} is no use of it here",
    "",
    "<a b='{{«host»}}'>{{«host» }} host {{hostname}}</a>",
    "### {{host}}",
    "@«host» = again",
    "",
  ].join("\n");

  test("renaming changes its definitions and uses in the whole file, and nothing else", () =>
    expectRenamed(file, "host"));

  test("renaming works from a definition in a segment without a request", () => {
    expectRenamed("@«ho|st» = a\n@b = {{«host»}}\n### next\nGET /{{«host»}} HTTP/1.1\n", "host");
  });

  test("renaming changes the names in arguments of credentials", () => {
    const above = '@«user» = ann\n# @auth digest «user» "user"\n';
    expectRenamed(`${above}GET / HTTP/1.1\nX: {{$basic «us|er» "user"}} {{«user»}}\n`, "user");
    assert.match(whyNot("GET / HTTP/1.1\nX: {{$ba|sic user password}}\n"), /^\$basic is built in/);
  });

  test("renaming a variable takes precedence over the element or namespace around it", () => {
    expectRenamed("@«n» = a\n###\nPOST /s HTTP/1.1\n\n<a>{{«|n»}}</a>", "n");
    expectRenamed("@«n» = a\n###\nPOST /s HTTP/1.1\n\n<a xmlns='urn:{{«n|»}}'/>", "n");
  });

  test("renaming refuses the name of another variable", () => {
    assert.match(whyNot("@a| = 1\n@b = 2\n", "b"), /^This file already defines b/);
  });

  test("renaming refuses an invalid name", () => {
    for (const name of ["", "1a", "a b", "a=b", "{a}", "$a", "a|b", 'a"b'])
      assert.match(whyNot("@a| = 1\n", name), /isn't a valid variable name/);
  });

  test("renaming refuses a built-in variable, and one that the file doesn't define", () => {
    assert.match(whyNot("GET /{{el|se}} HTTP/1.1\n"), /^else isn't defined in this file/);
    assert.match(whyNot("GET /{{$gu|id}} HTTP/1.1\n"), /^\$guid is built in/);
  });
});

suite("renaming a variable that a response sets", () => {
  const file = "# @name login\n# @set «token» = //m:Token\nGET /a HTTP/1.1\n###\nGET /b HTTP/1.1\nX: {{«to|ken»}}\n";

  test("renaming changes its # @set and its uses", () => {
    expectRenamed(file, "token");
    expectRenamed(file.replace("|", "").replace("«token»", "«to|ken»"), "token");
  });

  test("renaming refuses a name with a dot", () => {
    assert.equal(whyNot(file, "a.b"), "token is set by a response. Enter a name without dots.");
  });
});

suite("renaming a request", () => {
  const file = [
    "# @name «login»",
    "POST /session HTTP/1.1",
    "###",
    "@token = {{«login».response.body.//m:Token}}",
    "# @name add",
    "# @needs other, «login»",
    "# @expect //m:Id = {{«login».request.body.//m:Id}}",
    "POST /login HTTP/1.1",
    "X-Status: {{«lo|gin».response.status}} {{login}}",
    "",
    "<login>{{«login».response.headers.X}}</login>",
    "###",
    "# @name other",
    "# @data id = «login».response.body.//m:Id",
    "GET / HTTP/1.1",
    "",
  ].join("\n");

  test("renaming a request changes # @name, # @needs and the references to its exchange in the whole file", () => {
    expectRenamed(file, "login");
  });

  test("renaming works from # @name and from # @needs", () => {
    const unmarked = file.replace("|", "");
    expectRenamed(unmarked.replace("@name «", "@name «|"), "login");
    expectRenamed(unmarked.replace("other, «login", "other, «login|"), "login");
  });

  test("renaming isn't possible in the path of a reference", () => {
    expectNothing("# @name a\nGET /{{a.response.body.//m:To|ken}} HTTP/1.1\n");
  });

  test("renaming refuses a name that references can't contain, if there are any", () => {
    for (const name of ["log in", "a.b", "a,b", "{a}", "$a", "1"]) {
      assert.match(whyNot(file.replace(/[«»]/g, ""), name), /^Other requests refer to login\./);
    }
    expectRenamed("# @name «ad|d»\nGET / HTTP/1.1\n", "add", "add two numbers");
  });

  test("renaming refuses a name that no request has", () => {
    const source = "# @name a\nGET /{{b|.response.status}} HTTP/1.1\n";
    assert.equal(whyNot(source), "No request in this file is named b.");
  });

  test("renaming changes only the second of two equal names, since references mean the first", () => {
    expectRenamed("# @name a\nGET / HTTP/1.1\n###\n# @name «a|»\n# @needs a\nGET / HTTP/1.1\n", "a");
    expectRenamed("# @name «a»\nGET / HTTP/1.1\n###\n# @name a\n# @needs «a|»\nGET / HTTP/1.1\n", "a");
  });

  test("renaming changes its # @name", () => {
    expectRenamed("# @name «ad|d»\nPOST /s HTTP/1.1\n\n<add/>\n###\n# @name other\nGET / HTTP/1.1\n", "add");
  });

  test("renaming refuses the name of another request, and an empty name", () => {
    const file = "# @name a|dd\nGET / HTTP/1.1\n###\n// @name other\nGET / HTTP/1.1\n";
    assert.match(whyNot(file, "other"), /^Another request is already named other/);
    assert.match(whyNot(file, " "), /^Enter a name for the request.* is add/);
  });

  test("renaming isn't possible in other directives, comments, headers and titles", () => {
    for (const source of [
      "# @title a|\nGET / HTTP/1.1\n",
      "# na|me\nGET / HTTP/1.1\n",
      "GET / HTTP/1.1\nHo|st: h\n",
      "# @name add\nGET / HTTP/1.1\nHo|st: h\n",
      "# a|\n# @name add\nGET / HTTP/1.1\n",
      "### ti|tle\nGET / HTTP/1.1\n",
    ]) {
      expectNothing(source);
    }
  });
});
