import { withoutLink } from "#shared/domain/audit/row.ts";
import { examine } from "#shared/domain/evidence/evidence.ts";
import { shownHistory } from "#shared/domain/evidence/key-history.ts";
import { bind } from "#shared/edge/bind.ts";
import { evidenceRoutes } from "#shared/routes/table/evidence.ts";
import { loadMaterial } from "#shared/use-cases/evidence/load-material.ts";

/** The regulator's question as one answer: the record, its trail, and every check. */
export const handler = bind(evidenceRoutes.getEvidence)(async ({ params, now }) => {
  const material = await loadMaterial(params.id, now);
  const { checks, signature, content } = examine(material, now);
  const counsel_keys = shownHistory(material.keyRows);
  return {
    status: 200,
    body: {
      request: material.record,
      counsel: material.counsel,
      ...(counsel_keys && { counsel_keys }),
      audit: material.rows.map(withoutLink),
      checks,
      signature,
      content,
    },
  };
});
