import { describe } from "vitest";
import { consoleSuite } from "#test/support/console.ts";
import { halfYearFolder } from "#test/support/half-year.ts";
import { evidenceTasks } from "./evidence.ts";
import { expiredRequests } from "./expired.ts";
import { homeLinks } from "./home-links.ts";
import { namedInProofs } from "./named-in-proofs.ts";
import { doneFromHome, otherCounts } from "./other-counts.ts";
import { sameNumbers } from "./same-numbers.ts";
import { searchQuestions } from "./search-questions.ts";
import { coverageTasks } from "./who-approved.ts";

/* What people look for in the sample half year, in one system and tab. */

const suite = consoleSuite(undefined, halfYearFolder);

describe("Evidence", () => evidenceTasks(suite));
describe("Coverage", () => coverageTasks(suite));
describe("Reviews", () => expiredRequests(suite));
describe("Home, Coverage, rules, Clearance and the room", () => sameNumbers(suite));
describe("the search", () => searchQuestions(suite));
describe("Home", () => homeLinks(suite));
describe("records", () => otherCounts(suite));
describe("proofs", () => namedInProofs(suite));
// This comes last, because it changes what the other tests count.
describe("Home", () => doneFromHome(suite));
