import type { Artifact } from "#shared/domain/discovery/artifact.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { ClassificationRecord } from "./classification.ts";

/*
 * The draft of a registration in the EU database (Annex VIII of the AI Act as amended). Section A is
 * for high-risk systems (Article 49(1)), section B for those that Article 6(3) lifts (Article 49(2)),
 * without its points 7 and 9, which Regulation (EU) 2026/1744 deleted. The draft is a form to fill in:
 * the EU database has no machine interface, and this draft claims none.
 */

type Section = "A" | "B";

interface Point {
  point: number;
  title: string;
  /** The value that the inventory knows; null: it knows none. */
  value: (artifact: Artifact, classification: ClassificationRecord) => string | null;
  /** The point may be left out. */
  isOptional?: true;
}

const unknown = (): null => null;
const purpose: Point["value"] = (_, { facts }) =>
  typeof facts.purpose.value === "string" ? facts.purpose.value : null;
const tradeName: Point["value"] = ({ name, provider_ref }) => `${name} (${provider_ref})`;

const common: readonly Point[] = [
  { point: 1, title: "Name, address and contact details of the provider", value: unknown },
  {
    point: 2,
    title: "Name, address and contact details of who submits on the provider's behalf",
    value: unknown,
    isOptional: true,
  },
  {
    point: 3,
    title: "Name, address and contact details of the authorised representative",
    value: unknown,
    isOptional: true,
  },
  { point: 4, title: "Trade name and unambiguous reference of the system", value: tradeName },
];

const sectionA: readonly Point[] = [
  ...common,
  { point: 5, title: "Intended purpose, components and functions supported", value: purpose },
  { point: 6, title: "Data and inputs used, and the operating logic", value: unknown },
  { point: 7, title: "Status: on the market, in service, no longer, recalled", value: unknown },
  {
    point: 8,
    title: "Type, number and expiry of the certificate, and the notified body",
    value: unknown,
    isOptional: true,
  },
  { point: 9, title: "Copy of the certificate", value: unknown, isOptional: true },
  { point: 10, title: "Member States in which it is or was available", value: unknown },
  { point: 11, title: "Copy of the EU declaration of conformity", value: unknown },
  { point: 12, title: "Electronic instructions for use", value: unknown },
  { point: 13, title: "URL for further information", value: unknown, isOptional: true },
];

const exceptions: Readonly<Record<string, string>> = {
  "6(3)(a)": "Article 6(3)(a): a narrow procedural task",
  "6(3)(b)": "Article 6(3)(b): improving the result of a completed human activity",
  "6(3)(c)": "Article 6(3)(c): detecting decision-making patterns or deviations",
  "6(3)(d)": "Article 6(3)(d): a preparatory task",
};

const condition: Point["value"] = (_, { reasons }) => {
  const found = reasons.flatMap(({ gate }) => exceptions[gate] ?? []);
  return found.length === 0 ? null : [...new Set(found)].join("; ");
};

const sectionB: readonly Point[] = [
  ...common,
  { point: 5, title: "Intended purpose", value: purpose },
  {
    point: 6,
    title: "The condition of Article 6(3) on which it is not high-risk",
    value: condition,
  },
  { point: 8, title: "Status: on the market, in service, no longer, recalled", value: unknown },
];

const sourceOf = (
  { point }: Point,
  section: Section,
  { facts }: ClassificationRecord,
): "inventory" | "extractor" | "person" | "gates" | null => {
  if (point === 4) return "inventory";
  if (point === 5) return facts.purpose.source;
  return section === "B" && point === 6 ? "gates" : null;
};

/**
 * The draft for an artifact. A point without a source is for somebody to fill in; `missing` names those
 * that may not be left out.
 * @throws DomainError `registration_not_applicable` with the open questions, if it is neither
 *   high-risk nor lifted by Article 6(3)
 */
export function registrationOf(artifact: Artifact) {
  const { classification } = artifact;
  const section = classification === null ? null : sectionOf(classification);
  if (classification === null || section === null) {
    throw new DomainError(
      "registration_not_applicable",
      "Only high-risk systems, and systems that Article 6(3) exempts, have to be registered.",
      { members: { open_questions: classification?.open_questions ?? [] } },
    );
  }
  const points = (section === "A" ? sectionA : sectionB).map((point) => {
    const value = point.value(artifact, classification);
    const source = value === null ? null : sourceOf(point, section, classification);
    return { ...point, value, source };
  });
  return {
    artifact_id: artifact.id,
    section,
    state: classification.state,
    points: points.map(({ point, title, value, source }) => ({ point, title, value, source })),
    missing: points
      .filter(({ value, isOptional }) => value === null && isOptional !== true)
      .map(({ point }) => point),
  };
}

function sectionOf({ class: found, reasons }: ClassificationRecord): Section | null {
  if (found === "high_risk") {
    // Colorado's law has no registration: only what is high-risk under the AI Act is registered.
    const isEuropean = reasons.some(({ gate }) => gate === "6(1)" || gate.startsWith("6(2)"));
    const isOnlyColorado = !isEuropean && reasons.some(({ gate }) => gate === "co.consequential");
    if (!isOnlyColorado) return "A";
  }
  if (found === "prohibited" || found === "not_ai") return null;
  return reasons.some(({ gate }) => gate in exceptions) ? "B" : null;
}
