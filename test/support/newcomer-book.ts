import type { Trial } from "./newcomer-trial.ts";

/** A rule book with one rule, as if it came with the project. */
export const book: Trial = {
  first: [
    ["shared/domain/frameworks/books.ts", "] as const;\nexport type BookId", '  "us_news",\n'],
  ],
  further: [
    [
      "shared/domain/frameworks/books.ts",
      "} as const satisfies Readonly<Record<BookId, Book>>;",
      '  us_news: { gates: REVIEWS_ONLY, topics: { none: "It has one rule." } },\n',
    ],
    [
      "infra/local/rule-books.ts",
      "import { askJson, type Json }",
      `import usNews from "#shared/domain/frameworks/rule-books/us-news.json" with { type: "json" };
`,
    ],
    ["infra/local/rule-books.ts", "} satisfies Record<BookId, object>;", "  us_news: usNews,\n"],
    ["test/support/acts.ts", "  us_tx_hb_149: [[", '  us_news: [["News Act § ", texas]],\n'],
  ],
  files: {
    "shared/domain/frameworks/rule-books/us-news.json": JSON.stringify({
      framework_id: "us_news",
      display_name: "News Act",
      jurisdiction: "US",
      lang: "en",
      short_name: "News",
      rules: [
        {
          use_case_id: "news.1",
          title: "Say who wrote it",
          citations: [{ label: "News Act § 1", url: "https://news.example/1" }],
          customer_description_preview: "A system that writes news.",
          suggested_verdict_copy: "The reader must be told that a machine wrote it.",
          risk_level: "high",
        },
      ],
    }),
  },
};
