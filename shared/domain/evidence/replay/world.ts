import type { Refusal } from "#shared/domain/audit/life.ts";
import type { CounselLife } from "#shared/domain/counsel/life.ts";
import type { FrameworkLife } from "#shared/domain/frameworks/life.ts";
import type { ArtifactLife } from "#shared/domain/inventory/classed.ts";
import type { WriterFault } from "#shared/domain/log/writer-fault.ts";
import type { MachineLife } from "#shared/domain/machines/life.ts";
import type { ReviewValues } from "#shared/domain/reviews/fields.ts";
import type { RequestLife } from "#shared/domain/reviews/life.ts";
import type { PanelLife } from "#shared/domain/reviews/panel-life.ts";
import type { RoomLife } from "#shared/domain/rooms/life.ts";
import type { KeyLife, LogKeyLife, RowsKeyLife } from "#shared/domain/setup/key-life.ts";
import type { CertificateLife } from "../certificate/life.ts";
import type { ChainedRow } from "../evidence-file.ts";
import type { Leaf } from "../leaf.ts";

/** A row, with its leaf and its writer as far as they are known. */
export interface Placed {
  row: ChainedRow;
  /** null: the log has not taken the row, or its leaf is not known. */
  leaf: Leaf | null;
  /** Why its writer may not write it; null: the writer may, or that was not checked. */
  writerFault: WriterFault | null;
}

/** What can be wrong with rows, by the names of evidence-log.md, section 4. */
export type FindingName =
  | Refusal["refused"]
  | WriterFault
  | "row_changed"
  | "row_missing"
  | "trail_branched"
  | "logged_late"
  | "time_in_future"
  | "state_differs";

export interface Found {
  name: FindingName;
  /** What the finding is about: a kind of resource and its id. */
  type: string;
  id: string;
  /** The row that is wrong; null: the resource as a whole is. */
  row: ChainedRow | null;
  /** A sentence for human readers. */
  detail: string;
}

/** The state that the rows of each kind of resource lead to. */
export interface States {
  counsel: CounselLife;
  rule_review_request: RequestLife & Partial<ReviewValues>;
  review_panel: PanelLife;
  room: RoomLife;
  clearance_pipeline: MachineLife;
  machine: MachineLife;
  clearance_key: KeyLife;
  platform_secret: KeyLife;
  evidence_log_key: LogKeyLife;
  evidence_rows_key: RowsKeyLife;
  artifact: ArtifactLife;
  certificate: CertificateLife;
  framework: FrameworkLife;
}
export type Kind = keyof States;

/** One resource: its rows in the order of their chain, and its state after each of them. */
export interface Subject<S = unknown> {
  type: string;
  id: string;
  rows: readonly Placed[];
  /**
   * The state after the row with the same index, or null if only the last state is kept. A row that is
   * refused changes nothing.
   */
  states: readonly (S | null)[];
  /** The state after all rows; null: none of them created it. */
  state: S | null;
}

/** All subjects of a replay. A resource without rows is missing, and nothing is said about it. */
export interface World {
  all: readonly Subject[];
  find<K extends Kind>(type: K, id: string): Subject<States[K]> | null;
}

/** The verdict on counsel's own key, or its absence, for one row. */
export interface KeyVerdict {
  result: "pass" | "fail" | "open";
  detail: string;
  /** Whether no function would have written the row. A policy lifted earlier is only reported. */
  isFinding: boolean;
}

/** Whether a resource's rows agree with those of other resources. */
export interface Judgement {
  found: readonly Found[];
  /** By row hash. */
  keys?: ReadonlyMap<string, KeyVerdict>;
}
