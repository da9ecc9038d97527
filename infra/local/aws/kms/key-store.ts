import * as z from "zod";
import { openStateFile, type StateFile } from "#infra/local/aws/protocol/state-file.ts";

const keySchema = z.strictObject({
  id: z.string(),
  description: z.string(),
  spec: z.enum(["ECC_NIST_EDWARDS25519", "ML_DSA_44", "SYMMETRIC_DEFAULT"]),
  createdAt: z.number(),
  tags: z.array(z.strictObject({ TagKey: z.string(), TagValue: z.string() })),
  /** PKCS#8, or base64 of a symmetric key; real KMS would never export it. */
  privateKeyPem: z.string(),
});

export type LocalKey = z.infer<typeof keySchema>;

/** Opens the key store in that file, or in memory only (null). @throws Error if it is damaged */
export const openKeyStore = (file: string | null): Promise<StateFile<LocalKey>> =>
  openStateFile({
    file,
    name: "signing keys",
    member: "keys",
    schema: keySchema,
    keyOf: ({ id }) => id,
  });
