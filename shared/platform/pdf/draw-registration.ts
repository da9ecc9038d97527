import type { Registration } from "#shared/domain/inventory/registration.ts";
import { add, bytesOf, factList, footers, openDocument, say } from "./document.ts";
import type { Fonts } from "./fonts.ts";

/** What the inventory calls the system, and when it was last judged (ISO 8601 UTC). */
interface About {
  name: string;
  at: string;
}

const sections = {
  A: "Section A of Annex VIII: high-risk systems, Article 49(1)",
  B: "Section B of Annex VIII: systems that Article 6(3) lifts, Article 49(2)",
} as const;

const sources = {
  inventory: "from the inventory",
  extractor: "read by a model, with its quote in the inventory",
  person: "answered by a person",
  gates: "from the gates",
} as const;

const TO_FILL_IN = "…………………………………………………… (to be filled in)";

/**
 * The draft of a registration as PDF/A-3a and PDF/UA-1: the same draft gives the same bytes. A form
 * to fill in and to copy from: the EU database has no machine interface, and this claims none.
 */
export function drawRegistration(
  { artifact_id, section, state, points, missing }: Registration,
  { name, at }: About,
  fonts: Fonts,
): Promise<Uint8Array> {
  const doc = openDocument(`Draft of a registration: ${artifact_id}`, new Date(at), fonts);
  const root = doc.struct("Document");
  doc.addStructure(root);
  add(doc, root, "H1", () => say(doc, "Draft of a registration in the EU database", 18, "bold"));
  add(doc, root, "P", () => say(doc, sections[section], 10.5));
  doc.moveDown(0.6);
  factList(
    doc,
    root,
    [
      { label: "System", value: name },
      { label: "Artifact", value: artifact_id },
      { label: "Classification", value: `${state}, as of ${at}` },
      {
        label: "To be filled in",
        value: missing.length === 0 ? "nothing" : `points ${missing.join(", ")}`,
      },
    ],
    9,
  );
  for (const { point, title, value, source } of points) {
    doc.moveDown(0.5);
    add(doc, root, "H2", () => say(doc, `${point}. ${title}`, 11, "bold"));
    const left = missing.includes(point) ? TO_FILL_IN : "– (may be left out)";
    add(doc, root, "P", () => say(doc, value ?? left, 10));
    if (source !== null) add(doc, root, "P", () => say(doc, `(${sources[source]})`, 8));
  }
  root.end();
  footers(
    doc,
    (page, pages) => `Draft, no submission · artifact ${artifact_id} · page ${page} of ${pages}`,
  );
  return bytesOf(doc);
}
