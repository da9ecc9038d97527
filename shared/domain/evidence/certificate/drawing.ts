import type { AuditRow } from "#shared/domain/audit/row.ts";
import { disclosedIn } from "../bundle.ts";
import type { EvidenceFile } from "../evidence-file.ts";
import type { Issuer } from "./parts.ts";

type Disclosed = EvidenceFile["disclosures"][number];

/**
 * What a certificate was drawn from, so that it can be drawn again after state, address or verifier have
 * changed. Of counsel's words, which can be erased, it only says where they were.
 */
export interface Drawing {
  /** The deployment as the certificate names it. */
  issuer: Issuer;
  file: Omit<EvidenceFile, "disclosures"> & { disclosures: Pick<Disclosed, "row_hash" | "path">[] };
}

export const withoutWords = (file: EvidenceFile, issuer: Issuer): Drawing => ({
  issuer,
  file: {
    ...file,
    disclosures: file.disclosures.map(({ row_hash, path }) => ({ row_hash, path })),
  },
});

/** The bundle with counsel's words, which the rows have; null if any of them were erased. */
export function withWordsOf(rows: readonly AuditRow[], { file }: Drawing): EvidenceFile | null {
  const texts = rows.flatMap(disclosedIn);
  const disclosures = file.disclosures.flatMap(
    ({ row_hash, path }) =>
      texts.find((one) => one.row_hash === row_hash && one.path === path) ?? [],
  );
  return disclosures.length === file.disclosures.length ? { ...file, disclosures } : null;
}
