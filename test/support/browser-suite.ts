import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { browserOfThisProcess, closePages } from "./browser.ts";
import { type CounselPage, openCounselPage } from "./counsel-page.ts";
import { type Commissioned, commission, type RuleText } from "./review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "./system.ts";

interface Suite {
  readonly system: TestSystem;
  readonly browser: Browser;
  /** A new review and its link, opened in a browser context of its own. */
  visit(options?: Visit): Promise<CounselPage & { review: Commissioned }>;
  /** Opens a link in another browser context. */
  open(token: string, options?: BrowserContextOptions): Promise<CounselPage>;
  statusOf(review: Commissioned): Promise<string>;
  /** The actions of a review's audit rows, oldest first. */
  actionsOf(review: Commissioned): Promise<string[]>;
}

interface Visit extends BrowserContextOptions {
  rules?: RuleText[];
  expiryDays?: number;
  mayDelegate?: boolean;
}

/** A system and a connection to the shared browser for the tests of one file. */
export function browserSuite(): Suite {
  const parts: { system?: TestSystem; browser?: Browser } = {};
  const suite = {
    get system() {
      return parts.system as TestSystem;
    },
    get browser() {
      return parts.browser as Browser;
    },
    open: (token: string, options: BrowserContextOptions = {}) =>
      openCounselPage(suite.browser, `${suite.system.baseUrl}/counsel/review/${token}`, options),
    visit: async ({ rules, expiryDays, mayDelegate, ...options }: Visit = {}) => {
      const review = await commission(suite.system, {
        ...(rules ? { rules } : {}),
        ...(expiryDays ? { expiryDays } : {}),
        ...(mayDelegate ? { mayDelegate } : {}),
      });
      return { ...(await suite.open(review.token, options)), review };
    },
    statusOf: async ({ review }: Commissioned) => {
      // A new token, because the clock may have passed the expiry of the first one.
      const admin = suite.system.api(await suite.system.token({ is_platform_admin: true }));
      return (await admin("GET", `/admin/rule-reviews/${review.id}`)).body.status as string;
    },
    actionsOf: async ({ review }: Commissioned) => {
      const { body } = await suite.system.admin("GET", `/admin/rule-reviews/${review.id}/audit`);
      return body.items.map((row: { action: string }) => row.action) as string[];
    },
  };
  beforeAll(async () => {
    parts.system = await startTestSystemWithLog();
    parts.browser = await browserOfThisProcess();
  });
  afterAll(async () => {
    await closePages(parts.browser);
    await parts.system?.close();
  });
  return suite;
}
