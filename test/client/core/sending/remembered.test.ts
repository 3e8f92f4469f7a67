import { deepEqual, equal } from "node:assert/strict";
import { remembered, type SendQuestions } from "../../../../client/src/core/sending/prepare.ts";
import { problem } from "../../support.ts";

suite("questions about a request that is prepared twice", () => {
  const asking = (errors: "fix" | "send" | "cancel", note: boolean) => {
    const log: string[] = [];
    const questions: SendQuestions = {
      standingErrors: async (problems, _fixable, request) => {
        log.push(`${request}: ${problems.map(({ code }) => code).join()}`);
        return errors;
      },
      needs: async () => true,
      unsendable: async () => "cancel",
      outsideFile: async (path, to, request) => {
        log.push(`${request}: ${path} to ${to}`);
        return note;
      },
      note: async (text, request) => {
        log.push(`${request}: ${text}`);
        return note;
      },
    };
    return { log, questions: remembered(() => questions) };
  };

  test("questions are asked once if the author agreed, with the request's name", async () => {
    const { log, questions } = asking("send", true);
    for (const _ of [1, 2]) {
      equal(await questions.standingErrors([problem("xml"), problem("host")], false, "add"), "send");
      equal(await questions.note("deletes all", "add"), true);
      equal(await questions.outsideFile("/etc/hosts", "http://h:80", "add"), true);
    }
    equal(await questions.outsideFile("/etc/hosts", "http://other:80", "add"), true);
    deepEqual(log, [
      "add: xml,host",
      "add: deletes all",
      "add: /etc/hosts to http://h:80",
      "add: /etc/hosts to http://other:80",
    ]);
  });

  test("questions are asked again for other errors and notes", async () => {
    const { log, questions } = asking("send", true);
    await questions.standingErrors([problem("xml")], false, "add");
    await questions.standingErrors([problem("xml"), problem("host")], false, "add");
    await questions.note("one", "add");
    await questions.note("two", "add");
    deepEqual(log, ["add: xml", "add: xml,host", "add: one", "add: two"]);
  });

  test("questions are asked again after a refusal", async () => {
    const { log, questions } = asking("cancel", false);
    for (const _ of [1, 2]) {
      equal(await questions.standingErrors([problem("xml")], false, "add"), "cancel");
      equal(await questions.note("deletes all", "add"), false);
    }
    equal(log.length, 4);
  });
});
