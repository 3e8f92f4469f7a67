/** Returns this process's environment without the variables of a surrounding VS Code, which would affect a new one. */
export function ownEnvironment() {
  const ofVsCode = /^(VSCODE_(?!PATH$)|ELECTRON_|CODE_SERVER_|PORT$|PASSWORD$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofVsCode.test(name)));
}
