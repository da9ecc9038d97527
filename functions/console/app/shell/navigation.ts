import { signal } from "@preact/signals";
import type { Screen } from "./areas.ts";
import { may, type Operation } from "./client.ts";
import { t } from "./texts.ts";

interface Row {
  /** The key after `g`. */
  key: string;
  /** Users who may call any of these see the screen; everybody sees Home. */
  needs: readonly Operation[];
  group: keyof typeof t.groups | null;
}

interface Entry extends Row {
  path: string;
  label: string;
}

/** Who sees which screen, in the navigation's order. */
const rows: Readonly<Record<Screen, Row>> = {
  reviews: { key: "r", needs: ["listReviews"], group: "work" },
  counsel: { key: "c", needs: ["listCounsel"], group: "work" },
  coverage: { key: "v", needs: ["getCoverage"], group: "law" },
  "rule-books": { key: "b", needs: ["listRules"], group: "law" },
  clearance: { key: "l", needs: ["askClearance"], group: "law" },
  evidence: { key: "e", needs: ["searchEvidence"], group: "proof" },
  rooms: { key: "o", needs: ["listRooms"], group: "proof" },
  audit: { key: "a", needs: ["listAudit", "listTenantAudit"], group: "proof" },
  setup: { key: "s", needs: ["getSetupChecklist"], group: "platform" },
  tenants: { key: "t", needs: ["listTenants"], group: "platform" },
  connections: { key: "n", needs: ["listConnections", "listAllConnections"], group: "tenant" },
  inventory: { key: "i", needs: ["listArtifacts"], group: "tenant" },
  extractors: {
    key: "x",
    needs: ["getExtractorStatus", "getTenantSettings"],
    group: "tenant",
  },
  webhooks: {
    key: "w",
    needs: ["listWebhookEndpoints", "listTenantWebhookEndpoints"],
    group: "tenant",
  },
  machines: { key: "m", needs: ["listMachines", "listTenantMachines"], group: "tenant" },
};

/** Every entry of the navigation. */
export const entries: readonly Entry[] = [
  { path: "/", label: t.home, key: "h", needs: [], group: null },
  ...(Object.keys(rows) as Screen[]).map((screen) => ({
    path: `/${screen}`,
    label: t.screens[screen],
    ...rows[screen],
  })),
];

/** Whether the signed-in user sees an entry. */
export const isOffered = ({ needs }: Pick<Entry, "needs">): boolean =>
  needs.length === 0 || needs.some(may);

/** While set, leaving the screen asks this question first. */
export const leaving = signal<{ question: string } | null>(null);
/** The navigation that the user wanted when they were asked. */
export const wanted = signal<(() => void) | null>(null);

/** Navigates at once, or after the user has confirmed leaving. */
export function guarded(go: () => void): void {
  if (leaving.value === null) go();
  else wanted.value = go;
}
