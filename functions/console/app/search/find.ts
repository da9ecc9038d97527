import { namesAll, readQuestion } from "#shared/domain/evidence/question/question.ts";
import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import { ruleAt } from "../parts/addresses.ts";
import { joined, line } from "../parts/format.ts";
import { t as reviewTexts } from "../reviews/texts.ts";
import { call, may, type Outcome } from "../shell/client.ts";
import { entries, isOffered } from "../shell/navigation.ts";
import type { t } from "./texts.ts";

export type Group = keyof typeof t.groups;

/** Something that was found, and where it is. */
export interface Hit {
  group: Group;
  /** Unique among all hits. */
  to: string;
  /** Text from outside has its hidden characters visible already. */
  title: string;
  more: string;
}

/** What one source found; null: it did not answer. */
export interface Found {
  group: Group;
  hits: readonly Hit[] | null;
  /** How many more it has. */
  further: number;
}

const MOST = 6;
/** Lists without a search of their own are read this far, once an opening. */
const MOST_READ = 200;

/** Screens of the signed-in user, by name; without a text, all of them. */
export function screensNamed(text: string): Hit[] {
  const part = text.trim().toLowerCase();
  return entries
    .filter(isOffered)
    .filter(({ label }) => label.toLowerCase().includes(part))
    .map(({ path, label, key }) => ({
      group: "screens",
      to: path,
      title: label,
      more: `g ${key}`,
    }));
}

interface Named {
  hit: Hit;
  /** Texts that are searched. */
  texts: readonly (string | null | undefined)[];
}

/** The lists that are searched here; read when the search is opened, each in one request. */
export function readLists(): Promise<readonly Named[] | null>[] {
  const lists: Promise<readonly Named[] | null>[] = [];
  if (may("listCounsel")) lists.push(readCounsel());
  if (may("listAllConnections")) lists.push(readConnections("listAllConnections"));
  else if (may("listConnections")) lists.push(readConnections("listConnections"));
  return lists;
}

async function readCounsel(): Promise<readonly Named[] | null> {
  const outcome = await call("listCounsel", { query: { limit: String(MOST_READ) } });
  if (outcome.kind !== "done") return null;
  return outcome.body.items.map(({ id, display_name, firm, email, bar_registration }) => ({
    hit: {
      group: "counsel",
      to: `/counsel/${id}`,
      title: line(display_name),
      more: joined(firm, email),
    },
    texts: [display_name, firm, email, bar_registration, id],
  }));
}

async function readConnections(
  id: "listAllConnections" | "listConnections",
): Promise<readonly Named[] | null> {
  const outcome = await call(id, { query: { limit: String(MOST_READ) } });
  if (outcome.kind !== "done") return null;
  return outcome.body.items.map((one) => ({
    hit: {
      group: "connections",
      to: `/connections/${one.id}`,
      title: line(one.display_name),
      more: joined(one.provider, one.status),
    },
    texts: [one.display_name, one.provider, one.remote_tenant_id, one.id],
  }));
}

/** What of the lists fits a text. */
export function fitting(lists: readonly (readonly Named[] | null)[], text: string): Found[] {
  const { words } = readQuestion(text, "");
  return lists.flatMap((list): Found[] => {
    const fits = (list ?? []).filter(({ texts }) => namesAll({ words }, texts));
    const [first] = fits;
    if (!first) return [];
    const hits = fits.slice(0, MOST).map(({ hit }) => hit);
    return [{ group: first.hit.group, hits, further: fits.length - hits.length }];
  });
}

/** The service's own searches that the user may call, each one request. */
export function askService(text: string): Promise<Found>[] {
  const asked: Promise<Found>[] = [];
  if (may("searchRules")) asked.push(askRules(text));
  if (may("listReviews")) asked.push(askReviews(text));
  if (may("listArtifacts") && !may("searchRules")) asked.push(askArtifacts(text));
  return asked;
}

const foundBy = <T>(
  group: Group,
  outcome: Outcome<T>,
  read: (body: T) => { hits: Hit[]; further: number },
): Found =>
  outcome.kind === "done" ? { group, ...read(outcome.body) } : { group, hits: null, further: 0 };

async function askRules(search: string): Promise<Found> {
  const outcome = await call("searchRules", { query: { search, limit: String(MOST) } });
  return foundBy("rules", outcome, ({ rules, found }) => ({
    hits: rules.map(({ framework_id, use_case_id, title, citation }) => ({
      group: "rules",
      to: ruleAt(framework_id, use_case_id),
      title: joined(citation && provisionOf(citation), title),
      more: joined(use_case_id),
    })),
    further: found - rules.length,
  }));
}

async function askReviews(search: string): Promise<Found> {
  const outcome = await call("listReviews", { query: { search, limit: String(MOST) } });
  return foundBy("reviews", outcome, ({ items }) => ({
    hits: items.map((one) => ({
      group: "reviews",
      to: `/reviews/${one.id}`,
      title: joined(one.articles.join(", ") || one.id, one.counsel_display_name),
      more: joined(
        reviewTexts.statuses[one.status],
        (one.decided_at ?? one.created_at).slice(0, 10),
      ),
    })),
    further: 0,
  }));
}

async function askArtifacts(search: string): Promise<Found> {
  const outcome = await call("listArtifacts", { query: { search, limit: String(MOST) } });
  return foundBy("artifacts", outcome, ({ items }) => ({
    hits: items.map(({ id, name, kind, provider_ref }) => ({
      group: "artifacts",
      to: `/inventory/${id}`,
      title: line(name),
      more: joined(kind, provider_ref),
    })),
    further: 0,
  }));
}
