import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { gatedBooks } from "#shared/domain/frameworks/books.ts";
import { cyclonedxOf } from "#shared/domain/inventory/cyclonedx.ts";
import type {
  ExportedApproval,
  ExportedBook,
  ExportedInventory,
} from "#shared/domain/inventory/exported-inventory.ts";
import { isDecided } from "#shared/domain/reviews/review.ts";
import { baseUrl } from "#shared/platform/settings.ts";
import { readTenantConnections } from "#shared/store/connections.ts";
import { newestEndedFullRun } from "#shared/store/discovery-runs.ts";
import { allFrameworks } from "#shared/store/frameworks.ts";
import { allArtifacts } from "#shared/store/inventory-export.ts";
import { readKeptStanding } from "#shared/store/kept-standing.ts";
import { getReviews } from "#shared/store/reviews.ts";
import { allLiveRules } from "#shared/store/rules.ts";
import { readTenant } from "#shared/store/tenants.ts";
import { asTenantsSee } from "#shared/use-cases/counsel/as-signed.ts";
import { standingsFrom, wordingsOf } from "#shared/use-cases/standing/rule-records.ts";

/**
 * A tenant's inventory as CycloneDX 1.7: all artifacts present now, of existing connections. The JSON
 * is canonical, so the same state gives the same bytes.
 */
export async function exportArtifacts(tenantId: string, now: string): Promise<string> {
  const [tenant, all, connections, law] = await Promise.all([
    readTenant(tenantId),
    allArtifacts(tenantId),
    readTenantConnections(tenantId),
    currentLaw(now),
  ]);
  const ids = new Set(connections.map(({ id }) => id));
  const given: ExportedInventory = {
    tenant: { id: tenantId, name: tenant?.name ?? tenantId },
    baseUrl: baseUrl(),
    artifacts: all.filter((one) => one.retired_at === null && ids.has(one.connection_id)),
    connections: await Promise.all(
      connections.map(async ({ id }) => ({ id, isComplete: await isComplete(id) })),
    ),
    ...law,
  };
  return canonicalJson(cyclonedxOf(given));
}

async function isComplete(connectionId: string): Promise<boolean> {
  const run = await newestEndedFullRun(connectionId);
  return (
    run?.status === "completed" &&
    run.coverage.length > 0 &&
    run.coverage.every(({ status }) => status === "complete")
  );
}

/** The current books that have gates, and the approvals on which their live wordings stand. */
async function currentLaw(now: string): Promise<Pick<ExportedInventory, "books" | "approvals">> {
  const current = (await allFrameworks()).filter(
    ({ id, status }) => status === "current" && gatedBooks.some((book) => book === id),
  );
  const read = await Promise.all(
    current.map(async (framework) => {
      const [rules, kept] = await Promise.all([
        allLiveRules(framework.id),
        readKeptStanding(framework.id),
      ]);
      const standingOn = await standingsFrom(framework.id, kept, wordingsOf(rules), now);
      const book: ExportedBook = {
        id: framework.id,
        display_name: framework.display_name,
        jurisdiction: framework.jurisdiction,
        source_url: framework.source_url,
        rules: rules.map(({ rule }) => ({
          use_case_id: rule.use_case_id,
          title: rule.title,
          text: rule.customer_description_preview,
        })),
      };
      const approved = rules.flatMap(({ rule, content_hash }) => {
        const { state, decision } = standingOn(rule.use_case_id, content_hash);
        return state === "approved" && decision !== null
          ? [{ ...decision, framework_id: framework.id, use_case_id: rule.use_case_id }]
          : [];
      });
      return { book, approved };
    }),
  );
  const approvals = await approvalsOf(read.flatMap(({ approved }) => approved));
  return { books: read.map(({ book }) => book), approvals };
}

interface Approved {
  review_id: string;
  decided_at: string;
  framework_id: string;
  use_case_id: string;
}

async function approvalsOf(approved: readonly Approved[]): Promise<ExportedApproval[]> {
  const groups = Map.groupBy(approved, ({ review_id }) => review_id);
  const reviews = await getReviews([...groups.keys()]);
  return reviews.flatMap((review) => {
    const rules = review === null ? undefined : groups.get(review.id);
    if (review === null || !isDecided(review) || rules === undefined) return [];
    return [
      {
        review_id: review.id,
        counsel: asTenantsSee(review),
        decided_at: rules[0]?.decided_at ?? review.decided_at,
        rules: rules.map(({ framework_id, use_case_id }) => ({ framework_id, use_case_id })),
      },
    ];
  });
}
