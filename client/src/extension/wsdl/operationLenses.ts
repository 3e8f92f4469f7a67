import * as vscode from "vscode";
import {
  type CalledOperation,
  CalledOperationsRequest,
  type CallingRequest,
  isWebAddress,
  languageId,
} from "../../../../server/src/protocol/protocol.ts";
import type { LanguageServer } from "../editor/languageServer.ts";
import { registerLenses } from "../editor/lensProvider.ts";
import { startOfLine } from "../editor/positions.ts";
import { type LensContent, lens } from "../editor/ui.ts";
import { isCopy } from "../symbols/requestFiles.ts";
import { placeName } from "./consent.ts";
import { locationOf, showPlaces } from "./places.ts";

/** The operation above each request whose contract is known: `calc.wsdl › CalcSoap12 › Add`. */
export function registerOperationLenses(server: LanguageServer): vscode.Disposable {
  return registerLenses({ language: languageId }, server, {
    changes: [server.onDidChangeContracts],
    async read(document, token) {
      if (isCopy(document.uri)) return [];
      const uri = document.uri.toString();
      const { version, requests } = await server.request(CalledOperationsRequest, { uri }, token);
      return document.version === version ? requests : undefined;
    },
    draw: (document, requests) =>
      requests.map((request) => lens(startOfLine(request.line.start.line), contentFor(document.uri, request))),
  });
}

function contentFor(uri: vscode.Uri, { kind, operations, at }: CallingRequest): LensContent {
  // Only files can be opened.
  const places = operations.filter(({ place }) => !isWebAddress(place.uri)).map(({ place }) => locationOf(place));
  const [operation] = operations;
  if (kind === "choice" || operation === undefined) {
    return {
      title: vscode.l10n.t("{0} operations match", operations.length),
      tooltip: vscode.l10n.t("Show the operations that this request may call"),
      ...(places.length === 0 ? {} : showPlaces(uri, at, places)),
    };
  }
  const [place] = places;
  return {
    title: pathOf(operation),
    ...(place === undefined
      ? { tooltip: placeName(operation.wsdl) }
      : {
          tooltip: vscode.l10n.t(
            "Go to the definition of operation {0} in {1}",
            operation.operation,
            placeName(operation.wsdl),
          ),
          command: "vscode.open",
          arguments: [place.uri, { selection: place.range }],
        }),
  };
}

/** The file, the port and the operation. */
function pathOf({ wsdl, port, operation }: CalledOperation): string {
  const file = decoded(wsdl.split(/[?#]/, 1).join(""))
    .split("/")
    .findLast((part) => part !== "");
  return [file, port, operation].filter((part) => part !== undefined).join(" › ");
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
