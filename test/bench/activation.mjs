// Measures the activation of the extension and the time to the first lens in VS Code server, in turn with the activation of
// VS Code's own CSS extension.
// usage: node test/bench/activation.mjs [ROUNDS]
import { measuredInVsCode } from "./inVsCode.mjs";
import { checkTarget, heading, row } from "./sideBySide.mjs";

const measured = await measuredInVsCode("activationSuite.cjs", Number(process.argv[2] ?? 5));
heading("");
const ratio = row("", measured, "activation", "VS Code's CSS extension");
checkTarget("activation: at most 2 times that of VS Code's CSS extension", ratio <= 2, ratio);
