import * as l10n from "@vscode/l10n";
import type { EngineExport, EngineOptions } from "./engine.ts";
import { unsentHar } from "./har/unsent.ts";
import { jmeterExport } from "./jmeter/jmeter.ts";
import { locustExport, locustSteps } from "./locust/locust.ts";
import type { ExportPlan, PlanEngine } from "./plan.ts";

export const engines = ["locust", "jmeter", "har"] as const;
export type Engine = (typeof engines)[number];

export function isEngine(name: string): name is Engine {
  return engines.some((engine) => engine === name);
}

export const engineNames: Readonly<Record<Engine, string>> = { locust: "Locust", jmeter: "JMeter", har: "HAR" };

/** The steps of a computed value that Locust's Python applies; JMeter applies none, and HAR has the references as text. */
const computes: Readonly<Record<Engine, (step: string) => boolean>> = {
  locust: (step) => locustSteps.has(step),
  jmeter: () => false,
  har: () => true,
};

export function planEngine(engine: Engine): PlanEngine {
  return { name: engineNames[engine], computes: computes[engine] };
}

/** Returns a plan as files of an engine; the first file is the one to open. `version`: the version of this program. */
export function exportTo(engine: Engine, plan: ExportPlan, options: EngineOptions, version: string): EngineExport {
  switch (engine) {
    case "locust":
      return locustExport(plan, options);
    case "jmeter":
      return jmeterExport(plan, options);
    case "har":
      return unsentHar(plan, version, Date.now());
  }
}

/** Returns the facts that the user of an export must know, as sections of lines. */
export function exportSections(
  engine: Engine,
  plan: ExportPlan,
  { files, losses, changes }: EngineExport,
): readonly { readonly title: string; readonly lines: readonly string[] }[] {
  const secrets = engine === "jmeter" ? plan.environment.map((name) => `-J${name}=…`) : plan.environment;
  const sections = [
    { title: l10n.t("Written"), lines: files.map(({ path }) => path) },
    { title: l10n.t("Secrets to set for the load"), lines: engine === "har" ? [] : secrets },
    {
      title: l10n.t("Not carried over"),
      lines: [...plan.losses, ...losses].map(({ request, text }) => `${request}: ${text}`),
    },
    { title: l10n.t("What {0} does", engineNames[engine]), lines: changes },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}
