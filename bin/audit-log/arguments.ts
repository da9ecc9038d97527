import { withoutTrailing } from "#shared/domain/text/text.ts";

export const USAGE =
  "Usage: npm run -s audit-log -- <base url> [--mirror DIR] [--policy FILE]   (an admin's token in TOKEN)";

export interface Arguments {
  /** Without a trailing slash. */
  baseUrl: string;
  mirror: string | null;
  policy: string | null;
}

/** null: the arguments do not match `USAGE`. */
export function readArguments([baseUrl = "", ...options]: readonly string[]): Arguments | null {
  const given = new Map<string, string>();
  for (let i = 0; i < options.length; i += 2) {
    const [name = "", value = ""] = options.slice(i, i + 2);
    if (!["--mirror", "--policy"].includes(name) || value === "" || given.has(name)) return null;
    given.set(name, value);
  }
  if (!URL.canParse(baseUrl)) return null;
  return {
    baseUrl: withoutTrailing("/", baseUrl),
    mirror: given.get("--mirror") ?? null,
    policy: given.get("--policy") ?? null,
  };
}
