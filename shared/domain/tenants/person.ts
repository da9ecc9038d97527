/** A signed-in person, as the sign-in provider's claims describe them. */
export interface Person {
  userId: string;
  email: string | null;
  isPlatformAdmin: boolean;
  tenantId: string | null;
  orgRole: "admin" | "member" | null;
}

/** A person whose tenant is known, as `user` and `org` routes pass them to their functions. */
export type Member = Person & { tenantId: string };

export type Claims = Readonly<Record<string, unknown>>;

/**
 * Reads claims as in a token, or as API Gateway passes them on: every value a string, arrays as
 * `[a b]`, booleans as `"true"`. Cognito's names (`custom:tenant_id`, `cognito:groups`) are
 * accepted too (contract, "Who may call").
 * @returns null for claims that name no user
 */
export function personOf(claims: Claims | undefined): Person | null {
  const text = (name: string): string | null => {
    const value = claims?.[name];
    if (typeof value === "boolean" || typeof value === "number") return String(value);
    return typeof value === "string" && value !== "" ? value : null;
  };
  const groups = listOf(claims?.["cognito:groups"]);
  const userId = text("sub");
  if (userId === null) return null;
  const role = text("org_role") ?? text("custom:org_role");
  const isOrgAdmin = role === "admin" || (role === null && groups.includes("org-admin"));
  return {
    userId,
    email: text("email"),
    isPlatformAdmin:
      (text("is_platform_admin") ?? text("custom:is_platform_admin")) === "true" ||
      groups.includes("platform-admin"),
    tenantId: text("tenant_id") ?? text("custom:tenant_id"),
    orgRole: isOrgAdmin ? "admin" : role === "member" || groups.length > 0 ? "member" : null,
  };
}

function listOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((entry) => typeof entry === "string");
  if (typeof value !== "string") return [];
  return value
    .replace(/^\[|\]$/g, "")
    .split(/[\s,]+/)
    .filter(Boolean);
}
