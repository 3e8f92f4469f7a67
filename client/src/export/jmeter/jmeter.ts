import type { EngineExport, EngineOptions } from "../engine.ts";
import type { ExportPlan, Loss, PlannedRequest, PlannedRow } from "../plan.ts";
import { type Column, JMeterValues } from "./jmeterValues.ts";
import { dataFile, samplerOf } from "./sampler.ts";
import {
  boolProp,
  collectionProp,
  elementProp,
  floatProp,
  intProp,
  planDocument,
  property,
  stringProp,
  type TestElement,
  testElement,
} from "./testElements.ts";

const jmeterChanges: readonly string[] = [
  "Bodies are sent byte for byte; the header section is written by JMeter.",
  "It adds User-Agent, unless it is typed, and Connection, which comes first.",
  "Content-Length and Host come after the other headers. Each has one space after its colon.",
  "Redirects are not followed.",
  "After a failure, a user starts again with the first request if requests need each other.",
];

/** A plan for JMeter 2.13 and later, with the files that it reads. */
export function jmeterExport(plan: ExportPlan, { wait }: EngineOptions): EngineExport {
  const values = new JMeterValues(plan);
  const most = Math.max(...plan.requests.map(({ weight = 1 }) => weight));
  const samplers = plan.requests.map((request, index) => {
    const sampler = samplerOf(plan, index, hasFixedBody(request) ? bodyFile(request) : undefined, values);
    return weighted(request, sampler, most);
  });
  const group = threadGroup(plan, [...(wait ? [timer(wait)] : []), ...samplers]);
  const losses = values.losses;
  const comment = commentOf(plan, [...plan.losses, ...losses]);
  const bodies = plan.requests.flatMap((request) =>
    hasFixedBody(request) ? [{ path: bodyFile(request), content: request.body }] : [],
  );
  const data = plan.requests.flatMap((request) => {
    const columns = values.columns(request);
    const text = csvOf(request.data?.rows ?? [], columns);
    return columns.length === 0 ? [] : [{ path: dataFile(request), content: text }];
  });
  const text = planDocument(testPlan(group), comment);
  return { files: [{ path: "plan.jmx", content: text }, ...bodies, ...data], losses, changes: jmeterChanges };
}

function hasFixedBody({ body, slots }: PlannedRequest): boolean {
  return body.length > 0 && slots.every(({ part }) => part !== "body");
}

function bodyFile({ id }: PlannedRequest): string {
  return `requests/${id}.bin`;
}

function testPlan(group: TestElement): TestElement {
  const variables = elementProp("TestPlan.user_defined_variables", "Arguments", [
    collectionProp("Arguments.arguments", []),
  ]);
  const properties = [
    boolProp("TestPlan.functional_mode", false),
    boolProp("TestPlan.serialize_threadgroups", false),
    variables,
  ];
  return testElement("TestPlan", "TestPlanGui", ["soaphttp"], properties, [group]);
}

/** Returns the thread group of a file. After a failure, requests that need its values aren't sent. */
function threadGroup({ requests }: ExportPlan, children: readonly TestElement[]): TestElement {
  const depends = requests.some(({ needs }) => needs.length > 0);
  const loops = elementProp("ThreadGroup.main_controller", "LoopController", [
    boolProp("LoopController.continue_forever", false),
    stringProp("LoopController.loops", [property("loops", "1")]),
  ]);
  const properties = [
    stringProp("ThreadGroup.on_sample_error", [depends ? "startnextloop" : "continue"]),
    loops,
    stringProp("ThreadGroup.num_threads", [property("users", "1")]),
    stringProp("ThreadGroup.ramp_time", [property("rampUp", "1")]),
    boolProp("ThreadGroup.scheduler", false),
  ];
  return testElement("ThreadGroup", "ThreadGroupGui", ["Users"], properties, children);
}

/** The heaviest requests are sent in each loop, the others in a part of the loops. */
function weighted({ weight, name }: PlannedRequest, sampler: TestElement, most: number): TestElement {
  if (weight === undefined || weight === most) return sampler;
  const properties = [
    intProp("ThroughputController.style", 1),
    boolProp("ThroughputController.perThread", false),
    intProp("ThroughputController.maxThroughput", 1),
    floatProp("ThroughputController.percentThroughput", (100 * weight) / most),
  ];
  return testElement("ThroughputController", "ThroughputControllerGui", [`${name}: weight ${weight}`], properties, [
    sampler,
  ]);
}

function timer([least, most]: readonly [number, number]): TestElement {
  return testElement(
    "UniformRandomTimer",
    "UniformRandomTimerGui",
    ["Think time"],
    [
      stringProp("ConstantTimer.delay", [String(least * 1000)]),
      stringProp("RandomTimer.range", [String((most - least) * 1000)]),
    ],
  );
}

/** Returns the rows as CSV without a header line, because the plan contains the names of the columns. */
function csvOf(rows: readonly PlannedRow[], columns: readonly Column[]): string {
  const cell = (row: PlannedRow, { column, form }: Column) =>
    `"${escapedFor(form, row[column] ?? "").replaceAll('"', '""')}"`;
  return rows.map((row) => `${columns.map((one) => cell(row, one)).join(",")}\n`).join("");
}

function escapedFor(form: Column["form"], value: string): string {
  if (form === "none") return value;
  const special = form === "text" ? /[&<>\r]/g : /[&<>"'\t\r\n]/g;
  return value.replace(special, (character) => `&#${character.charCodeAt(0)};`);
}

function commentOf({ environment, requests }: ExportPlan, losses: readonly Loss[]): readonly string[] {
  const secrets = environment.map((name) => ` -J${name}=…`).join("");
  const hosts = new Set(requests.map(({ destination }) => destination.host));
  return [
    "Made by soaphttp export. Run it in its folder:",
    `  jmeter -n -t plan.jmx -l results.jtl -Jusers=10 -Jloops=100${secrets}`,
    "",
    "Properties: users, loops (of each user), rampUp (seconds), host, port, protocol.",
    ...(hosts.size > 1 ? ["host, port and protocol apply to all requests, which are for several hosts."] : []),
    ...(environment.length > 0
      ? ["The others are secrets. A file for -q keeps them out of the list of processes."]
      : []),
    "On remote engines (-R), set them with -G, and copy the folders requests and data there.",
    "",
    "What JMeter does:",
    ...jmeterChanges.map((text) => `- ${text}`),
    ...(losses.length > 0 ? ["", "Not carried over:"] : []),
    ...losses.map(({ request, text }) => `- ${request}: ${text}`),
  ];
}
