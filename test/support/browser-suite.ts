import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { browserOfThisProcess, closePages } from "./browser.ts";
import { type CounselPage, openCounselPage } from "./counsel-page.ts";
import {
  actionsAt,
  askAgain,
  type Commissioned,
  commission,
  type RuleText,
} from "./review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "./system.ts";
import { newTab, restTab, type Tab, takeTab, UNROUTE } from "./tab.ts";

interface Suite {
  readonly system: TestSystem;
  readonly browser: Browser;
  /**
   * A new review and its link, opened as `open` does. Without rules of its own, it uses the file's
   * shared ones.
   */
  visit(options?: Visit): Promise<CounselPage & { review: Commissioned }>;
  /**
   * Opens a link in a tab without history that knows nothing of earlier ones. Without options other
   * than a language and a size of the window, a closed tab of that language is used again, because a
   * new tab costs more than most of what it shows. A test that alters its tab for good (scripts on
   * load, devices, the page's clock) passes `{}`.
   */
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

/** The width of a newly opened tab, in CSS pixels. */
const WIDTH = 1280;

/** What a tab can have and yet be used again. */
const again = ["viewport", "locale"];

/** Whether a tab with these options is for one test only. */
const isOwn = (options: BrowserContextOptions | undefined): boolean => {
  if (options === undefined) return false;
  const names = Object.keys(options);
  return names.length === 0 || names.some((one) => !again.includes(one));
};

/** Resets a tab to the state of a new one, except for its history. */
async function forget({ page, faults }: Tab): Promise<void> {
  await page.unrouteAll(UNROUTE);
  for (const event of ["request", "response"] as const) page.removeAllListeners(event);
  await page.evaluate("sessionStorage.clear(); localStorage.clear()");
  await page.emulateMedia({ colorScheme: null, media: null });
  if (page.viewportSize()?.width !== WIDTH)
    await page.setViewportSize({ width: WIDTH, height: 900 });
  faults.length = 0;
}

/** A system and a connection to the shared browser for the tests of one file. */
export function browserSuite(): Suite {
  const parts: { system?: TestSystem; browser?: Browser } = {};
  /** Closed tabs by their language; without one, the usual. */
  const idle = new Map<string | undefined, Tab>();
  const openAgain = async (
    url: string,
    { viewport, locale }: BrowserContextOptions = {},
  ): Promise<CounselPage> => {
    const fresh = () =>
      locale === undefined ? takeTab(suite.browser) : newTab(suite.browser, { locale });
    const tab = idle.get(locale) ?? (await fresh());
    idle.delete(locale);
    if (viewport) await tab.page.setViewportSize(viewport);
    // The previous page may have reported faults meanwhile.
    tab.faults.length = 0;
    await tab.goTo(url);
    const close = async () => {
      await forget(tab);
      idle.set(locale, tab);
    };
    return { ...tab, close };
  };
  const suite = {
    get system() {
      return parts.system as TestSystem;
    },
    get browser() {
      return parts.browser as Browser;
    },
    open: (token: string, options?: BrowserContextOptions) => {
      const url = `${suite.system.baseUrl}/counsel/review/${token}`;
      return isOwn(options)
        ? openCounselPage(suite.browser, url, options)
        : openAgain(url, options);
    },
    visit: async ({ rules, expiryDays, mayDelegate, ...options }: Visit = {}) => {
      const asked = {
        ...(expiryDays ? { expiryDays } : {}),
        ...(mayDelegate ? { mayDelegate } : {}),
      };
      const review = rules
        ? await commission(suite.system, { rules, ...asked })
        : await askAgain(suite.system, asked);
      const own = Object.keys(options).length > 0 ? options : undefined;
      return { ...(await suite.open(review.token, own)), review };
    },
    statusOf: async ({ review }: Commissioned) => {
      const { body } = await suite.system.admin("GET", `/admin/rule-reviews/${review.id}`);
      return body.status as string;
    },
    actionsOf: ({ review }: Commissioned) =>
      actionsAt(suite.system, `/admin/rule-reviews/${review.id}`),
  };
  beforeAll(async () => {
    parts.system = await startTestSystemWithLog();
    parts.browser = await browserOfThisProcess();
  });
  afterAll(async () => {
    const usual = idle.get(undefined);
    if (usual !== undefined) await restTab(usual);
    await closePages(parts.browser);
    await parts.system?.close();
  });
  return suite;
}
