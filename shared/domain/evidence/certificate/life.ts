import { illegal, type Step } from "#shared/domain/audit/life.ts";

/** An issued certificate: what it certifies, and how long its file is. */
export interface CertificateLife {
  of: string;
  length: number;
}

/** The state of a certificate after a row. It is issued once, for one review or one panel. */
export const certificateStep: Step<CertificateLife> = (before, { context }) => {
  const { review_id, panel_id, length } = context;
  const [of, other] = [review_id, panel_id].filter((id) => id !== undefined);
  if (before !== null) return illegal("it was issued before.");
  const isWhole = typeof of === "string" && other === undefined && Number.isInteger(length);
  return isWhole ? { of, length: Number(length) } : illegal("it certifies nothing.");
};
