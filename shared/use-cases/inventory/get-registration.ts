import { type Registration, registrationOf } from "#shared/domain/inventory/registration.ts";
import { csv } from "#shared/domain/text/csv.ts";
import { getArtifact } from "./get-artifact.ts";

interface Draft {
  registration: Registration;
  /** What it is a draft for, and when that was last judged. */
  about: { name: string; at: string };
}

/**
 * The draft of an artifact's registration in the EU database.
 * @throws DomainError `not_found`, `registration_not_applicable`
 */
export async function getRegistration(id: string, tenantId: string): Promise<Draft> {
  const artifact = await getArtifact(id, tenantId);
  const { name, provider_ref, classification } = artifact;
  const registration = registrationOf(artifact);
  const at =
    classification?.confirmed_at ?? classification?.classified_at ?? artifact.first_seen_at;
  return { registration, about: { name: `${name} (${provider_ref})`, at } };
}

/** As PDF; only who asks for it loads what draws it. */
export async function registrationPdf(draft: Draft, folder: string): Promise<Uint8Array> {
  const [{ drawRegistration }, { readFonts }] = await Promise.all([
    import("#shared/platform/pdf/draw-registration.ts"),
    import("#shared/platform/pdf/fonts.ts"),
  ]);
  return drawRegistration(draft.registration, draft.about, await readFonts(folder));
}

/** The same as a table, one row a point. */
export const registrationCsv = ({ section, state, points, missing }: Registration): string =>
  csv([
    ["section", "point", "title", "value", "source", "missing", "state"],
    ...points.map(({ point, title, value, source }) => [
      section,
      point,
      title,
      value,
      source,
      missing.includes(point) ? "yes" : "",
      state,
    ]),
  ]);
