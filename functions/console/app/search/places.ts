import { alarms, sections, settings } from "virtual:guide";
import { may, mayChange, type Operation } from "../shell/client.ts";
import { entries, isOffered } from "../shell/navigation.ts";
import type { Named } from "./hits.ts";
import { t } from "./texts.ts";

/** The actions: address, operation needed, label, and other words for it. */
const acts: readonly (readonly [to: string, needs: Operation, label: string, words: string])[] = [
  ["/reviews/new", "createReview", t.acts.request, "commission ask counsel link"],
  ["/reviews/panels", "listPanels", t.acts.panels, "several counsel vote"],
  ["/counsel/new", "createCounsel", t.acts.counsel, "add lawyer new"],
  ["/rule-books", "putRules", t.acts.import, "csv json upload rules"],
  ["/clearance", "askClearance", t.acts.clearance, "ship release gate"],
  ["/clearance/pipelines/new", "putPipeline", t.acts.pipeline, "ci deploy job"],
  ["/evidence/verify", "searchEvidence", t.acts.verify, "check certificate bundle receipt"],
  ["/evidence/decisions", "searchEvidence", t.acts.export, "download all bundles"],
  ["/rooms/new", "createRoom", t.acts.room, "regulator auditor link"],
  ["/setup", "getSetupChecklist", t.acts.rotate, "secret key change provision"],
  ["/setup#alarms", "getSetupChecklist", t.acts.alarms, "alert on-call runbook monitoring"],
  ["/extractors", "getTenantSettings", t.acts.budget, "cost spend money cap"],
  ["/extractors", "getExtractorStatus", t.acts.budget, "cost spend money cap"],
  ["/connections/new", "createConnection", t.acts.connect, "cloud github aws environment"],
  ["/machines/new", "putMachine", t.acts.machine, "oidc token scope siem system sign in"],
  ["/machines/new", "putTenantMachine", t.acts.machine, "oidc token scope siem system sign in"],
  ["/tenants", "createTenant", t.acts.tenant, "organisation customer new"],
];

/** Screens, actions, and, for those who run the system, its alarms, settings and docs. */
export function placesToFind(): Named[] {
  const screens = entries.filter(isOffered).map(
    ({ path, label, key }): Named => ({
      hit: { group: "screens", to: path, title: label, more: `g ${key}` },
      fields: [[label]],
    }),
  );
  const offered = acts
    .filter(([, needs]) => may(needs))
    .filter(([to]) => mayChange() || !to.endsWith("/new"))
    .map(
      ([to, , title, words]): Named => ({
        hit: { group: "acts", to, title, more: "" },
        fields: [[title], [words]],
      }),
    );
  return [...screens, ...offered, ...(may("getSetupChecklist") ? inGuide() : [])];
}

function inGuide(): Named[] {
  const named = (group: "alarms" | "settings" | "docs", all: typeof sections) =>
    all.map(
      ({ title, text, to }): Named => ({
        hit: { group, to, title, more: text.length > 90 ? `${text.slice(0, 89)}…` : text },
        fields: [[t.kinds[group], title, title.replace(/(?<=[a-z])(?=[A-Z])/g, " ")], [text]],
      }),
    );
  return [...named("alarms", alarms), ...named("settings", settings), ...named("docs", sections)];
}
