import type { ShownCounsel } from "#shared/domain/counsel/shown-counsel.ts";
import type { Artifact } from "#shared/domain/discovery/artifact.ts";

/** A rule book as the export names it. */
export interface ExportedBook {
  id: string;
  display_name: string;
  jurisdiction: string | null;
  source_url: string | null;
  rules: readonly { use_case_id: string; title: string; text: string }[];
}

/** A counsel's approval of live wordings. */
export interface ExportedApproval {
  review_id: string;
  counsel: ShownCounsel;
  decided_at: string;
  rules: readonly { framework_id: string; use_case_id: string }[];
}

/** Everything that an export is made of; the same input gives the same bytes. */
export interface ExportedInventory {
  tenant: { id: string; name: string };
  /** The base URL at which proofs are read. */
  baseUrl: string;
  artifacts: readonly Artifact[];
  /** Whether the last full run of each connection read everything. */
  connections: readonly { id: string; isComplete: boolean }[];
  books: readonly ExportedBook[];
  approvals: readonly ExportedApproval[];
}
