import type { Language } from "#shared/domain/language.ts";
import type { MailTexts } from "./mail-sentences.ts";
import { de } from "./texts/de.ts";
import { en } from "./texts/en.ts";
import { es } from "./texts/es.ts";
import { fr } from "./texts/fr.ts";
import { it } from "./texts/it.ts";

/** Texts by language. */
export const mailTexts: Readonly<Record<Language, MailTexts>> = { en, de, fr, es, it };
