import type { AuditRow } from "#shared/domain/audit/row.ts";
import { panelEnds } from "#shared/domain/courier/panel-message.ts";
import type { PanelRecord } from "#shared/domain/reviews/panel.ts";
import { type PanelStatus, panelStatuses } from "#shared/domain/reviews/statuses.ts";
import { counselCanBeAsked } from "./counsel.ts";
import { frameworkIsCurrent } from "./frameworks.ts";
import { entity, insert, is, put } from "./item.ts";
import type { KeptStanding } from "./kept-attributes.ts";
import { putLoggedRow } from "./logged-rows.ts";
import { openOnRules } from "./open-marks.ts";
import { promise } from "./outbox.ts";
import { type Page, type Paging, pageOf } from "./page.ts";
import { newSeats } from "./panel-seats.ts";
import { type Item, queryAll, readRecord, readRecords } from "./read.ts";
import { type Read, readOne } from "./read-together.ts";
import { type NewReview, newReviewActions } from "./reviews.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import { type Action, type Actions, type Outcome, transact } from "./transact.ts";

/*
 * PANEL#<id> / META   the record, with its members as they stand
 *
 * gsi1 all · gsi2 by framework, each partitioned by status, sort key <created_at>#<id>
 */

const panelKey = (id: string): Key => ({ pk: `PANEL#${id}`, sk: "META" });

const partitions = {
  all: (status: PanelStatus): string => `PANELS#${status}`,
  framework: (id: string, status: PanelStatus): string => `PANELS#FRAMEWORK#${id}#${status}`,
};

const panelEntity = entity<PanelRecord>("panel", { decided_at: null });

export const panelRead = (id: string): Read<PanelRecord | null> =>
  readOne(panelKey(id), panelEntity.fromItem);

export const getPanel = (id: string): Promise<PanelRecord | null> =>
  readRecord(panelKey(id), panelEntity.fromItem);

/** Panels by id, in that order; null for a missing one. */
export const getPanels = (ids: readonly string[]): Promise<(PanelRecord | null)[]> =>
  readRecords(ids.map(panelKey), panelEntity.fromItem);

/** Every panel of a framework. */
export const panelsOf = async (frameworkId: string): Promise<PanelRecord[]> => {
  const found = await Promise.all(
    panelStatuses.map((status) =>
      queryAll({ index: "gsi2", pk: partitions.framework(frameworkId, status) }),
    ),
  );
  return found.flat().map(panelEntity.fromItem);
};

interface PanelFilters {
  /** Only panels with one of these statuses; undefined: all. */
  statuses?: readonly PanelStatus[] | undefined;
  framework_id?: string | undefined;
}

/** A page of panels, newest first. */
export function pageOfPanels(
  { statuses = panelStatuses, framework_id }: PanelFilters,
  paging: Paging,
): Promise<Page<PanelRecord>> {
  const listing =
    framework_id === undefined
      ? { index: "gsi1" as const, partitions: statuses.map(partitions.all) }
      : {
          index: "gsi2" as const,
          partitions: statuses.map((one) => partitions.framework(framework_id, one)),
        };
  return pageOf({ ...listing, descending: true }, paging, panelEntity.fromItem);
}

function panelItem(panel: PanelRecord): Item {
  const { id, framework_id, status, created_at } = panel;
  const created = `${created_at}#${id}`;
  return {
    ...panelKey(id),
    ...indexEntry("gsi1", partitions.all(status), created),
    ...indexEntry("gsi2", partitions.framework(framework_id, status), created),
    ...panelEntity.toItem(panel),
  };
}

/** The writes of a new panel for one member. */
export interface NewMember extends NewReview {
  mail: readonly Action[] | undefined;
}

/**
 * Stores a new panel with the requests of all its members, and opens it on its rules: at most 96
 * actions with nine members, a hundred rules and mail.
 * @param kept the rules' review state, as read before
 * @param areTwoPeopleNeeded if so, nothing may have been written about the members since they were read
 */
export function putNewPanel(
  { panel, row }: { panel: PanelRecord; row: AuditRow },
  members: readonly NewMember[],
  kept: KeptStanding,
  areTwoPeopleNeeded: boolean,
): Promise<
  Outcome<
    "framework" | "rules" | "panel" | "row" | "end" | "seats" | "members" | "counsel" | "mail"
  >
> {
  return transact({
    framework: frameworkIsCurrent(panel.framework_id),
    rules: openOnRules({ ...panel, isPanel: true }, kept, "anything"),
    panel: insert(panelItem(panel)),
    row: putLoggedRow(row, { chainLength: panel.audit_head.length }),
    end: promise(panelEnds(panel.id, panel.expires_at)),
    seats: newSeats(panel),
    members: members.flatMap(newReviewActions),
    counsel: members.map(({ record, signer }) =>
      counselCanBeAsked(record.counsel_id, record.framework_id, {
        address: signer.email,
        head: areTwoPeopleNeeded ? signer.counsel_head : undefined,
      }),
    ),
    mail: members.flatMap(({ mail = [] }) => mail),
  });
}

/** Advances a panel, with its row if there is one, if it is still as `before`. */
export const panelActions = (
  before: PanelRecord,
  after: PanelRecord,
  row: AuditRow | null,
): Actions<"panel" | "panelRow"> => ({
  panel: put(
    panelItem(after),
    is({ "panel.status": before.status, "panel.revision": before.revision }),
  ),
  panelRow: row === null ? undefined : putLoggedRow(row, { chainLength: after.audit_head.length }),
});
