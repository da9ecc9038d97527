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

/** A row, and as far as they are known its leaf and its writer. */
export interface Placed {
  row: ChainedRow;
  /** null: the log has not taken it, or where it took it is not known. */
  leaf: Leaf | null;
  /** Why it is not its writer's to write; null: it is, or that was not looked at. */
  writerFault: WriterFault | null;
}

/** What can be found of rows; the names of evidence-log.md, section 4. */
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
  /** What it is about: a kind of resource and its id. */
  type: string;
  id: string;
  /** The row that is wrong; null: the whole of it. */
  row: ChainedRow | null;
  /** A sentence for people. */
  detail: string;
}

/** What the rows of each kind of resource come to. */
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
   * After the row of the same index, or null where only the last state is kept; a row that is refused
   * changes nothing.
   */
  states: readonly (S | null)[];
  /** After all rows; null: none of them began it. */
  state: S | null;
}

/** All subjects of a replay. What is not among the rows is not there, and nothing is said of it. */
export interface World {
  all: readonly Subject[];
  find<K extends Kind>(type: K, id: string): Subject<States[K]> | null;
}

/** What counsel's own key, or its absence, comes to for one row. */
export interface KeyVerdict {
  result: "pass" | "fail" | "open";
  detail: string;
  /** Whether no function would have written the row; a policy that was lifted before is only told. */
  isFinding: boolean;
}

/** What a resource's rows have in common, or not, with those of others. */
export interface Judgement {
  found: readonly Found[];
  /** By row hash. */
  keys?: ReadonlyMap<string, KeyVerdict>;
}
