import type { Objection } from "#shared/domain/standing/objection.ts";
import { getCoverage } from "#shared/use-cases/evidence/get-coverage.ts";

/**
 * A framework's drift report in the requested view, with the id of counsel who object, but neither their
 * names nor their words.
 * @throws DomainError `not_found`
 */
export async function getMachineCoverage(...asked: Parameters<typeof getCoverage>) {
  const { rules, outline, ...report } = { outline: undefined, ...(await getCoverage(...asked)) };
  return {
    ...report,
    rules: rules.map((row) => withoutNames(row)),
    ...(outline && { outline: outline.map((row) => withoutNames(row)) }),
  };
}

const withoutNames = <R extends { objection: Objection | null }>({ objection, ...row }: R) => ({
  ...row,
  objection: objection && { ...objection, counsel: { id: objection.counsel.id }, text: null },
});
