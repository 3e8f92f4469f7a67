import type { Random } from "./random.ts";

export interface RandomRequest {
  readonly name: string;
  readonly hook: "before" | "after" | undefined;
  readonly how: "" | "each" | "once";
  readonly needs: readonly string[];
  readonly isSkipped: boolean;
  /** How often it is sent at most in one run of its file. */
  readonly most: number;
  readonly status: "200" | "500" | "reset";
  readonly lines: readonly string[];
}

export interface Scenario {
  readonly requests: readonly RandomRequest[];
  readonly shared: readonly RandomRequest[];
  readonly rows: number;
  readonly hasFileRows: boolean;
  readonly isImportedEach: boolean;
  readonly preamble: readonly string[];
  readonly args: readonly string[];
  readonly stopsAfter: number | undefined;
}

export function randomScenario(random: Random): Scenario {
  const rows = 1 + random.below(3);
  const hasFileRows = random.chance(40);
  const isImportedEach = random.chance(30);
  const imports = random.chance(60);
  const shared = requests(random, "s", 1 + random.below(3), rows, []);
  const importable = imports ? shared.filter(({ hook }) => !hook).map(({ name }) => `shared.${name}`) : [];
  return {
    requests: requests(random, "r", 1 + random.below(6), rows, importable),
    shared: imports ? shared : [],
    rows,
    hasFileRows,
    isImportedEach,
    preamble: [
      ...(hasFileRows ? [`# @data ./rows.csv${random.chance(40) ? " parallel" : ""}`] : []),
      ...(imports ? [`# @import ./shared.soaphttp${isImportedEach ? " each" : ""}`] : []),
      ...(random.chance(30) ? ["# @sequence"] : []),
      ...(random.chance(20) ? ["# @tag all"] : []),
    ],
    args: [
      ...["--jobs", String(1 + random.below(4))],
      ...(random.chance(25) ? ["--bail"] : []),
      ...(random.chance(15) ? ["--tag", random.pick(["one", "!one", "all"])] : []),
      ...(random.chance(15) ? ["--name", random.pick(["r1", "r*", "*0"])] : []),
    ],
    stopsAfter: random.chance(25) ? 1 + random.below(6) : undefined,
  };
}

function requests(
  random: Random,
  prefix: string,
  count: number,
  rows: number,
  importable: readonly string[],
): readonly RandomRequest[] {
  const hooks = Array.from({ length: count }, () => {
    const hook = random.chance(35) ? random.pick(["before", "after"] as const) : undefined;
    return { hook, how: hook && random.chance(50) ? random.pick(["each", "once"] as const) : ("" as const) };
  });
  // No earlier request needs a request that is sent at the end.
  const needable = hooks.flatMap(({ hook, how }, index) => (hook === "after" || how === "each" ? [] : [index]));
  return hooks.map(({ hook, how }, index): RandomRequest => {
    // Now and then, needs form a circle, which is an error of the requests in it.
    const others = needable.filter((one) => one < index || (one > index && random.chance(10)));
    const own = hook === "after" || others.length === 0 || random.chance(60) ? [] : [`${prefix}${random.pick(others)}`];
    const needs = [...own, ...(importable.length > 0 && !hook && random.chance(40) ? [random.pick(importable)] : [])];
    const hasRows = random.chance(20);
    const repeats = random.chance(15);
    const isSkipped = random.chance(10);
    const status = random.chance(75) ? "200" : random.pick(["500", "reset"] as const);
    return {
      name: `${prefix}${index}`,
      hook,
      how,
      needs,
      isSkipped,
      most: (hasRows ? rows : 1) * (repeats ? 2 : 1),
      status,
      lines: [
        `# @name ${prefix}${index}`,
        ...(random.chance(85) ? ["# @expect status 200"] : []),
        ...(hook ? [`# @${hook} ${how}`.trimEnd()] : []),
        ...(needs.length > 0 ? [`# @needs ${needs.join(" ")}`] : []),
        ...(hasRows ? ["# @data ./own.csv"] : []),
        ...(repeats ? ["# @repeat 2"] : []),
        ...(isSkipped ? [random.pick(["# @skip for now", "# @skip if {{one}} = 1"])] : []),
        ...(random.chance(25) ? ["# @tag one"] : []),
        ...(random.chance(15) ? ["# @wait 1 ms"] : []),
      ],
    };
  });
}

export function filesOf({ requests, shared, rows, hasFileRows, preamble }: Scenario, host: string, path: string) {
  const text = (own: RandomRequest, row: string) =>
    `###\n${own.lines.join("\n")}\nGET ${path}?name=${own.name}&status=${own.status}&row=${row} HTTP/1.1\nHost: ${host}\n\n`;
  const file = (own: readonly RandomRequest[], head: readonly string[], row: string) =>
    `${head.join("\n")}\n@one = 1\n\n${own.map((one) => text(one, one.how === "once" ? "" : row)).join("")}`;
  const values = Array.from({ length: rows }, (_, index) => `${index + 1}\n`).join("");
  return {
    "main.soaphttp": file(requests, preamble, hasFileRows ? "{{n}}" : ""),
    ...(shared.length > 0 ? { "shared.soaphttp": file(shared, [], "") } : {}),
    "rows.csv": `n\n${values}`,
    "own.csv": `own\n${values}`,
  };
}
