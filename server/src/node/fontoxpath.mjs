// In JavaScript, because the package's types add those of the DOM to all files of a project.
export { default } from "fontoxpath";
