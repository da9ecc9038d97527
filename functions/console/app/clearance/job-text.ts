import type { Ci } from "./pipeline-form.tsx";

/** What a job is made for. */
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

/** As one word of a shell. */
const quoted = (text: string): string =>
  /^[\w.:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** As a text of YAML: a JSON string is one, too. */
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

/** The job to copy (docs/clearance.md). */
export const jobText = (ci: Ci, job: JobFor): string => ({ github, gitlab, other: shell })[ci](job);
