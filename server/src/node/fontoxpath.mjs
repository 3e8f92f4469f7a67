// In JavaScript, because the package's types add those of the DOM to all files of a project.
import fontoxpath from "fontoxpath";
import { addFunctions } from "../xpath/functions/functions.ts";

export const { evaluateXPath, parseScript, Language } = fontoxpath;
export const functions = addFunctions(fontoxpath);
