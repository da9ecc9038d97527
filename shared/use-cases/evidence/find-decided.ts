import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import type { Decision } from "#shared/domain/reviews/review.ts";
import { counselKey, counselOf, counselPartitions } from "#shared/store/counsel.ts";
import { type Listing, type Page, readPage } from "#shared/store/page.ts";
import { getItems, type Item, queryAll } from "#shared/store/read.ts";
import { reviewOf, reviewPartitions } from "#shared/store/reviews.ts";

export interface Filters {
  framework_id?: string | undefined;
  counsel_email?: string | undefined;
  decided_from?: string | undefined;
  decided_to?: string | undefined;
  status: readonly Decision[];
}

interface Paging {
  limit: number;
  cursor?: string | undefined;
}

/** A page of decided reviews, and the counsel that were read on the way to it. */
interface Found {
  page: Page<Item>;
  /** Whose e-mail is the one asked for now. */
  called: readonly CounselRecord[];
  /** Counsel that need not be read again. */
  met: readonly CounselRecord[];
}

/**
 * The partitions that the filters choose, so that the page and the counsel who signed are two round
 * trips whatever the filters are. An e-mail may bring in reviews signed under a former one, which
 * `called` tells from others' who had that e-mail.
 */
export function findDecided(filters: Filters, paging: Paging): Promise<Found> {
  const { framework_id, counsel_email } = filters;
  if (counsel_email !== undefined) return signedBy(counsel_email, filters, paging);
  return framework_id === undefined
    ? ofAllFrameworks(filters, paging)
    : readPage(decidedIn([framework_id], filters), paging).then((page) => ({
        page,
        called: [],
        met: [],
      }));
}

/** The counsel lead to the frameworks that can have decided reviews, and are needed themselves. */
async function ofAllFrameworks(filters: Filters, paging: Paging): Promise<Found> {
  const met = await allCounsel(counselPartitions.all, "gsi1");
  const frameworks = [...new Set(met.map(({ framework_id }) => framework_id))];
  const page = await readPage(decidedIn(frameworks, filters), paging);
  return { page, called: [], met };
}

/** Mostly nobody called so had another e-mail before: then the first page read is the answer. */
async function signedBy(email: string, filters: Filters, paging: Paging): Promise<Found> {
  const [called, first] = await Promise.all([
    allCounsel((active) => counselPartitions.email(email, active), "gsi3"),
    readPage(signedAs([email], filters), paging),
  ]);
  const emails = new Set([email, ...called.flatMap(({ former_emails }) => former_emails)]);
  if (emails.size === 1) return { page: first, called, met: called };
  const others = first.items
    .map((item) => reviewOf(item).counsel_id)
    .filter((id) => called.every((counsel) => counsel.id !== id));
  const [page, signers] = await Promise.all([
    readPage(signedAs([...emails], filters), paging),
    getItems(others.map(counselKey)),
  ]);
  const met = [...called, ...signers.filter((item) => item !== null).map(counselOf)];
  return { page, called, met };
}

async function allCounsel(
  partition: (active: boolean) => string,
  index: "gsi1" | "gsi3",
): Promise<CounselRecord[]> {
  const found = await Promise.all(
    [true, false].map((active) => queryAll({ index, pk: partition(active) })),
  );
  return found.flat().map(counselOf);
}

const decidedIn = (frameworks: readonly string[], filters: Filters): Listing => ({
  ...bounds(filters),
  index: "gsi4",
  partitions: frameworks.flatMap((id) =>
    filters.status.map((decision) => reviewPartitions.decided(id, decision)),
  ),
});

const signedAs = (emails: readonly string[], filters: Filters): Listing => ({
  ...bounds(filters),
  index: "gsi5",
  partitions: emails.flatMap((email) =>
    filters.status.map((decision) => reviewPartitions.signedBy(email, decision)),
  ),
});

function bounds(filters: Filters): Pick<Listing, "scope" | "from" | "below"> {
  const { decided_from, decided_to } = filters;
  return {
    scope: JSON.stringify(["evidence", filters]),
    ...(decided_from === undefined ? {} : { from: decided_from }),
    ...(decided_to === undefined ? {} : { below: decided_to }),
  };
}
