import type { Framework } from "#shared/domain/frameworks/framework.ts";

/** A rule book as counsel is shown it; what it does not say is left out. */
export const namedFramework = ({ id, display_name, short_name, lang }: Framework) => ({
  id,
  display_name,
  ...(short_name === null ? {} : { short_name }),
  ...(lang === null ? {} : { lang }),
});
