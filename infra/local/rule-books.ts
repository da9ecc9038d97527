import coloradoSb24205 from "#shared/domain/frameworks/rule-books/co-sb-24-205.json" with {
  type: "json",
};
import coloradoSb26189 from "#shared/domain/frameworks/rule-books/co-sb-26-189.json" with {
  type: "json",
};
import euAiAct from "#shared/domain/frameworks/rule-books/eu-ai-act.json" with { type: "json" };
import usCaAdmt from "#shared/domain/frameworks/rule-books/us-ca-admt.json" with { type: "json" };
import usHiring from "#shared/domain/frameworks/rule-books/us-hiring.json" with { type: "json" };
import usTxHb149 from "#shared/domain/frameworks/rule-books/us-tx-hb-149.json" with {
  type: "json",
};
import type { System } from "./system.ts";

const books = [euAiAct, coloradoSb26189, usCaAdmt, usTxHb149, usHiring, coloradoSb24205];

/**
 * Imports the rule books through the API, as an admin would. A book that is already there stays as
 * it is: its rules may have been amended since.
 */
export async function loadRuleBooks({
  baseUrl,
  signIn,
}: Pick<System, "baseUrl" | "signIn">): Promise<void> {
  const { access_token } = await signIn.issue({ is_platform_admin: true });
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.ok) return response.json();
    throw new Error(
      `The rule books could not be loaded: ${response.status} ${await response.text()}`,
    );
  };
  const put = (path: string, body: unknown) => ask("PUT", path, body);
  const { items } = (await ask("GET", "/admin/frameworks?limit=200")) as {
    items: { id: string }[];
  };
  const known = new Set(items.map(({ id }) => id));
  for (const { framework_id, rules, ...framework } of books) {
    if (known.has(framework_id)) continue;
    await put(`/admin/frameworks/${framework_id}`, framework);
    await put(`/admin/frameworks/${framework_id}/rules`, { rules });
  }
}
