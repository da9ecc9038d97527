import type { ClearanceFile, NamedLeaf } from "#shared/domain/evidence/clearance-file.ts";

/** A leaf of the evidence log: the row of the decision. */
export type Leaf = NonNullable<NamedLeaf>;

/** The answer to a question, both lists sorted by use_case_id. */
export type Clearance = Omit<ClearanceFile, "statement" | "evidence">;
