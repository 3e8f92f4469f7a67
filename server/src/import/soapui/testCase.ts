import * as l10n from "@vscode/l10n";
import { readWait } from "../../format/directiveValues.ts";
import { addTo } from "../../text/grouped.ts";
import { lazily } from "../../text/memoized.ts";
import type {
  CollectionComment,
  CollectionFile,
  CollectionRequest,
  CollectionStep,
  PreambleLine,
  Variable,
} from "../collection.ts";
import { computedScript } from "../common/computedScript.ts";
import { explainCount } from "../common/script.ts";
import type { Item } from "../ledger.ts";
import { callbackOf, callbackStep } from "./callbackSteps.ts";
import { assertionComments, descriptionLines, scriptComments, stepText, transferText } from "./comments.ts";
import type { ProjectContext } from "./context.ts";
import { columnsOf, type DataSource, dataFile, readDataSource } from "./dataSources.ts";
import { groovy } from "./groovyValues.ts";
import { attribute, child, childrenNamed, childText, isDisabled, type ProjectElement } from "./projectXml.ts";
import { Properties, propertiesOf } from "./properties.ts";
import { exchangeValues, type RequestStep, requestStepOf, stepRequest, transferStep } from "./requestSteps.ts";
import { type PropertyScope, propertyVariables, type StepValues, scriptScope } from "./scope.ts";
import { type TransferContext, type TransferEffects, transfer } from "./transfers.ts";

interface SuitePlace {
  readonly context: ProjectContext;
  readonly project: Properties;
  readonly suite: Properties;
  readonly suiteName: string;
  readonly isDisabled: boolean;
  readonly variables: readonly Variable[];
  readonly comments: readonly CollectionComment[];
}

export function readTestCase(testCase: ProjectElement, place: SuitePlace): CollectionFile {
  return new CaseReader(testCase, place).read();
}

interface Loop {
  readonly source: DataSource;
  readonly line: Extract<PreambleLine, { readonly kind: "data" }>;
  readonly from: number;
  readonly to: number;
}

function isLoop(step: ProjectElement): boolean {
  return attribute(step, "type") === "datasourceloop" && !isDisabled(step);
}

class CaseReader {
  readonly #case: ProjectElement;
  readonly #place: SuitePlace;
  readonly #path: readonly string[];
  readonly #steps: readonly ProjectElement[];
  readonly #requests = new Map<ProjectElement, RequestStep>();
  /** The first step with each name. */
  readonly #byName = new Map<string, RequestStep>();
  readonly #scope: PropertyScope;
  readonly #own: Properties;
  readonly #variables: Variable[] = [];
  readonly #effects: TransferEffects = { sets: new Map(), edits: new Map(), values: new Map() };
  /** Items of steps that become parts of requests, by the names of these requests' steps. */
  readonly #inRequests = new Map<string, Item[]>();
  readonly #comments = new Map<ProjectElement, CollectionComment[]>();
  readonly #loops: Loop[] = [];
  /** The only loop, if it contains several requests and is at the end. The requests before it are sent once. */
  #wholeLoop: Loop | undefined;
  /** Milliseconds to wait before the request of a step. */
  readonly #waits = new Map<ProjectElement, number>();
  /** Delay steps that become waits, with the index of the waiting request. */
  readonly #delays: { readonly item: Item; readonly index: number; readonly at: number }[] = [];
  /** The next number for a transfer variable with a name. */
  readonly #transferVariables = new Map<string, number>();

  constructor(testCase: ProjectElement, place: SuitePlace) {
    this.#case = testCase;
    this.#place = place;
    this.#path = [place.suiteName, attribute(testCase, "name")];
    this.#steps = childrenNamed(testCase, "testStep");
    for (const step of this.#steps) {
      const request = requestStepOf(step, place.context);
      const name = attribute(step, "name");
      if (request) this.#requests.set(step, request);
      if (request && !this.#byName.has(name)) this.#byName.set(name, request);
    }
    this.#own = new Properties("case_", propertiesOf(testCase));
    const steps = new Map(this.#steps.map((step) => [attribute(step, "name"), this.#valuesOf(step)]));
    const names = new Map<string, string>();
    for (const step of steps.values()) {
      if (step.kind !== "properties") continue;
      for (const { name } of step.properties.all) names.set(name.toLowerCase(), step.properties.variable(name));
    }
    this.#scope = { project: place.project, suite: place.suite, case: this.#own, steps, names };
  }

  read(): CollectionFile {
    const { context, comments } = this.#place;
    const { ledger } = context;
    this.#addVariables(this.#own, "TestCase", this.#path);
    for (const [index, step] of this.#steps.entries()) this.#prepare(step, index);
    for (const { item, index, at } of this.#delays) {
      const isOnce = this.#loops.some(({ from, to }) => index < from && from <= at && at < to);
      if (isOnce) item.partly(l10n.t("SoapUI waits once, before the loop; here, before each row."));
    }
    const steps = this.#steps.flatMap((step, index) => this.#write(step, index));
    for (const [kind, type, note] of [
      ["load", "loadTest", l10n.t("Load tests are not imported.")],
      ["security", "securityTest", l10n.t("Security tests are not imported.")],
    ] as const)
      for (const test of childrenNamed(this.#case, type))
        ledger.add(kind, type, [...this.#path, attribute(test, "name")]).explain(note);
    return {
      name: attribute(this.#case, "name") || "case",
      comments: [...comments, ...descriptionLines(this.#case), ...scriptComments(this.#case, this.#path, ledger)],
      variables: [...this.#place.variables, ...this.#variables],
      data: this.#wholeLoop?.line,
      steps,
    };
  }

  #valuesOf(step: ProjectElement): StepValues {
    const name = attribute(step, "name");
    const type = attribute(step, "type");
    if (type === "properties") {
      const config = child(step, "config");
      return { kind: "properties", properties: new Properties(`${name}_`, propertiesOf(config)) };
    }
    if (type === "datasource") return { kind: "properties", properties: columnsOf(step) };
    const request = this.#requests.get(step);
    if (callbackOf(step)) return { kind: "exchange", prefixes: this.#place.context.prefixes.of(""), values: new Map() };
    if (!request) return { kind: "other" };
    return exchangeValues(request, this.#place.context);
  }

  /** Whether a step becomes a request, or a response that waits for a request. */
  #sends(step: ProjectElement): boolean {
    return this.#requests.has(step) || callbackOf(step) !== undefined;
  }

  /** Records the changes that a step makes to other steps: values, rows and transfers. */
  #prepare(step: ProjectElement, index: number): void {
    if (this.#sends(step)) return;
    const { ledger } = this.#place.context;
    const type = attribute(step, "type");
    const path = [...this.#path, attribute(step, "name")];
    const item = ledger.add("step", type, path);
    if (type === "properties") this.#prepareProperties(step, item, path);
    else if (type === "datasource") this.#prepareData(step, item, index);
    else if (isLoop(step) && this.#isLoopKnown(step)) this.#beside(index, item);
    else if (type === "delay" && this.#waitsBefore(step, index, item)) return;
    else if (type === "transfer" && !isDisabled(step)) this.#prepareTransfers(step, item, path);
    else if (type === "groovy" && !isDisabled(step) && this.#computes(step, item, index)) return;
    else {
      const transfers = childrenNamed(child(step, "config"), "transfers").map((transfer) =>
        ledger.add("transfer", "transfer", [...path, childText(transfer, "name") ?? ""]),
      );
      const also = transfers.map(
        (one): CollectionComment => ({ kind: "comment", item: one, text: `transfer ${one.path.at(-1)}` }),
      );
      this.#keep(step, item, undefined, [...also, ...assertionComments(step, path, ledger)]);
    }
  }

  #keep(step: ProjectElement, item: Item, text = stepText(step), others: readonly CollectionComment[] = []): void {
    this.#comments.set(step, [{ kind: "comment", item, text }, ...others]);
  }

  /** Whether a delay becomes a wait of the next request. */
  #waitsBefore(step: ProjectElement, index: number, item: Item): boolean {
    const config = child(step, "config");
    const text = (childText(config, "delay") ?? config?.text ?? "").trim();
    const at = this.#steps.findIndex((other, place) => place > index && !isDisabled(other) && this.#sends(other));
    const next = this.#steps[at];
    if (!next || !this.#requests.has(next) || isDisabled(step)) return false;
    const wait = Number(text) + (this.#waits.get(next) ?? 0);
    if (!/^\d{1,7}$/.test(text) || readWait(`${wait} ms`) === undefined) return false;
    this.#waits.set(next, wait);
    this.#delays.push({ item, index, at });
    this.#also(attribute(next, "name"), item);
    return true;
  }

  /** Whether a script is translated completely. Statements that aren't translated stay as a comment. */
  #computes(step: ProjectElement, item: Item, index: number): boolean {
    const script = childText(child(step, "config"), "script") ?? "";
    const scope = this.#scope;
    const { definitions, rest, count } = computedScript(script, groovy(scriptScope(scope)), `${index}`);
    if (definitions.length === 0) return false;
    for (const { name, value } of definitions) {
      const at = this.#variables.findIndex((variable) => variable.name === name);
      const [replaced] = at < 0 ? [] : this.#variables.splice(at, 1);
      this.#variables.push({ item: replaced?.item, name, value });
    }
    if (rest === "") this.#beside(index, item);
    else {
      explainCount(item, count);
      this.#keep(step, item, `groovy "${attribute(step, "name")}"\n${rest}`);
    }
    return true;
  }

  #prepareProperties(step: ProjectElement, item: Item, path: readonly string[]): void {
    const values = this.#scope.steps?.get(attribute(step, "name"));
    if (values?.kind !== "properties") return;
    this.#addVariables(values.properties, "Properties", path);
    const config = child(step, "config");
    const file = childText(config, "source") || (childText(config, "target") ?? "");
    if (file !== "") item.partly(l10n.t("Its file {0} is not read.", file));
    this.#beside(this.#steps.indexOf(step), item);
  }

  #addVariables(properties: Properties, type: string, path: readonly string[]): void {
    // There may be too many properties for arguments of `push`.
    for (const variable of propertyVariables(properties, type, path, this.#scope, this.#place.context.ledger)) {
      this.#variables.push(variable);
    }
  }

  #prepareData(step: ProjectElement, item: Item, index: number): void {
    const name = attribute(step, "name");
    const source = readDataSource(step);
    const loopAt = this.#steps.findIndex(
      (step) => isLoop(step) && childText(child(step, "config"), "dataSourceStep") === name,
    );
    if (!source || isDisabled(step)) {
      this.#keep(step, item);
      return;
    }
    if (source.missing !== undefined) item.partly(source.missing);
    if (loopAt < 0) {
      this.#firstRow(source, item, index);
      return;
    }
    const target = childText(child(this.#steps[loopAt] ?? step, "config"), "targetStep") ?? "";
    const from = this.#steps.findIndex((one) => attribute(one, "name") === target);
    const file = dataFile(attribute(this.#case, "name"), source, item);
    this.#place.context.files.push(file);
    const loop: Loop = { source, line: { kind: "data", item, file }, from: from < 0 ? index : from, to: loopAt };
    this.#loops.push(loop);
    const sent = this.#steps.slice(loop.from, loopAt).filter((one) => this.#sends(one));
    const isOnly = this.#steps.filter(isLoop).length === 1;
    const isLast = !this.#steps.slice(loopAt).some((one) => this.#sends(one));
    if (sent.length > 1 && isOnly && isLast) this.#wholeLoop = loop;
    else if (sent.length > 1) item.partly(l10n.t("Each request is sent for all rows before the next one is sent."));
    if (sent.length === 0) this.#keep(step, item);
  }

  /** Uses only the first row as variables, like SoapUI if there is no loop. */
  #firstRow({ columns, rows }: DataSource, item: Item, index: number): void {
    const [first] = rows;
    for (const [at, column] of columns.entries()) {
      this.#variables.push({ name: column, value: first?.[at] === undefined ? [] : [first[at]] });
    }
    this.#beside(index, item);
  }

  #isLoopKnown(step: ProjectElement): boolean {
    const name = childText(child(step, "config"), "dataSourceStep") ?? "";
    return (
      this.#loops.some(({ to }) => this.#steps[to] === step) || this.#scope.steps?.get(name)?.kind === "properties"
    );
  }

  #prepareTransfers(step: ProjectElement, item: Item, path: readonly string[]): void {
    const context: TransferContext = {
      scope: this.#scope,
      requests: this.#transferSteps(),
      effects: this.#effects,
      variableFor: (name) => this.#transferVariable(name),
    };
    const kept: CollectionComment[] = [];
    let used: string | undefined;
    for (const element of childrenNamed(child(step, "config"), "transfers")) {
      const name = childText(element, "name") ?? "";
      const own = this.#place.context.ledger.add("transfer", "transfer", [...path, name]);
      const done = transfer(element, own, context);
      if ("why" in done) {
        own.explain(done.why);
        kept.push({ kind: "comment", item: own, text: transferText(element) });
      } else {
        used = done.step;
        this.#also(done.step, own);
      }
    }
    if (kept.length > 0 || used === undefined) {
      this.#keep(step, item, `transfer "${attribute(step, "name")}"`, kept);
    } else this.#also(used, item);
  }

  readonly #transferSteps = lazily(
    () => new Map([...this.#byName].map(([name, step]) => [name, transferStep(step, this.#place.context)])),
  );

  /** A name that no property has. */
  #transferVariable(name: string): string {
    let count = this.#transferVariables.get(name) ?? 1;
    const numbered = () => (count === 1 ? name : `${name}-${count}`);
    while (this.#place.project.find(numbered()) !== undefined) count++;
    this.#transferVariables.set(name, count + 1);
    return numbered();
  }

  /** Adds an item that becomes a part of the request of a step. */
  #also(step: string, item: Item): void {
    addTo(this.#inRequests, step, item);
  }

  /** Adds an item that becomes a part of the next request, or else of the last one. If there is none, it becomes a comment. */
  #beside(index: number, item: Item): void {
    const isRequest = (step: ProjectElement) => this.#requests.has(step);
    const near = this.#steps.slice(index + 1).find(isRequest) ?? this.#steps.slice(0, index).findLast(isRequest);
    const step = this.#steps[index];
    if (near) this.#also(attribute(near, "name"), item);
    else if (step) this.#keep(step, item);
  }

  #write(step: ProjectElement, index: number): readonly CollectionStep[] {
    const name = attribute(step, "name");
    const request = this.#requests.get(step);
    const response = callbackOf(step);
    if (response) {
      const above = this.#steps.slice(0, index).findLast((one) => this.#requests.has(one));
      const place = { scope: this.#scope, path: [...this.#path, name], context: this.#place.context };
      const before = this.#skipped(step);
      return [callbackStep(step, response, { ...place, before }, above && attribute(above, "name"))];
    }
    if (!request) {
      const comments = this.#comments.get(step);
      return comments ? [{ kind: "comment", name: name || attribute(step, "type"), comments }] : [];
    }
    return [this.#request(request, index, name)];
  }

  #skipped(step: ProjectElement): readonly PreambleLine[] {
    const isSkipped = this.#place.isDisabled || isDisabled(this.#case) || isDisabled(step);
    return isSkipped ? [{ kind: "skip", reason: "disabled in SoapUI" }] : [];
  }

  #request(request: RequestStep, index: number, name: string): CollectionRequest {
    const loops = this.#loops.filter(({ from, to }) => index >= from && index < to);
    const whole = this.#wholeLoop;
    const wait = this.#waits.get(request.step) ?? 0;
    const directive = (name: string, value: string) => [{ kind: "directive", name, value } as const];
    const before: PreambleLine[] = [
      ...(whole && index < whole.from ? directive("before", "once") : []),
      ...(wait > 0 ? directive("wait", `${wait} ms`) : []),
      ...this.#skipped(request.step),
      ...(whole ? [] : loops.slice(0, 1).map(({ line }) => line)),
      ...(attribute(this.#case, "keepSession") === "true" ? directive("cookies", "") : []),
      ...(this.#effects.sets.get(name) ?? []),
    ];
    return stepRequest(request, {
      scope: this.#scope,
      path: [...this.#path, name],
      context: this.#place.context,
      before,
      alsoItems: this.#inRequests.get(name) ?? [],
      edits: this.#effects.edits.get(name) ?? [],
      values: this.#effects.values.get(name) ?? new Map(),
    });
  }
}
