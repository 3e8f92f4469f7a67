// Measures in VS Code server how soon after its last byte a response of 10 MB can be read.
// usage: node test/bench/response.mjs [ROUNDS]
import { measuredInVsCode } from "./inVsCode.mjs";
import { checkTarget, heading, row } from "./sideBySide.mjs";

const measured = await measuredInVsCode("responseSuite.cjs", Number(process.argv[2] ?? 5));
heading("");
const ratio = row("", measured, "its beginning", "all that is shown");
const isSoon = measured["its beginning"].wall <= 500;
// All that is shown takes 3 s on an idle machine.
checkTarget(
  "a response of 10 MB: its beginning within 500 ms, or a sixth of the time of all",
  isSoon || ratio <= 1 / 6,
  ratio,
);
