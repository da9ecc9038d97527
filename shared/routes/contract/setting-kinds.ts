import { languages } from "#shared/domain/language.ts";

/** The form that a value of an option or setting must have. Values arrive as text. */
export interface Kind {
  /** Completes the sentence "<name> must be …". */
  says: string;
  holds: (text: string) => boolean;
  /** Several values, separated by commas or given as an array; each must be valid. */
  isList?: boolean;
}

const matching = (says: string, pattern: RegExp): Kind => ({
  says,
  holds: (text) => pattern.test(text),
});

/** Each language is named once, and the language in which the texts are written is among them. */
function areCounselLanguages(text: string): boolean {
  const named = text.split(",").map((tag) => tag.trim());
  const isKnown = (tag: string) => languages.some((language) => language === tag);
  return named.every(isKnown) && new Set(named).size === named.length && named.includes("en");
}

function isJsonList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

const LONGEST = 2048;

function urlOf(text: string, protocols: readonly string[]): URL | null {
  if (text.length > LONGEST || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isPlain = url.username === "" && url.password === "" && url.hash === "";
  return protocols.includes(url.protocol) && isPlain ? url : null;
}

const https = ["https:"];
const web = ["https:", "http:"];

/** We leave the text between a service and a resource of an ARN to the service. */
const arn = (service: string, resource: string): Kind =>
  matching(
    `an ARN of ${service} (arn:aws:${service}:…)`,
    new RegExp(`^arn:aws[a-z-]*:${service}:[a-z0-9-]*:[0-9]{12}:${resource}$`),
  );

const mail = /^[!#-'*+.\w=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;
const region = /^[a-z]{2}(?:-[a-z]+){1,2}-\d$/;
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";

/** A whole number from `least` to `most`. */
export const wholeNumber = (least: number, most: number): Kind => ({
  says: `a whole number from ${least} to ${most}`,
  holds: (text) => /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most,
});

export const kinds = {
  counselLanguages: {
    says: `languages of ${languages.join(", ")}, separated by commas, en among them`,
    holds: areCounselLanguages,
  },
  /** The code that reads the entries checks their content. */
  entries: { says: "a JSON list of objects", holds: isJsonList },
  line: matching("one line of text", /^[^\p{C}]{1,2048}$/u),
  amount: matching("an amount such as 50 or 12.50", /^\d{1,7}(?:\.\d{1,2})?$/),
  yesNo: matching("true or false", /^(?:true|false)$/),
  account: matching("an AWS account's 12 digits", /^\d{12}$/),
  region: matching("a region, such as eu-central-1 or us-east-1", region),
  host: matching(
    "a host name in lower case, without https://",
    new RegExp(`^(?:${label}\\.)+[a-z]{2,63}$`),
  ),
  https: { says: "an https:// address", holds: (text) => urlOf(text, https) !== null },
  origin: {
    says: "the origin of an https:// address, without a path",
    holds: (text) => urlOf(text, https)?.origin === text,
  },
  logOrigin: matching(
    "a host and a path without https://, of at most 77 characters",
    /^(?=.{3,77}$)[a-z0-9.:-]+(?:\/[\w.-]+)*$/,
  ),
  web: { says: "an https:// or http:// address", holds: (text) => urlOf(text, web) !== null },
  /** An address that may contain `{region}`. */
  regionalWeb: {
    says: "an https:// or http:// address, which may hold {region}",
    holds: (text) => urlOf(text.replaceAll("{region}", "us-east-1"), web) !== null,
  },
  recipient: {
    says: "e-mail addresses or https:// addresses (or none)",
    holds: (text) => text === "none" || mail.test(text) || urlOf(text, https) !== null,
    isList: true,
  },
  /** In the form that SES takes: other letters would have to be encoded. */
  sender: {
    says: "an e-mail address, or a name in ASCII with the address in angle brackets",
    holds: (text) => mail.test(/^[ -~]{1,100}? ?<(\S+)>$/.exec(text)?.[1] ?? text),
  },
  regions: {
    says: "regions, such as eu-west-1",
    holds: (text) => region.test(text),
    isList: true,
  },
  names: { says: "names", holds: (text) => /^[\w./:-]{1,256}$/.test(text), isList: true },
  hostPorts: {
    says: "host:port, separated by commas",
    holds: (text) => /^[\w.[\]:-]{1,253}:\d{1,5}$/.test(text),
    isList: true,
  },
  table: matching("a table's name (3 to 255 of a-z, A-Z, 0-9, _ . -)", /^[\w.-]{3,255}$/),
  bucket: {
    says: "a bucket's name (3 to 63 of a-z, 0-9, . and -, in lower case)",
    holds: (text) =>
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) &&
      !/\.\.|^\d{1,3}(?:\.\d{1,3}){3}$/.test(text),
  },
  certificate: arn("acm", "certificate/[\\w-]+"),
  vault: arn("backup", "backup-vault:[\\w-]{2,50}"),
  policy: matching("a managed policy's name, not its ARN", /^[\w+=,.@-]{1,128}$/),
} satisfies Record<string, Kind>;
