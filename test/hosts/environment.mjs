/** This process's environment without what a VS Code around it has put there, which a VS Code that it starts obeys. */
export function ownEnvironment() {
  const ofVsCode = /^(VSCODE_(?!PATH$)|ELECTRON_|CODE_SERVER_|PORT$|PASSWORD$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofVsCode.test(name)));
}
