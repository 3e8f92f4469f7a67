/** The files of environments, the one that takes precedence first: users keep the private one out of version control. */
export const environmentFiles = [
  { name: "http-client.private.env.json", secret: true },
  { name: "http-client.env.json", secret: false },
] as const;
