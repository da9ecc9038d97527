import type { en } from "./en.ts";

/** The same keys and lists, with any texts. */
type Wide<T> = T extends string ? string : { readonly [K in keyof T]: Wide<T[K]> };

/** All texts of counsel's pages in one language. */
export type Catalogue = Wide<typeof en>;
