import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import { line } from "./format.ts";

/** What people call a rule: where it stands, and its title. @param citation its first, if it has one */
export const NamedRule = ({ citation, title }: { citation: string | undefined; title: string }) => (
  <>
    {citation && <strong>{line(provisionOf(citation))}</strong>} {line(title)}
  </>
);
