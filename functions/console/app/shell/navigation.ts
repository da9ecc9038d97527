import { signal } from "@preact/signals";
import type { Operation } from "./client.ts";
import { t } from "./texts.ts";

interface Entry {
  path: string;
  label: string;
  /** The key after `g`. */
  key: string;
  /** Users who may call any of these see the screen; everybody sees Home. */
  needs: readonly Operation[];
  group: keyof typeof t.groups | null;
}

const { screens } = t;

/** Every screen of the navigation, with the operations that decide who sees it. */
export const entries: readonly Entry[] = [
  { path: "/", label: screens.home, key: "h", needs: [], group: null },
  { path: "/reviews", label: screens.reviews, key: "r", needs: ["listReviews"], group: "work" },
  { path: "/counsel", label: screens.counsel, key: "c", needs: ["listCounsel"], group: "work" },
  { path: "/coverage", label: screens.coverage, key: "v", needs: ["getCoverage"], group: "law" },
  { path: "/rule-books", label: screens.ruleBooks, key: "b", needs: ["listRules"], group: "law" },
  {
    path: "/evidence",
    label: screens.evidence,
    key: "e",
    needs: ["searchEvidence"],
    group: "proof",
  },
  {
    path: "/audit",
    label: screens.audit,
    key: "a",
    needs: ["listAudit", "listTenantAudit"],
    group: "proof",
  },
  {
    path: "/setup",
    label: screens.setup,
    key: "s",
    needs: ["getSetupChecklist"],
    group: "platform",
  },
  { path: "/tenants", label: screens.tenants, key: "t", needs: ["listTenants"], group: "platform" },
  {
    path: "/connections",
    label: screens.connections,
    key: "n",
    needs: ["listConnections", "listAllConnections"],
    group: "tenant",
  },
  {
    path: "/inventory",
    label: screens.inventory,
    key: "i",
    needs: ["listArtifacts"],
    group: "tenant",
  },
  {
    path: "/extractors",
    label: screens.extractors,
    key: "x",
    needs: ["getExtractorStatus", "getTenantSettings"],
    group: "tenant",
  },
];

/** While set, leaving the screen asks this question first. */
export const leaving = signal<{ question: string } | null>(null);
/** The navigation that the user wanted when they were asked. */
export const wanted = signal<(() => void) | null>(null);

/** Navigates at once, or after the user has confirmed leaving. */
export function guarded(go: () => void): void {
  if (leaving.value === null) go();
  else wanted.value = go;
}
