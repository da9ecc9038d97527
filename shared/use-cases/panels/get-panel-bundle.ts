import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { loadPanelFile } from "./load-panel-file.ts";

/**
 * The offline bundle of a panel as canonical JSON.
 * @throws DomainError `not_found`
 */
export async function getPanelBundle(id: string): Promise<{ fileName: string; text: string }> {
  const file = await loadPanelFile(id);
  return { fileName: `countersign-panel-${id}.json`, text: canonicalJson(file) };
}
