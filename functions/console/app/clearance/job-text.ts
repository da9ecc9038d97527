import type { Runs } from "../parts/trusted-fields.tsx";

/** The facts that go into a job's text. */
export interface JobFor {
  /** The service's address. */
  url: string;
  frameworkId: string;
  audience: string;
}

const command = ({ url, frameworkId, audience }: JobFor): string =>
  `node check.mjs --url ${url} --framework ${quoted(frameworkId)} --rules rules.json${
    audience === url ? "" : ` --audience ${quoted(audience)}`
  }`;

/** Quotes text as one word of a shell. */
const quoted = (text: string): string =>
  /^[\w.:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Writes text as YAML, where a JSON string is valid, too. */
const yaml = (text: string): string =>
  /^[\w .:/@=-]+$/.test(text) && !/: |:$/.test(text) ? text : JSON.stringify(text);

const fetchCheck = ({ url }: JobFor): string => `curl -fsS -o check.mjs ${url}/clearance/check.mjs`;

const github = (job: JobFor): string => `name: clearance
on: [pull_request, push]
jobs:
  clearance:
    runs-on: ubuntu-latest
    permissions:
      contents: read
      id-token: write # the job's own OIDC token
    steps:
      - uses: actions/checkout@v4
      - run: ${yaml(fetchCheck(job))}
      - run: ${yaml(command(job))}
`;

const gitlab = (job: JobFor): string => `clearance:
  image: node:20
  id_tokens:
    CLEARANCE_TOKEN:
      aud: ${JSON.stringify(job.audience)}
  script:
    - ${yaml(fetchCheck(job))}
    - ${yaml(command({ ...job, audience: job.url }))}
`;

const shell = (job: JobFor): string => `${fetchCheck(job)}
CLEARANCE_TOKEN=$(your-ci-token) ${command({ ...job, audience: job.url })} || exit 1
`;

/** A placeholder for the reader's own organisation: the console's platform admins have none. */
const ORGANISATION = "YOUR-ORGANISATION-ID";

/** The job that asks about a repository, with the commit of its pull request or push. */
export const systemsJobText = (url: string): string => `name: clearance
on: [pull_request, push]
jobs:
  systems:
    runs-on: ubuntu-latest
    permissions:
      id-token: write # the job's own OIDC token
    steps:
      - run: ${yaml(`curl -fsS -o check.mjs ${url}/clearance/check.mjs`)}
      - run: >-
          node check.mjs --url ${url} --system --tenant ${ORGANISATION}
          --commit \${{ github.event.pull_request.head.sha || github.sha }} --wait 60
`;

/** A first rules.json, with one rule. */
export const rulesExample = `${JSON.stringify(
  [
    {
      use_case_id: "art5.1.c.social_scoring",
      title: "Social scoring",
      citations: [{ label: "Regulation (EU) 2024/1689, Article 5(1)(c)" }],
      customer_description_preview: "What your customers read about the rule.",
      suggested_verdict_copy: "What you suggest that they do.",
    },
  ],
  null,
  2,
)}
`;

/** The job to copy (docs/clearance.md). */
export const jobText = (ci: Runs, job: JobFor): string =>
  ({ github, gitlab, other: shell })[ci](job);
