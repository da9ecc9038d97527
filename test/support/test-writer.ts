import { generateKeyPairSync, sign } from "node:crypto";
import { KMSClient, SignCommand } from "@aws-sdk/client-kms";
import { type AuditRow, loggedHash } from "#shared/domain/audit/row.ts";
import { writersOf } from "#shared/domain/audit/writers.ts";
import { ED25519, rawPublicKey } from "#shared/domain/log/verifier-key.ts";
import { type Certificate, certificateText, rowText, writerId } from "#shared/domain/log/writer.ts";
import type { TestSystem } from "./system.ts";
import { type Item, itemAt, putItem, putItems } from "./table-attack.ts";

/** A writer with a genuine certificate, as an attacker who took over a function would have it. */
export interface TestWriter {
  id: string;
  /** The certificate as it is stored. */
  certified: Certificate;
  /** Signs a text; base64. */
  sign(text: string): string;
  /** A row's item as this writer would have signed it. */
  signed<I extends Item>(item: I): I;
}

const meta = (pk: string) => ({ pk, sk: "META" });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/**
 * Has a writer certified by the system's own key service, and stores the certificate.
 * @param validity ISO 8601 UTC; by default twelve hours that began an hour ago
 * @param key which key certifies: 0 the present one, 1 the previous one
 */
export async function testWriter(
  system: TestSystem,
  operation: string,
  validity: { notBefore?: string; notAfter?: string; origin?: string } = {},
  { key = 0 }: { key?: number } = {},
): Promise<TestWriter> {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = rawPublicKey(publicKey.export({ format: "der", type: "spki" }), ED25519);
  const certificate = certificateText({
    origin: system.settings.LOG_ORIGIN ?? "",
    operation,
    publicKey: raw,
    notBefore: inHours(-1),
    notAfter: inHours(11),
    ...validity,
  });
  const id = writerId(raw);
  const writer = { certificate, signature: await certifiedBy(system, certificate, key) };
  await putItem(system, { ...meta(`WRITER#${id}`), writer });
  const signText = (text: string) => sign(null, Buffer.from(text), privateKey).toString("base64");
  return {
    id,
    certified: writer,
    sign: signText,
    signed: (item) => {
      const text = rowText(loggedHash(item.row as AuditRow));
      return { ...item, writer: id, writer_signature: signText(text) };
    },
  };
}

async function certifiedBy(system: TestSystem, certificate: string, key: number): Promise<string> {
  const { keys } = await itemAt(system, meta("LOG#KEYS"));
  const client = new KMSClient({
    region: "us-east-1",
    endpoint: system.endpoints.kms ?? "",
    credentials: { accessKeyId: "operator", secretAccessKey: "operator" },
  });
  const { Signature } = await client.send(
    new SignCommand({
      KeyId: keys.rows[key].key_arn,
      Message: Buffer.from(certificate),
      MessageType: "RAW",
      SigningAlgorithm: "ED25519_SHA_512",
    }),
  );
  client.destroy();
  return Buffer.from(Signature ?? []).toString("base64");
}

const writers = new WeakMap<TestSystem, Map<string, Promise<TestWriter>>>();

/** The writer of an operation that may write such rows. A system reuses it. */
function writerOf(system: TestSystem, action: string): Promise<TestWriter> {
  const [operation = ""] = writersOf(action);
  const known = writers.get(system) ?? new Map<string, Promise<TestWriter>>();
  writers.set(system, known);
  const writer = known.get(operation) ?? testWriter(system, operation);
  known.set(operation, writer);
  return writer;
}

/** Stores rows with everything that a function's transaction stores with them, signed as there. */
export async function writeRows(
  system: TestSystem,
  rows: readonly { row: AuditRow; length?: number }[],
): Promise<void> {
  const { putLoggedRow } = await import("#shared/store/logged-rows.ts");
  const items: Item[] = [];
  for (const { row, length } of rows) {
    const { signed } = await writerOf(system, row.action);
    const actions = putLoggedRow(row, length === undefined ? {} : { chainLength: length });
    const [own = {}, ...others] = actions.map(({ Put }) => Put?.Item ?? {});
    items.push(signed(own), ...others);
  }
  await putItems(system, items);
}

/** The context of a row about a counsel whom nobody registered through the front door. */
export const madeUp = (counsel_id: string, active = true) => ({
  ...{ counsel_id, framework_id: "eu_ai_act", email: "made@up.example", display_name: "Made Up" },
  ...{ active, firm: null, jurisdiction: null, bar_registration: null },
});
