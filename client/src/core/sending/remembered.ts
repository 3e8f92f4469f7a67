import type { StandingProblem } from "../../../../server/src/protocol.ts";
import type { SendQuestions } from "./prepare.ts";

/** The questions about one request that is prepared twice: what the author has agreed to is not asked again. */
export function remembered(questions: () => SendQuestions): SendQuestions {
  const accepted = new Set<string>();
  const notes = new Set<string>();
  const files = new Set<string>();
  return {
    async standingErrors(problems, fixable, request) {
      if (problems.every((problem) => accepted.has(keyOf(problem)))) return "send";
      const answer = await questions().standingErrors(problems, fixable, request);
      if (answer === "send") for (const problem of problems) accepted.add(keyOf(problem));
      return answer;
    },
    unsendable: (problems, fixable, request) => questions().unsendable(problems, fixable, request),
    async note(text, request) {
      if (notes.has(text)) return true;
      const send = await questions().note(text, request);
      if (send) notes.add(text);
      return send;
    },
    async outsideFile(path, to, request) {
      const key = JSON.stringify([path, to]);
      if (files.has(key)) return true;
      const send = await questions().outsideFile(path, to, request);
      if (send) files.add(key);
      return send;
    },
  };
}

/** Not its place: that moves with what stands above. */
function keyOf({ code, message }: StandingProblem): string {
  return JSON.stringify([code, message]);
}
