/** What an API accepts as one text of a call. */
interface Limit {
  /** The whole text must match it; undefined: any characters. */
  pattern?: RegExp;
  /** Characters, unless `unit` says otherwise. */
  min?: number;
  max?: number;
  /** `base64`: counts the bytes that the text encodes. */
  unit?: "bytes" | "base64";
}

/**
 * The texts of one action by their position in its input. `Tags[].Key` is a member of each entry of a
 * list, `EncryptionContext{}` is each value of a map.
 */
export type TextLimits = Readonly<Record<string, Limit>>;

/**
 * Why an API would refuse a text of a call, in its own words and without quoting values; null if it
 * would not. We also refuse a text whose limits nobody has written down, because nobody looked them up.
 */
export function faultOfTexts(limits: TextLimits, input: unknown): string | null {
  for (const [path, text] of textsIn(input, "")) {
    const limit = own(limits, path) ?? own(limits, path.replace(/\.[^.]+$/, "{}"));
    const fault = limit === undefined ? "Its limits are unknown here" : faultOf(limit, text);
    if (fault !== null) {
      return `1 validation error detected: Value at '${path}' failed to satisfy constraint: ${fault}`;
    }
  }
  return null;
}

const own = (limits: TextLimits, path: string): Limit | undefined =>
  Object.hasOwn(limits, path) ? limits[path] : undefined;

function* textsIn(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value === "string") yield [path, value];
  else if (Array.isArray(value)) {
    for (const entry of value) yield* textsIn(entry, `${path}[]`);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      yield* textsIn(member, path === "" ? name : `${path}.${name}`);
    }
  }
}

const encodings = { bytes: "utf8", base64: "base64" } as const;

function faultOf({ pattern, min = 0, max, unit }: Limit, text: string): string | null {
  const length = unit === undefined ? [...text].length : Buffer.byteLength(text, encodings[unit]);
  if (length < min) return `Member must have length greater than or equal to ${min}`;
  if (max !== undefined && length > max) {
    return `Member must have length less than or equal to ${max}`;
  }
  if (pattern === undefined) return null;
  if (new RegExp(`^(?:${pattern.source})$`, pattern.flags).test(text)) return null;
  return `Member must satisfy regular expression pattern: ${pattern.source}`;
}
