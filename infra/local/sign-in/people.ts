import { createHash } from "node:crypto";
import { DEFAULT_USER } from "#infra/local/sign-in.ts";

/** A user that the local sign-in page offers. */
export interface LocalPerson {
  id: string;
  label: string;
  claims: Record<string, unknown> & { email: string };
}

export interface LocalTenant {
  id: string;
  name: string;
}

/** The id is deterministic, so that the same person has the same id in every run. */
export function idOf(role: string): string {
  const hex = createHash("sha256").update(role).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const platformAdmin: LocalPerson = {
  id: DEFAULT_USER,
  label: "Platform admin",
  claims: { email: "admin@example.com", is_platform_admin: true },
};

export const reader: LocalPerson = {
  id: idOf("reader"),
  label: "Reader",
  claims: { email: "reader@example.com", is_reader: true },
};

export const nobody: LocalPerson = {
  id: idOf("nobody"),
  label: "A user without any claims",
  claims: { email: "somebody@example.com" },
};

/** The people who belong to no tenant. */
export const ofNoTenant: readonly LocalPerson[] = [platformAdmin, reader, nobody];

/** One admin and one member of the tenant. */
export const peopleOf = ({ id }: LocalTenant): LocalPerson[] => [
  {
    id: idOf(`admin ${id}`),
    label: "Organisation admin",
    claims: { email: `admin@${id.slice(0, 8)}.example`, tenant_id: id, org_role: "admin" },
  },
  {
    id: idOf(`member ${id}`),
    label: "Member",
    claims: { email: `member@${id.slice(0, 8)}.example`, tenant_id: id, org_role: "member" },
  },
];
