import { expect, test } from "vitest";
import { languageSwitch } from "#functions/reviews/page/language-switch.ts";
import { kinds } from "#shared/routes/contract/setting-kinds.ts";
import { commission } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

const system = suiteSystem({ settings: { COUNSEL_LANGUAGES: "de,en" } });

const pageOf = async (path: string, locale = "fr") => {
  const { headers, text } = await system.api()("GET", path, undefined, {
    accept: "text/html",
    "accept-language": locale,
  });
  expect(headers.get("permissions-policy")).toContain("publickey-credentials-");
  const others = [...text.matchAll(/hreflang="?(\w+)/g)].map(([, tag]) => tag);
  return { lang: /<html[^>]* lang="?(\w+)/.exec(text)?.[1], others };
};

test("only offered languages are served, named, taken and chosen for counsel", async () => {
  const { token, counselId, frameworkId } = await commission(system);
  const link = `/counsel/review/${token}`;
  // The first one is the default, even if the address or the browser asks for one that is not offered.
  expect(await pageOf(link)).toEqual({ lang: "de", others: ["en"] });
  expect(await pageOf(`${link}?lang=it`, "en")).toEqual({ lang: "de", others: ["en"] });
  expect(await pageOf(link, "it, en;q=0.5")).toEqual({ lang: "en", others: ["de"] });
  expect(await pageOf("/counsel/key/none")).toEqual({ lang: "de", others: ["en"] });
  expect(await pageOf("/counsel/reminders/none")).toEqual({ lang: "de", others: ["en"] });
  expect((await system.api()("GET", `${link}?lang=it`)).body.language).toBe("de");

  const decided = await system.api()("POST", `${link}/decide?lang=it`, { decision: "approved" });
  expect([decided.status, decided.body.errors]).toEqual([
    400,
    [{ path: "lang", message: "must be one of de, en" }],
  ]);
  expect((await system.admin("GET", "/admin/console/config.json")).body.counsel_languages).toEqual([
    "de",
    "en",
  ]);
  const named = { framework_id: frameworkId, display_name: "Ada", email: "ada@lex.example" };
  for (const answer of [
    await system.admin("POST", "/admin/counsel", { ...named, language: "it" }),
    await system.admin("PATCH", `/admin/counsel/${counselId}`, { language: "it" }),
  ]) {
    expect([answer.status, answer.body.code, answer.body.errors[0].path]).toEqual([
      422,
      "language_not_offered",
      "language",
    ]);
  }
  const taken = await system.admin("PATCH", `/admin/counsel/${counselId}`, { language: "en" });
  expect([taken.status, taken.body.language]).toEqual([200, "en"]);
  expect((await system.api()("GET", `${link}?lang=de`)).body.language).toBe("en");
});

test("if only one language is offered, as by default, there is nothing to switch", () => {
  expect(languageSwitch("Language", "en").markup).toBe("");
});

test.each([
  ["en", true],
  ["de, en", true],
  ["de", false],
  ["en,en", false],
  ["en,pt", false],
])("COUNSEL_LANGUAGES %s: %s", (text, isTaken) => {
  expect(kinds.counselLanguages.holds(text)).toBe(isTaken);
});
