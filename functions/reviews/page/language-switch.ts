import { type Language, languageNames } from "#shared/domain/language.ts";
import { type Html, html } from "#shared/html/html.ts";
import { offeredLanguages } from "#shared/use-cases/counsel/offered-languages.ts";

/** The offered languages, folded: the one in use, and links to the others; empty if there are none. */
export function languageSwitch(label: string, current: Language): Html {
  const others = offeredLanguages().filter((language) => language !== current);
  if (others.length === 0) return html``;
  return html`
<details class="languages">
  <summary><span class="vh">${label}: </span>${languageNames[current]}</summary>
  <ul>${others.map(
    (language) =>
      html`<li><a href="?lang=${language}" lang="${language}" hreflang="${language}">${languageNames[language]}</a></li>`,
  )}</ul>
</details>`;
}
