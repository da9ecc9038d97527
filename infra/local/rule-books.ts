import coloradoSb24205 from "#shared/domain/frameworks/rule-books/co-sb-24-205.json" with {
  type: "json",
};
import coloradoSb26189 from "#shared/domain/frameworks/rule-books/co-sb-26-189.json" with {
  type: "json",
};
import euAiAct from "#shared/domain/frameworks/rule-books/eu-ai-act.json" with { type: "json" };
import type { System } from "./system.ts";

/** Imports the three rule books through the API, as an admin would; unchanged rules stay. */
export async function loadRuleBooks({ baseUrl, signIn }: System): Promise<void> {
  const { access_token } = await signIn.issue({ is_platform_admin: true });
  const put = async (path: string, body: unknown) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) {
      throw new Error(
        `The rule book could not be loaded: ${response.status} ${await response.text()}`,
      );
    }
  };
  for (const { framework_id, rules, ...framework } of [euAiAct, coloradoSb26189, coloradoSb24205]) {
    await put(`/admin/frameworks/${framework_id}`, framework);
    await put(`/admin/frameworks/${framework_id}/rules`, { rules });
  }
}
