import * as vscode from "vscode";
import type { EvaluateResult, PresentResult, SignatureSummary } from "../../../../server/src/protocol/protocol.ts";
import { authenticationText, ticketTooltip, tokenTooltip } from "../../core/exchange/authenticationText.ts";
import { pictureType } from "../../core/exchange/bodyFile.ts";
import { detailLines, remediesHeading, summary } from "../../core/exchange/details.ts";
import { type Exchange, responseOf } from "../../core/exchange/exchange.ts";
import type { ExchangeStore } from "../../core/exchange/exchangeStore.ts";
import { causeText } from "../../core/exchange/faultText.ts";
import { followingOf, followText, mayBrowserFollow, whyWithheld } from "../../core/exchange/following.ts";
import { type ResponseView, viewName, views } from "../../core/exchange/responsePath.ts";
import { failureCommands, failureTitle, settingCommand } from "../../core/failures/failures.ts";
import { expectationText } from "../../core/run/results.ts";
import { formatBytes } from "../../core/text/quantities.ts";
import { readChallenges } from "../../transport/authentication/challenges.ts";
import { valuesOfField } from "../../transport/responseHead.ts";
import type { Host } from "../editor/host.ts";
import { startOfLine } from "../editor/positions.ts";
import { type LensContent, lens } from "../editor/ui.ts";
import type { Evaluations } from "../evaluation/evaluations.ts";
import type { SecretVariables } from "../trust/secretVariables.ts";
import { explanationLines, faultLens, includeLenses, partLenses, valueLenses, valuesIn } from "./bodyLenses.ts";
import type { ResponseContents } from "./contents.ts";
import { refusedSecrets } from "./refusedSecrets.ts";
import type { ResponseDocuments } from "./responseDocuments.ts";
import { parseResponseUri, responseScheme, tabUri } from "./responseUri.ts";
import type { SchemaVerdict, SchemaVerdicts } from "./schemaVerdicts.ts";

/** Maximum number of actions: more wouldn't fit in half a window. */
const maxActions = 2;

/**
 * Lenses above a response, in rows that fit into half a narrow window: its status, time and size; its message in
 * several views; its details and the commands for every response; and the most likely next actions.
 */
export function registerResponseLenses(
  { kind }: Host,
  documents: ResponseDocuments,
  exchanges: ExchangeStore,
  evaluations: Evaluations,
  verdicts: SchemaVerdicts,
  secrets: Pick<SecretVariables, "names">,
): vscode.Disposable {
  const { contents } = documents;
  const changed = new vscode.EventEmitter<void>();
  const changes = [documents.onDidChangeFile(() => changed.fire()), verdicts.onDidChange(() => changed.fire())];
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document) {
      const exchange = documents.exchangeOf(document.uri);
      if (exchange === undefined || parseResponseUri(document.uri)?.kind !== "tab") return [];
      const presented = contents.isFormatting(exchange) ? undefined : await contents.presented(exchange);
      const { fault, signature } = presented ?? {};
      const surplus = exchanges.surplus(exchange).length;
      const actions = actionsFor(exchange, surplus, secrets.names, { fault, signature }).slice(0, maxActions);
      const expectations = expectationsOf(evaluations.of(exchange));
      const view = documents.viewOf(exchange);
      const verdict = verdicts.of(document, exchange);
      const status = statusOf(exchange, kind, signature, verdict?.problems);
      const row = (line: number, links: readonly LensContent[]) =>
        links.map((content) => lens(startOfLine(line), { arguments: [document.uri.toString()], ...content }));
      const hasResponse = responseOf(exchange.result) !== undefined;
      const last = document.lineCount - 1;
      // The lenses are at the explanation that they are about, or in a row of their own.
      const [explained = hasResponse ? Math.min(3, last) : 0] = view === "formatted" ? explanationLines(document) : [];
      const lenses = [
        ...row(0, [status, ...expectations]),
        ...row(explained, actions),
        ...row(Math.min(1, last), bodyViewsOf(exchange, view)),
        ...row(Math.min(2, last), [viewLens("details", view), ...usesOf(exchange)]),
      ];
      if (view !== "formatted" && view !== "raw") return lenses;
      if (!hasResponse) return [...lenses, ...remedyLenses(document, exchange)];
      return [...lenses, ...(await bodyLenses(document, exchange, view, contents, verdict))];
    },
  };
  return vscode.Disposable.from(
    changed,
    ...changes,
    vscode.languages.registerCodeLensProvider({ scheme: responseScheme }, provider),
  );
}

/** The views of the message, always at the same places. */
function bodyViewsOf({ result }: Exchange, shown: ResponseView): readonly LensContent[] {
  const hasResponse = responseOf(result) !== undefined;
  const possible = views.filter((view) => view !== "details" && (view !== "raw" || hasResponse));
  return possible.map((view) => viewLens(view, shown));
}

function viewLens(view: ResponseView, shown: ResponseView): LensContent {
  return { title: `${view === shown ? "●" : "○"} ${viewName(view)}`, command: `soaphttp.response.${view}` };
}

/** Returns the commands for every response. */
function usesOf({ result }: Exchange): readonly LensContent[] {
  if (responseOf(result) === undefined) return [];
  return [
    { title: vscode.l10n.t("Expect…"), command: "soaphttp.response.expect" },
    { title: vscode.l10n.t("Compare"), command: "soaphttp.response.compare" },
  ];
}

function statusOf(
  exchange: Exchange,
  host: Host["kind"],
  signature: SignatureSummary | undefined,
  problems: number | null = null,
): LensContent {
  const { result } = exchange;
  const notes = [
    ...(signature ? [signatureNote(signature)] : []),
    ...notesOf(exchange),
    ...(problems === null ? [] : [schemaNote(problems)]),
  ];
  const failed = result.kind === "response" ? [] : [failureTitle(result, host)];
  return {
    ...(failed.length > 0 ? { icon: "warning" } : {}),
    title: [...failed, summary(result)].join(" · "),
    notes,
    tooltip: [...notes.flatMap(({ tooltip }) => tooltip ?? []), ...detailLines(exchange)].join("\n"),
    command: "soaphttp.response.details",
  };
}

function schemaNote(problems: number) {
  const title =
    problems === 0
      ? vscode.l10n.t("valid by its schema")
      : problems === 1
        ? vscode.l10n.t("1 problem by its schema")
        : vscode.l10n.t("{0} problems by its schema", problems);
  return { icon: problems === 0 ? undefined : "warning", title, tooltip: undefined };
}

function expectationsOf(evaluation: EvaluateResult | undefined): readonly LensContent[] {
  const { results = [] } = evaluation ?? {};
  if (results.length === 0) return [];
  const failed = results.filter(({ held }) => !held);
  const held = results.length - failed.length;
  return [
    {
      icon: failed.length > 0 ? "error" : "pass",
      title:
        results.length === 1
          ? failed.length > 0
            ? vscode.l10n.t("The expectation doesn't hold")
            : vscode.l10n.t("The expectation holds")
          : vscode.l10n.t("{0} of {1} expectations hold", held, results.length),
      tooltip: failed.map(({ text, ...one }) => `${text}\n${expectationText(one)}`).join("\n"),
    },
  ];
}

/** The likeliest next actions first. `surplus`: bytes after the response; `kept`: the secrets that VS Code keeps. */
function actionsFor(
  exchange: Exchange,
  surplus: number,
  kept: readonly string[],
  { fault, signature }: Partial<{ [K in "fault" | "signature"]: PresentResult[K] | undefined }>,
): readonly LensContent[] {
  const { result } = exchange;
  const actions: readonly (LensContent | false | undefined)[] = [
    surplus > 0 && {
      icon: "warning",
      title: vscode.l10n.t("{0} extra", formatBytes(surplus)),
      tooltip: vscode.l10n.t(
        "Bytes that were received after the complete response. A request whose Content-Length is too small can cause them.",
      ),
      command: "soaphttp.response.wire",
    },
    fault?.cause !== undefined && {
      title: vscode.l10n.t("Go to Fault Cause"),
      tooltip: vscode.l10n.t("Go to {0} in the request, the cause of this Fault", causeText(fault.cause)),
      command: "soaphttp.response.showCause",
    },
    followAction(exchange),
    signature?.untrusted !== undefined && {
      icon: "shield",
      title: vscode.l10n.t("Trust This Certificate…"),
      tooltip: vscode.l10n.t("Add the certificate {0} to the setting soaphttp.keys", signature.untrusted.subject),
      command: "soaphttp.response.trustSigner",
    },
    ...credentialActions(exchange, kept),
    pictureType(exchange) !== undefined && {
      title: vscode.l10n.t("Open Image"),
      tooltip: vscode.l10n.t("Show the image"),
      command: "soaphttp.response.open",
    },
    ...(result.kind !== "response" && result.partial !== undefined ? settingCommand(result) : []),
  ];
  return actions.filter((action) => action !== false && action !== undefined);
}

/** Returns the lenses above the body, in separate rows, because the text of a Fault can be long. */
async function bodyLenses(
  document: vscode.TextDocument,
  exchange: Exchange,
  view: "formatted" | "raw",
  contents: ResponseContents,
  verdict: SchemaVerdict | undefined,
): Promise<readonly vscode.CodeLens[]> {
  const fault = view === "raw" ? (await contents.presented(exchange, view))?.fault : undefined;
  // If the server is down, there are no parts. When it starts, the lenses are refreshed.
  const parts = await contents.partsOf(exchange).catch(() => undefined);
  const ofParts = parts ? [...partLenses(document, parts), ...includeLenses(document, parts)] : [];
  const shown = valuesIn(document, await contents.valuesOf(exchange));
  const ofValues = valueLenses(document, shown, (index) => verdict?.binary.has(index) === true);
  return [...(fault ? [faultLens(document, fault)] : []), ...ofParts, ...ofValues];
}

/** Returns the commands that may help if there is no response, above the remedies in the text. */
function remedyLenses(document: vscode.TextDocument, { result }: Exchange): readonly vscode.CodeLens[] {
  if (result.kind === "response") return [];
  const lines = Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line).text);
  const range = startOfLine(Math.max(0, lines.indexOf(remediesHeading())));
  return failureCommands(result, document.uri.toString()).map((command) => lens(range, command));
}

function signatureNote({ state, lines }: SignatureSummary) {
  const titles: Readonly<Record<SignatureSummary["state"], string>> = {
    valid: vscode.l10n.t("signature valid"),
    invalid: vscode.l10n.t("signature invalid"),
    untrusted: vscode.l10n.t("signature not trusted"),
    notVerified: vscode.l10n.t("signature not verified"),
  };
  const icons = { valid: undefined, invalid: "error", untrusted: "warning", notVerified: "warning" } as const;
  return { icon: icons[state], title: titles[state], tooltip: lines.join("\n") };
}

/** Asks for other values of the secrets that were sent, or adds the credentials that a 401 response asks for. */
function credentialActions(exchange: Exchange, kept: readonly string[]): readonly LensContent[] {
  const { result, message } = exchange;
  const response = responseOf(result);
  if (response?.status !== 401) return [];
  const refused = refusedSecrets(exchange, kept);
  if (message.authentication !== undefined || valuesOfField(message.fields, "authorization").length > 0) return refused;
  const offered = new Set(readChallenges(response.fields).map(({ scheme }) => scheme.toLowerCase()));
  const added = challenged.flatMap(({ kind, name, schemes }) => {
    if (!schemes.some((scheme) => offered.has(scheme))) return [];
    return {
      title: vscode.l10n.t("Add {0} Credentials", name),
      tooltip:
        kind === "negotiate"
          ? ticketTooltip()
          : kind === "bearer"
            ? tokenTooltip()
            : vscode.l10n.t("Add user and password to the request, as the service asks for them"),
      command: "soaphttp.response.addCredentials",
      arguments: [tabUri(exchange).toString(), kind],
    };
  });
  return [...refused, ...added];
}

/** The credentials that can be added to a request, by the scheme of a challenge, the strongest first. */
const challenged = [
  { kind: "negotiate", name: "Kerberos", schemes: ["negotiate"] },
  { kind: "digest", name: "Digest", schemes: ["digest"] },
  { kind: "ntlm", name: "NTLM", schemes: ["ntlm", "negotiate"] },
  { kind: "bearer", name: "Bearer", schemes: ["bearer"] },
  { kind: "basic", name: "Basic", schemes: ["basic"] },
] as const;

function followAction(exchange: Exchange): LensContent | undefined {
  const command = "soaphttp.followRedirect";
  if (mayBrowserFollow(exchange)) {
    const tooltip = vscode.l10n.t(
      "Send it again and let the browser follow the redirect. With 301, 302 and 303, a POST becomes a GET.",
    );
    return { title: vscode.l10n.t("Follow Redirect"), tooltip, command };
  }
  const following = followingOf(exchange);
  if (following === undefined) return undefined;
  const [title, tooltip] = followText(following);
  return { title, tooltip, command };
}

function notesOf(exchange: Exchange) {
  const { result, fromHistory } = exchange;
  const { tls, url } = result;
  const withheld = whyWithheld(exchange);
  const refused = authenticationText(result);
  const notes: Required<Pick<LensContent, "icon" | "title" | "tooltip">>[] = [];
  if (tls !== undefined && !tls.verified) {
    notes.push({
      icon: "warning",
      title: vscode.l10n.t("certificate not verified"),
      tooltip: vscode.l10n.t(
        "The certificate of {0} is invalid ({1}), but the setting soaphttp.tls.hosts allows it. The response may come from anyone.",
        /^[a-z]+:\/\/([^/]*)/.exec(url)?.[1] ?? url,
        tls.verifyError ?? "?",
      ),
    });
  }
  if (refused !== undefined) {
    notes.push({ icon: "warning", title: refused.replace(/\.$/, ""), tooltip: refused });
  }
  if (withheld !== undefined) {
    notes.push({ icon: "lock", title: vscode.l10n.t("redirect not followed"), tooltip: withheld });
  }
  if (fromHistory) {
    notes.push({
      icon: "history",
      title: vscode.l10n.t("from the history"),
      tooltip: vscode.l10n.t("This response was loaded from the history, exactly as received."),
    });
  }
  return notes;
}
