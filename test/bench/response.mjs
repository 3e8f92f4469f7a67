// Measures in VS Code server how soon after its last byte a response of 10 MB can be read.
// usage: node test/bench/response.mjs [ROUNDS]
import { measuredInVsCode } from "./inVsCode.mjs";
import { checkTarget, heading, row } from "./sideBySide.mjs";

const measured = await measuredInVsCode("responseSuite.cjs", Number(process.argv[2] ?? 5));
heading("");
row("", measured, "its beginning", "all that is shown");
const beginning = measured["its beginning"].wall;
checkTarget("a response of 10 MB: its beginning within 500 ms after the last byte", beginning <= 500, beginning);
