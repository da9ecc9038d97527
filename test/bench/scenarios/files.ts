import { expectStatus } from "#test/support/review-fixture.ts";
import { signPdf } from "#test/support/sign-pdf.ts";
import type { ApiAnswer } from "#test/support/system.ts";
import type { World } from "./world.ts";

/* Files under counsel's link, and the certificate that comes back with a law firm's signature. */

const pdf = { accept: "application/pdf" };

/** The book's review, opened and, if asked, decided. */
async function opened({ book, decided, system }: World, isDecided: boolean) {
  const { token, review } = await book();
  await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
  if (isDecided) await decided();
  return { link: `/counsel/review/${token}`, own: `/admin/rule-reviews/${review.id}` };
}

export const fileOf =
  (name: "request" | "certificate") =>
  async (world: World): Promise<() => Promise<ApiAnswer>> => {
    const { link } = await opened(world, name === "certificate");
    return () => world.system.api()("GET", `${link}/${name}.pdf`, undefined, pdf);
  };

/** Hands in the signed certificate, by counsel's link or as an admin. */
export const signing =
  (by: "link" | "own") =>
  async (world: World): Promise<() => Promise<ApiAnswer>> => {
    const { system } = world;
    const places = await opened(world, true);
    const answer = await fetch(`${system.baseUrl}${places.link}/certificate.pdf`, { headers: pdf });
    const signed = signPdf(Buffer.from(await answer.arrayBuffer()));
    const api = by === "link" ? system.api() : system.admin;
    const sent = { "content-type": "application/pdf" };
    return () => api("PUT", `${places[by]}/signed-certificate`, signed, sent);
  };

/** Requests the certificate that was handed in. */
export async function signedFile(world: World): Promise<() => Promise<ApiAnswer>> {
  const { body } = await expectStatus((await signing("own")(world))(), 201);
  const { review } = await world.book();
  const path = `/admin/rule-reviews/${review.id}/signed-certificates/${body.sha256}`;
  return () => world.system.admin("GET", path);
}
