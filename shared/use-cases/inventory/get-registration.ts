import { registrationOf } from "#shared/domain/inventory/registration.ts";
import { csv } from "#shared/domain/text/csv.ts";
import { getArtifact } from "./get-artifact.ts";

/**
 * The draft of an artifact's registration in the EU database.
 * @throws DomainError `not_found`, `registration_not_applicable`
 */
export const getRegistration = async (id: string, tenantId: string) =>
  registrationOf(await getArtifact(id, tenantId));

/** The same draft as a table, with one row for each point. */
export const registrationCsv = ({
  section,
  state,
  points,
  missing,
}: ReturnType<typeof registrationOf>): string =>
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
