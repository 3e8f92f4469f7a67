import type { Random } from "./random.ts";

interface Request {
  readonly method: string;
  readonly path: string;
  readonly mode: string | undefined;
  readonly id: string | undefined;
  /** The texts of the elements `a`. */
  readonly values: readonly string[];
}

type Variables = Map<string, string>;

interface Condition {
  readonly text: string;
  readonly holds: (request: Request, variables: Variables) => boolean;
}

interface Response {
  readonly conditions: readonly Condition[];
  readonly otherwise: boolean;
  left: number;
  readonly set: { readonly text: string; readonly value: (request: Request) => string } | undefined;
  readonly body: string;
}

/**
 * Files of a mock service, and a function that returns requests and the bodies of their responses, by a model that knows nothing
 * but lists.
 */
export function modelOf(random: Random) {
  const files = Array.from({ length: 1 + random.below(3) }, (_, file) => ({
    variables: new Map([["state", "0"]]),
    responses: Array.from({ length: 1 + random.below(4) }, (_, index) => randomResponse(random, `${file}-${index}`)),
  }));
  return {
    files: Object.fromEntries(files.map(({ responses }, index) => [`${index}.soapmock`, textOf(responses)])),
    next() {
      const request = randomRequest(random);
      return { request: requestText(request), expected: respond(files, request) };
    },
  };
}

function respond(
  files: readonly { readonly variables: Variables; readonly responses: readonly Response[] }[],
  request: Request,
): string | undefined {
  const fitting = files.flatMap(({ variables, responses }) =>
    responses
      .filter(({ left, conditions }) => left > 0 && conditions.every(({ holds }) => holds(request, variables)))
      .map((response) => ({ response, variables })),
  );
  const taken = fitting.find(({ response }) => !response.otherwise) ?? fitting[0];
  if (!taken) return undefined;
  const { response, variables } = taken;
  response.left--;
  if (response.set) variables.set("state", response.set.value(request));
  return `${response.body} ${variables.get("state")}`;
}

function randomResponse(random: Random, body: string): Response {
  const times = random.chance(20) ? 1 + random.below(2) : undefined;
  return {
    conditions: Array.from({ length: random.below(3) }, () => randomCondition(random)),
    otherwise: random.chance(20),
    left: times ?? Number.POSITIVE_INFINITY,
    set: random.chance(30) ? random.pick(sets) : undefined,
    body,
  };
}

const sets: readonly NonNullable<Response["set"]>[] = [
  { text: "state = 1", value: () => "1" },
  { text: "state = //*:a", value: ({ values }) => values[0] ?? "" },
  { text: "state = {{request.query.id}}", value: ({ id }) => id ?? "" },
];

function randomCondition(random: Random): Condition {
  const value = String(random.below(3));
  const is = (found: readonly string[]) => found.includes(value);
  const of = (text: string | undefined) => (text === undefined ? [] : [text]);
  return random.pick<Condition>([
    { text: "method GET", holds: ({ method }) => method === "GET" },
    { text: `path /${value}`, holds: ({ path }) => path === `/${value}` },
    { text: "path /*", holds: () => true },
    { text: `header X-Mode = ${value}`, holds: ({ mode }) => is(of(mode)) },
    { text: "header X-Mode absent", holds: ({ mode }) => mode === undefined },
    { text: `query id = ${value}`, holds: ({ id }) => is(of(id)) },
    { text: `query id != ${value}`, holds: ({ id }) => id !== undefined && id !== value },
    { text: `//*:a = ${value}`, holds: ({ values }) => is(values) },
    { text: `//*:a count ${value}`, holds: ({ values }) => values.length === Number(value) },
    {
      text: `//*:a >= ${value}`,
      holds: ({ values }) => values.length > 0 && values.every((one) => Number(one) >= Number(value)),
    },
    { text: `variable state = ${value}`, holds: (_, variables) => is(of(variables.get("state"))) },
    { text: "header X-Mode = {{state}}", holds: ({ mode }, variables) => mode === variables.get("state") },
  ]);
}

function textOf(responses: readonly Response[]): string {
  const segments = responses.map(({ conditions, otherwise, left, set, body }) => {
    const directives = [
      ...conditions.map(({ text }) => `when ${text}`),
      ...(otherwise ? ["otherwise"] : []),
      ...(Number.isFinite(left) ? [`times ${left}`] : []),
      ...(set ? [`set ${set.text}`] : []),
    ];
    const above = directives.map((one) => `# @${one}\n`).join("");
    return `###\n${above}HTTP/1.1 200 OK\nContent-Length: {{$contentLength}}\n\n${body} {{state}}\n`;
  });
  return `@state = 0\n${segments.join("")}`;
}

function randomRequest(random: Random): Request {
  const value = () => String(random.below(3));
  return {
    method: random.pick(["GET", "POST"]),
    path: `/${value()}`,
    mode: random.chance(60) ? value() : undefined,
    id: random.chance(60) ? value() : undefined,
    values: Array.from({ length: random.below(3) }, value),
  };
}

function requestText({ method, path, mode, id, values }: Request): string {
  const head = [`${method} ${path}${id === undefined ? "" : `?id=${id}`}`, "Content-Type: text/xml"];
  if (mode !== undefined) head.push(`X-Mode: ${mode}`);
  return `${head.join("\n")}\n\n<r>${values.map((one) => `<a>${one}</a>`).join("")}</r>`;
}
