import { isBehind } from "#shared/domain/audit/row.ts";
import { noSuch } from "#shared/domain/errors.ts";
import { evidenceFile, writtenIn } from "#shared/domain/evidence/bundle.ts";
import { rowsIn } from "#shared/domain/evidence/evidence-file.ts";
import { type PanelFile, panelFileOf } from "#shared/domain/evidence/panel-file.ts";
import { panelTrail } from "#shared/store/audit-trails.ts";
import { getPanel } from "#shared/store/panels.ts";
import { loadUnsealedTogether, readOfOneMoment } from "#shared/use-cases/evidence/load-evidence.ts";
import { loadLogParts } from "#shared/use-cases/evidence/load-log-parts.ts";
import { loadWriters } from "#shared/use-cases/evidence/load-writers.ts";

/**
 * The evidence of a panel: its members' evidence, and its own rows.
 * @throws DomainError `not_found`
 */
export async function loadPanelFile(id: string): Promise<PanelFile> {
  const { file } = await readOfOneMoment(
    () => readParts(id),
    ({ panel, rows, later }) => !isBehind(panel, rows) && later?.revision === panel.revision,
  );
  return file;
}

async function readParts(id: string) {
  const [panel, rows] = await Promise.all([getPanel(id), panelTrail(id)]);
  if (panel === null) throw noSuch("panel");
  const evidence = await loadUnsealedTogether(panel.members.map(({ review_id }) => review_id));
  const members = evidence.map((one) => {
    const rules = one.pinned.filter((rule) => rule !== null);
    return evidenceFile({ ...one, rules }, "then");
  });
  const panel_audit = rows.map(writtenIn);
  const all = new Map(
    [...panel_audit, ...members.flatMap(rowsIn)].map((row) => [row.row_hash, row]),
  );
  const [{ log }, writers, later] = await Promise.all([
    loadLogParts([...all.keys()], null),
    loadWriters([...all.values()]),
    // A member may have moved since the panel was read.
    getPanel(id),
  ]);
  const file = panelFileOf(panel, members, { log, writers, panel_audit });
  return { panel, rows, later, file };
}
