import { expect, test } from "vitest";
import { composeMail } from "#functions/courier/mail/compose-mail.ts";
import { languages } from "#shared/domain/language.ts";

const mail = {
  kind: "review_link",
  language: "en",
  asker: "countersign.example",
  counsel: "Dr. Anna Conti",
  framework: "EU AI Act",
  ruleCount: 2,
  matter: null,
  articles: ["Art. 50", "Annex III point 4"],
  panel: null,
  passedOnBy: null,
  mayPassOn: false,
  expiresAt: "2026-12-04T10:15:00.000Z",
  link: "https://app.example/counsel/review/token?lang=en",
  stopLink: "https://a.example/stop",
} as const;

test("a mail names the articles, the panel and who passed the request on", () => {
  const panel = { members: 3, need: 2 };
  const { text, html } = composeMail({ ...mail, panel, passedOnBy: "Avv. Luca Ferrari" });
  const said =
    "Avv. Luca Ferrari passed this request on to you. It is about Art. 50, Annex III point 4. You are one of 3 counsel who are asked; approvals needed: 2.";
  expect(text).toContain(said);
  expect(html).toContain(said);
});

test("where counsel may pass the request on, the mail does not forbid it", () => {
  const forbidden = "Please do not forward this mail";
  expect(composeMail(mail).text).toContain(forbidden);
  const allowed = composeMail({ ...mail, mayPassOn: true });
  expect(allowed.text).not.toContain(forbidden);
  expect(allowed.html).toContain("pass the request on from its page");
});

test.each(languages)(
  "in %s no placeholder is left, with everything and with nothing",
  (language) => {
    const full = {
      ...mail,
      language,
      panel: { members: 3, need: 2 },
      passedOnBy: "A. B.",
      mayPassOn: true,
    };
    const least = { ...mail, language, articles: [], link: null, stopLink: null };
    for (const one of [full, { ...mail, language, articles: [] }, least]) {
      const { subject, text, html } = composeMail(one);
      expect(`${subject}${text}${html.replace(/<style>.*<\/style>/, "")}`).not.toMatch(
        /[{}]|undefined|\bnull\b|href=""/,
      );
    }
  },
);
