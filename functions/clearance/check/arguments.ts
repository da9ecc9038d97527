/** What the command line asks for. */
export interface Arguments {
  url: URL;
  framework: string;
  rules: string;
  audience: string;
  isSoft: boolean;
  /** Further members of the question, as the API reads them. */
  more: Readonly<Record<string, unknown>>;
}

const valued = ["--url", "--framework", "--rules", "--audience", "--on", "--max-age-days"] as const;
const flags = ["--panel-required", "--in-force-only", "--soft"] as const;

export const USAGE = `Usage: node check.mjs --url https://HOST --framework ID --rules rules.json
       [--audience TEXT] [--on DAY] [--max-age-days N] [--panel-required] [--in-force-only] [--soft]`;

const isOneOf = <T extends string>(list: readonly T[], word: string): word is T =>
  (list as readonly string[]).includes(word);

/** Reads the command line; on a fault, a sentence that says what is wrong. */
export function parseArguments(words: readonly string[]): Arguments | { fault: string } {
  const given = new Map<string, string>();
  const set = new Set<string>();
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] as string;
    if (given.has(word) || set.has(word)) return { fault: `${word} is given twice` };
    if (isOneOf(flags, word)) set.add(word);
    else if (isOneOf(valued, word)) {
      const value = words[i + 1];
      if (value === undefined || value.startsWith("--")) return { fault: `${word} takes a value` };
      given.set(word, value);
      i += 1;
    } else return { fault: `${word} is not an option` };
  }
  const framework = given.get("--framework");
  const rules = given.get("--rules");
  const url = URL.parse(given.get("--url") ?? "");
  if (url === null || !isSafe(url)) return { fault: "--url takes the service's https address" };
  if (framework === undefined) return { fault: "--framework is missing" };
  if (rules === undefined) return { fault: "--rules is missing" };
  const days = given.get("--max-age-days");
  if (days !== undefined && !/^[1-9]\d{0,4}$/.test(days)) {
    return { fault: "--max-age-days takes a number of days" };
  }
  return {
    url,
    framework,
    rules,
    audience: given.get("--audience") ?? url.origin,
    isSoft: set.has("--soft"),
    more: {
      ...(given.has("--on") ? { on: given.get("--on") } : {}),
      ...(days === undefined ? {} : { max_age_days: Number(days) }),
      ...(set.has("--panel-required") ? { panel_required: true } : {}),
      ...(set.has("--in-force-only") ? { in_force_only: true } : {}),
    },
  };
}

/** A token must not travel in the clear, except to this machine. */
const isSafe = ({ protocol, hostname, username }: URL): boolean =>
  username === "" &&
  (protocol === "https:" ||
    (protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname)));
