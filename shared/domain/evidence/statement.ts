import * as z from "zod/mini";
import { textOf, unbase64 } from "#shared/domain/bytes.ts";
import { PREDICATE_TYPE, STATEMENT_TYPE } from "#shared/domain/clearance/dsse.ts";

/* The in-toto statement of a clearance, whatever it is about. */

const statementSchema = <S extends z.ZodMiniType>(subject: S) =>
  z.object({
    _type: z.literal(STATEMENT_TYPE),
    subject,
    predicateType: z.literal(PREDICATE_TYPE),
    predicate: z.object({
      verifier: z.object({ id: z.string() }),
      timeVerified: z.string(),
      inputAttestations: z
        .array(z.object({ digest: z.object({ sha256: z.string() }) }))
        .check(z.length(1)),
      verificationResult: z.enum(["PASSED", "FAILED"]),
      verifiedLevels: z.array(z.string()),
    }),
  });

export type Statement<S extends z.ZodMiniType> = z.output<ReturnType<typeof statementSchema<S>>>;

/** A statement with its signed bytes; null if the payload is not one. @param base64 the payload */
export function readStatement<S extends z.ZodMiniType>(
  base64: string,
  subject: S,
): { payload: Uint8Array; statement: Statement<S> } | null {
  const payload = unbase64(base64);
  if (payload === null) return null;
  try {
    const { data } = statementSchema(subject).safeParse(JSON.parse(textOf(payload)));
    return data === undefined ? null : { payload, statement: data as Statement<S> };
  } catch {
    return null;
  }
}
