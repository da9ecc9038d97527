interface Common {
  url: URL;
  audience: string;
  isSoft: boolean;
}

/** The arguments of `--system`: may this repository, or may these systems, go out? */
export interface SystemArguments extends Common {
  mode: "system";
  /** null: the default branch. */
  commit: string | null;
  /** null: the repository of the token. */
  artifacts: readonly string[] | null;
  /** The books whose rules count; null: every book. */
  frameworks: readonly string[] | null;
  /** How long to wait for an examination, in seconds. */
  wait: number;
}

/** The arguments of a question about the wordings in a file. */
export interface Arguments extends Common {
  mode: "rules";
  framework: string;
  rules: string;
  /** Further members of the question, in the API's form. */
  more: Readonly<Record<string, unknown>>;
}

const ofRules = ["--framework", "--rules", "--on", "--max-age-days"] as const;
const ofSystem = ["--tenant", "--commit", "--artifacts", "--frameworks", "--wait"] as const;
const valued = ["--url", "--audience", ...ofRules, ...ofSystem] as const;
const ruleFlags = ["--panel-required", "--in-force-only"] as const;
const flags = ["--system", "--soft", ...ruleFlags] as const;

const LONGEST_WAIT_S = 300;

export const USAGE = `Usage: node check.mjs --url https://HOST --framework ID --rules rules.json
       [--audience TEXT] [--on DAY] [--max-age-days N] [--panel-required] [--in-force-only] [--soft]
       node check.mjs --url https://HOST --system --tenant ID [--commit SHA] [--wait SECONDS]
       [--artifacts ID,ID] [--frameworks ID,ID] [--audience TEXT] [--soft]`;

const isOneOf = <T extends string>(list: readonly T[], word: string): word is T =>
  (list as readonly string[]).includes(word);

/** Reads the command line. If there is a fault, returns a sentence that says what is wrong. */
export function parseArguments(
  words: readonly string[],
): Arguments | SystemArguments | { fault: string } {
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
  const url = URL.parse(given.get("--url") ?? "");
  if (url === null || !isSafe(url)) return { fault: "--url takes the service's https address" };
  const isSystem = set.has("--system");
  const foreign = (isSystem ? [...ofRules, ...ruleFlags] : ofSystem).find(
    (name) => given.has(name) || set.has(name),
  );
  if (foreign !== undefined) {
    return { fault: `${foreign} ${isSystem ? "does not go with" : "needs"} --system` };
  }
  return isSystem ? systemArguments(url, given, set) : ruleArguments(url, given, set);
}

type Given = ReadonlyMap<string, string>;

function systemArguments(
  url: URL,
  given: Given,
  set: ReadonlySet<string>,
): SystemArguments | { fault: string } {
  const tenant = given.get("--tenant");
  const audience =
    given.get("--audience") ??
    (tenant === undefined
      ? undefined
      : `${url.href.endsWith("/") ? url.href.slice(0, -1) : url.href}/tenants/${tenant}`);
  if (audience === undefined) return { fault: "--tenant is missing" };
  const commit = given.get("--commit") ?? null;
  if (commit !== null && !/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(commit)) {
    return { fault: "--commit takes a whole commit id" };
  }
  const wait = given.get("--wait") ?? "0";
  if (!/^\d{1,3}$/.test(wait) || Number(wait) > LONGEST_WAIT_S) {
    return { fault: `--wait takes at most ${LONGEST_WAIT_S} seconds` };
  }
  const artifacts = given.get("--artifacts")?.split(",") ?? null;
  if (artifacts !== null && commit !== null) return { fault: "--artifacts has no --commit" };
  return {
    mode: "system",
    url,
    audience,
    isSoft: set.has("--soft"),
    commit: commit?.toLowerCase() ?? null,
    artifacts,
    frameworks: given.get("--frameworks")?.split(",") ?? null,
    wait: Number(wait),
  };
}

function ruleArguments(
  url: URL,
  given: Given,
  set: ReadonlySet<string>,
): Arguments | { fault: string } {
  const framework = given.get("--framework");
  const rules = given.get("--rules");
  if (framework === undefined) return { fault: "--framework is missing" };
  if (rules === undefined) return { fault: "--rules is missing" };
  const days = given.get("--max-age-days");
  if (days !== undefined && !/^[1-9]\d{0,4}$/.test(days)) {
    return { fault: "--max-age-days takes a number of days" };
  }
  return {
    mode: "rules",
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
