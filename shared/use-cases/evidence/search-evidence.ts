import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import type { Decision } from "#shared/domain/reviews/statuses.ts";
import { allCounsel, getCounselByIds } from "#shared/store/counsel.ts";
import { fitting, type Page, type Paging, pageInSteps } from "#shared/store/page.ts";
import {
  type DecidedEntry,
  decidedInFrameworks,
  decidedUnderEmails,
} from "#shared/store/review-lists.ts";
import { calledIn } from "#shared/use-cases/reviews/called-in.ts";

interface Filters {
  framework_id?: string | undefined;
  counsel_email?: string | undefined;
  decided_from?: string | undefined;
  decided_to?: string | undefined;
  status: readonly Decision[];
}

/** A page of decided reviews, and the counsel that were read to find it. */
interface Candidates {
  page: Page<DecidedEntry>;
  /** Counsel who need not be read again. */
  counselRead: readonly CounselRecord[];
}

/** Step 1 of the evidence procedure: decided requests by framework, counsel, status and date. */
export async function searchEvidence({ limit, cursor, ...filters }: Filters & Paging) {
  const { page, counselRead } = await findCandidates(filters, { limit, cursor });
  const records = page.items.map(({ record }) => record);
  const counsel = await counselOf(records, counselRead);
  const items = records.map((record) => ({
    ...record,
    ...calledIn(record),
    counsel: counsel.get(record.counsel_id) ?? null,
  }));
  // With their counsel included, the reviews may exceed the size of a page.
  const kept = fitting(items, limit);
  const next_cursor =
    kept < items.length ? (page.items[kept - 1]?.cursor ?? null) : page.next_cursor;
  return { items: items.slice(0, kept), next_cursor };
}

/**
 * The page that the filters select. Reading it and the counsel who signed takes two round trips, or a
 * few more if filters by e-mail leave out much of what is read.
 */
async function findCandidates(filters: Filters, paging: Paging): Promise<Candidates> {
  const { framework_id, counsel_email } = filters;
  if (counsel_email !== undefined) return signedBy(counsel_email, filters, paging);
  if (framework_id === undefined) return inAllFrameworks(filters, paging);
  const page = await decidedInFrameworks([framework_id], within(filters), paging);
  return { page, counselRead: [] };
}

/** Only frameworks with counsel can have decided reviews, and the counsel are needed anyway. */
async function inAllFrameworks(filters: Filters, paging: Paging): Promise<Candidates> {
  const counselRead = await allCounsel();
  const frameworks = [...new Set(counselRead.map(({ framework_id }) => framework_id))];
  const page = await decidedInFrameworks(frameworks, within(filters), paging);
  return { page, counselRead };
}

/**
 * Also finds what holders of the e-mail signed under a former one, but not what others signed under
 * that. Usually no holder had another one before: then the first page is the answer.
 */
async function signedBy(email: string, filters: Filters, paging: Paging): Promise<Candidates> {
  const decided = (emails: readonly string[], keep: (entry: DecidedEntry) => boolean) =>
    pageInSteps(paging, (step) => decidedUnderEmails(emails, within(filters), step, keep));
  const isInFramework = ({ record }: DecidedEntry): boolean =>
    filters.framework_id === undefined || record.framework_id === filters.framework_id;
  const [holders, first] = await Promise.all([
    allCounsel(email),
    filters.framework_id === undefined
      ? decidedUnderEmails([email], within(filters), paging)
      : decided([email], isInFramework),
  ]);
  const emails = new Set([email, ...holders.flatMap(({ former_emails }) => former_emails)]);
  if (emails.size === 1) return { page: first, counselRead: holders };
  const isTheirs = ({ record }: DecidedEntry): boolean =>
    record.counsel_email === email || holders.some(({ id }) => id === record.counsel_id);
  const others = first.items
    .map(({ record }) => record.counsel_id)
    .filter((id) => holders.every((counsel) => counsel.id !== id));
  const [page, signers] = await Promise.all([
    decided([...emails], (entry) => isInFramework(entry) && isTheirs(entry)),
    getCounselByIds(others),
  ]);
  return { page, counselRead: [...holders, ...signers.filter((one) => one !== null)] };
}

const within = ({ status, decided_from, decided_to }: Filters) => ({
  statuses: status,
  from: decided_from,
  below: decided_to,
});

/** The records' counsel by id; reads only those who have not been read yet. */
async function counselOf(
  records: readonly ReviewRecord[],
  counselRead: readonly CounselRecord[],
): Promise<ReadonlyMap<string, CounselRecord>> {
  const counsel = new Map(counselRead.map((one) => [one.id, one]));
  const missing = records.map(({ counsel_id }) => counsel_id).filter((id) => !counsel.has(id));
  for (const one of await getCounselByIds(missing)) {
    if (one !== null) counsel.set(one.id, one);
  }
  return counsel;
}
