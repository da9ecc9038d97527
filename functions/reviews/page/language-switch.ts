import { type Language, languageNames, languages } from "#shared/domain/language.ts";
import { type Html, html } from "#shared/html/html.ts";

/** The languages of the page, folded: the one in use, and links to the others. */
export const languageSwitch = (label: string, current: Language): Html => html`
<details class="languages">
  <summary><span class="vh">${label}: </span>${languageNames[current]}</summary>
  <ul>${languages
    .filter((language) => language !== current)
    .map(
      (language) =>
        html`<li><a href="?lang=${language}" lang="${language}" hreflang="${language}">${languageNames[language]}</a></li>`,
    )}</ul>
</details>`;
