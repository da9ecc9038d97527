import type { Framework } from "#shared/domain/frameworks/framework.ts";
import { pageOfFrameworks } from "#shared/store/frameworks.ts";
import type { Page, Paging } from "#shared/store/page.ts";

/** The platform's frameworks by id. */
export const listFrameworks = (paging: Paging): Promise<Page<Framework>> =>
  pageOfFrameworks(paging);
