/** The private file takes precedence. Users keep it out of version control. */
export const environmentFiles = [
  { name: "http-client.private.env.json", secret: true },
  { name: "http-client.env.json", secret: false },
] as const;
