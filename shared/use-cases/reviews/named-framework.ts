import type { Framework } from "#shared/domain/frameworks/framework.ts";

/** A rule book as counsel sees it, without the fields that it lacks. */
export const namedFramework = ({ id, display_name, short_name, lang }: Framework) => ({
  id,
  display_name,
  ...(short_name === null ? {} : { short_name }),
  ...(lang === null ? {} : { lang }),
});
