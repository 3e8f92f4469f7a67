import assert from "node:assert/strict";
import { CommandSecrets } from "../../../../client/src/cli/send/secrets.ts";

suite("secrets of the command line", () => {
  /** Returns secrets for a user who types these answers, and the prompts that were shown. */
  function typing(...answers: readonly (string | undefined)[]) {
    const prompts: string[] = [];
    const secret = async (prompt: string) => {
      prompts.push(prompt);
      return answers[prompts.length - 1];
    };
    const console = { env: { SOAPHTTP_SECRET_B: "of the environment" }, secret, ask: secret };
    return { prompts, secrets: new CommandSecrets(console, new Map([["Known", "given"]])) };
  }

  test("secrets come from the environment, or are typed once and kept", async () => {
    const { secrets, prompts } = typing("typed");
    assert.deepEqual([secrets.get("a"), secrets.get("b")], [undefined, "of the environment"]);
    assert.equal(await secrets.ask(["a"]), undefined);
    assert.deepEqual([secrets.get("a"), prompts], ["typed", ["Secret a: "]]);
  });

  test("A question is asked once in a run, however many requests have it and with which choices", async () => {
    const { secrets, prompts } = typing("4711", "red");
    const asked = [
      '$ask "Customer number"',
      '$ask  "Customer number"',
      '$ask "Colour" red "dark green"',
      '$ask "Known"',
    ];
    assert.equal(secrets.get(asked[0] ?? ""), undefined);
    const [first, second] = await Promise.all([secrets.ask(asked.slice(0, 3)), secrets.ask(asked.slice(0, 3))]);
    assert.deepEqual([first, second], [undefined, undefined]);
    assert.deepEqual(
      asked.map((name) => secrets.get(name)),
      ["4711", "4711", "red", "given"],
    );
    assert.deepEqual(prompts, ["Customer number: ", "Colour (red, dark green): "]);
  });

  test("Requests side by side ask for a secret and a question one after the other", async () => {
    let open = 0;
    const prompts: string[] = [];
    const answer = async (prompt: string) => {
      prompts.push(open++ === 0 ? prompt : `${prompt} at once`);
      await new Promise((done) => setImmediate(done));
      open--;
      return "typed";
    };
    const secrets = new CommandSecrets({ env: {}, secret: answer, ask: answer });
    await Promise.all([secrets.ask(["pw"]), secrets.ask(['$ask "User"']), secrets.ask(["other"])]);
    assert.deepEqual(prompts, ["Secret pw: ", "User: ", "Secret other: "]);
  });

  test("A question without an answer is an error that names --variable", async () => {
    const { secrets } = typing(undefined);
    assert.equal(
      await secrets.ask(['$ask "Customer number"']),
      'its question “Customer number” has no answer; use --variable "Customer number=…"',
    );
  });

  test("A typed secret doesn't answer the question of its name, nor does an answer become a secret", async () => {
    for (const names of [
      ["pin", '$ask "pin"'],
      ['$ask "pin"', "pin"],
    ]) {
      const { secrets } = typing("first", "second");
      assert.equal(await secrets.ask(names.slice(0, 1)), undefined);
      assert.deepEqual(
        names.map((name) => secrets.get(name)),
        ["first", undefined],
      );
      assert.equal(await secrets.ask(names), undefined);
      assert.deepEqual(
        names.map((name) => secrets.get(name)),
        ["first", "second"],
      );
    }
  });

  test("the first missing secret is returned, and no others are asked for", async () => {
    const { secrets, prompts } = typing("1", undefined);
    assert.match(
      (await secrets.ask(["a", "c", "d"])) ?? "",
      /^its secret c is missing; set the environment variable SOAPHTTP_SECRET_C,/,
    );
    assert.equal(prompts.length, 2);
  });
});
