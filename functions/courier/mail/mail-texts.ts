import type { Language } from "#shared/domain/language.ts";
import type { MailTexts } from "./mail-sentences.ts";
import { en } from "./texts/en.ts";

/** Texts by language. */
export const mailTexts: Readonly<Record<Language, MailTexts>> = { en };
