import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readGuide } from "#infra/guide/guide.ts";
import { readMarkdown } from "#infra/guide/markdown.ts";

const guide = await readGuide("guide.css");
const pageOf = (name: string): string => guide.pages.find((page) => page.name === name)?.text ?? "";

test("every link between the served docs leads to an existing page and anchor", () => {
  const dead: string[] = [];
  for (const { name, text } of guide.pages) {
    for (const [, target = ""] of text.matchAll(/href="(\/docs\/[^"]+|#[^"]+)"/g)) {
      const [page = "", hash] = (target.startsWith("#") ? `/docs/${name}${target}` : target).split(
        "#",
      );
      const found = pageOf(page.replace("/docs/", ""));
      const isThere = hash === undefined || found.includes(` id="${hash}"`);
      if (!page.endsWith(".css") && (found === "" || !isThere)) dead.push(`${name}: ${target}`);
    }
  }
  expect(dead).toEqual([]);
});

test("every alarm, setting and section that the console finds has an anchor on its page", () => {
  expect(guide.alarms.length).toBeGreaterThan(30);
  for (const { to } of [...guide.alarms, ...guide.settings, ...guide.sections]) {
    const [page = "", hash] = to.split("#");
    const text = pageOf(page.replace("/docs/", ""));
    expect([to, text !== "", hash === undefined || text.includes(` id="${hash}"`)]).toEqual([
      to,
      true,
      true,
    ]);
  }
});

test("each alarm in the docs is found, with its meaning", () => {
  const [, table = ""] =
    /## When an alarm fires\n([\s\S]*?)\n## /.exec(
      `${readFileSync("docs/alarms.md", "utf8")}\n## `,
    ) ?? [];
  const named = table
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) =>
      [...(line.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    );
  expect(guide.alarms.map(({ title }) => title)).toEqual(named);
  // The console shows this sentence without the rest of the page.
  const isSentence = /^[A-Z].{15,}\.$/;
  const pointsAway = /\b(below|above|same query)\b|\.md\b/;
  expect(
    guide.alarms.filter(({ text }) => !isSentence.test(text) || pointsAway.test(text)),
  ).toEqual([]);
});

test("text never becomes markup, whatever it contains", () => {
  const { body } = readMarkdown(
    "# A & <b>\n\n`<script>` [x](javascript:alert) <img src=x>\n",
    () => null,
  );
  expect(body.markup).not.toMatch(/<script|<img|<b>|javascript:/);
  expect(body.markup).toContain("A &amp; &lt;b&gt;");
  const blocks = readMarkdown(
    "<script>x</script>\n\na <script> <img src=x onerror=y\n\n<pre>\n<!-- c -->\n<i>\n\n<!-- d -->\n",
    (target) => target,
  );
  expect(blocks.body.markup).not.toMatch(/<script|<img|<pre|<i>|<!--/);
});

test("names with underscores stay as they are; emphasis by underscores, and numbers after code, are kept", () => {
  const { body } = readMarkdown(
    "_Who?_ `__proto__`, tenant_id\n\n1. a\n   ```\n   b\n   ```\n2. c\n",
    (target) => target,
  );
  expect(body.markup.replace(/\n/g, "")).toBe(
    '<p><em>Who?</em> <code>__proto__</code>, tenant_id</p><ol><li>a<pre tabindex="0"><code>b</code></pre></li><li>c</li></ol>',
  );
});

test("headings, lists within lists, tables, code and emphasis are rendered", () => {
  const { body, headings } = readMarkdown(
    "# T\n\n## One, two\n\n1. a **b**\n   - c\n2. d\n\n| x | y |\n|---|---|\n| `k` | v \\| w |\n\n```sh\nnpm start\n```\n\n## One, two\n",
    (target) => target,
  );
  expect(headings.map(({ id }) => id)).toEqual(["one-two", "one-two-1"]);
  expect(body.markup.replace(/\n/g, "")).toBe(
    '<h1>T</h1><h2 id="one-two">One, two</h2><ol><li>a <strong>b</strong><ul><li>c</li></ul></li><li>d</li></ol><div class="table" tabindex="0"><table><thead><tr><th scope="col">x</th><th scope="col">y</th></tr></thead><tbody><tr><th scope="row"><span id="k"></span><code>k</code></th><td>v | w</td></tr></tbody></table></div><pre tabindex="0"><code>npm start</code></pre><h2 id="one-two-1">One, two</h2>',
  );
});
