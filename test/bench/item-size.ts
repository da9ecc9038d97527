/** The cost of writing an item once, as DynamoDB counts it. */
export interface ItemCost {
  bytes: number;
  /** Write units of one transactional write of the item to the table. */
  inTable: number;
  /** Write units of replicating the item to one index that projects all attributes. */
  inIndex: number;
}

const KILOBYTE = 1024;

/** @param item plain values, as passed to the document client */
export function itemCost(item: Readonly<Record<string, unknown>>): ItemCost {
  const bytes = Object.entries(item).reduce(
    (sum, [name, value]) => sum + textBytes(name) + bytesOf(value),
    0,
  );
  const units = Math.ceil(bytes / KILOBYTE);
  return { bytes, inTable: 2 * units, inIndex: units };
}

const textBytes = (text: string): number => Buffer.byteLength(text);

/**
 * Sizes according to DynamoDB's developer guide: text as UTF-8, numbers two digits per byte plus
 * one, lists and maps 3 bytes plus 1 per entry.
 */
function bytesOf(value: unknown): number {
  if (typeof value === "string") return textBytes(value);
  if (typeof value === "number") return Math.ceil(String(value).replace(/\D/g, "").length / 2) + 1;
  if (Array.isArray(value)) return 3 + value.reduce((sum, entry) => sum + 1 + bytesOf(entry), 0);
  if (typeof value === "object" && value !== null) {
    return (
      3 +
      Object.entries(value).reduce(
        (sum, [name, inner]) => sum + 1 + textBytes(name) + bytesOf(inner),
        0,
      )
    );
  }
  return 1;
}
