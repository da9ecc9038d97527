import type { BookId } from "#shared/domain/frameworks/books.ts";
import coloradoSb26189 from "#shared/domain/frameworks/rule-books/co-sb-26-189.json" with {
  type: "json",
};
import euAiAct from "#shared/domain/frameworks/rule-books/eu-ai-act.json" with { type: "json" };
import knownEvents from "#shared/domain/frameworks/rule-books/known-events.json" with {
  type: "json",
};
import usCaAdmt from "#shared/domain/frameworks/rule-books/us-ca-admt.json" with { type: "json" };
import usHiring from "#shared/domain/frameworks/rule-books/us-hiring.json" with { type: "json" };
import usTxHb149 from "#shared/domain/frameworks/rule-books/us-tx-hb-149.json" with {
  type: "json",
};
import { askJson, type Json } from "#shared/platform/http/ask.ts";
import type { System } from "./system.ts";

const loaded = {
  eu_ai_act: euAiAct,
  co_sb_26_189: coloradoSb26189,
  us_ca_admt: usCaAdmt,
  us_tx_hb_149: usTxHb149,
  us_hiring: usHiring,
} satisfies Record<BookId, object>;

/** Known events in the law behind a book, by framework (docs/law.md). */
const eventsOf: ReadonlyMap<string, readonly object[]> = new Map(Object.entries(knownEvents));

/**
 * Imports the rule books through the API, as an admin would. It leaves a book that already exists
 * unchanged, because the book's rules may have been amended since.
 */
export async function loadRuleBooks({
  baseUrl,
  signIn,
}: Pick<System, "baseUrl" | "signIn">): Promise<void> {
  const { access_token: token } = await signIn.issue({ is_platform_admin: true });
  const call = async (method: string, path: string, given?: unknown): Promise<Json> => {
    const { status, text, body } = await askJson(`${baseUrl}${path}`, {
      method,
      body: given,
      token,
    });
    if (status < 300) return body;
    throw new Error(`The rule books could not be loaded: ${status} ${text}`);
  };
  const { items } = await call("GET", "/admin/frameworks?limit=200");
  const known = new Set(items.map(({ id }: Json) => id));
  for (const { framework_id, rules, ...framework } of Object.values(loaded)) {
    if (known.has(framework_id)) continue;
    await call("PUT", `/admin/frameworks/${framework_id}`, framework);
    await call("PUT", `/admin/frameworks/${framework_id}/rules`, { rules });
    const events = eventsOf.get(framework_id);
    if (events === undefined) continue;
    await call("PUT", `/admin/frameworks/${framework_id}/enforcement`, { events });
  }
}
