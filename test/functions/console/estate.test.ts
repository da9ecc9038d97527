import { beforeAll, describe } from "vitest";
import { consoleSuite } from "#test/support/console.ts";
import { buildEstate, type Estate } from "#test/support/console-estate.ts";
import { failingForms } from "./estate/forms.ts";
import { whatRolesSee } from "./estate/roles.ts";
import { everyScreen } from "./estate/screens.ts";
import { searching } from "./estate/search.ts";
import { statesOfScreens } from "./estate/states.ts";
import { namesOfThings } from "./estate/words.ts";

/* One estate, and a tab for each role. Tests that change them come after those that do not. */

const suite = consoleSuite(async () => ({
  CLOUDB_DISPLAY_NAME: "Cloud B of <b>Northwind</b>\u200b",
  SOURCEHOST_APP_ID: "314159",
}));
let estate: Estate;
beforeAll(async () => {
  estate = await buildEstate(suite.system);
});
const estateOf = (): Estate => estate;

describe("screens", () => everyScreen(suite, estateOf));
describe("search", () => searching(suite, estateOf));
describe("roles", () => whatRolesSee(suite, estateOf));
describe("words", () => namesOfThings(suite, estateOf));
describe("forms", () => failingForms(suite, estateOf));
describe("states", () => statesOfScreens(suite, estateOf));
