import {
  checksDependingOn,
  type OutageCell,
  outageCells,
  type VerificationProvider,
  verificationProviders,
} from '@portcullis/domain';

const code = (word: string): string => `\`${word}\``;

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** What asks each provider, and what becomes of the answer to the one who waits. */
const requestsByProvider: { readonly [P in VerificationProvider]: string } = {
  liveness: '`POST /api/face-liveness/session` and `GET /api/face-liveness/results/:sessionId`. The caller waits.',
  browser_credentials: '`GET /api/cloud/credentials`. The caller waits; what was not issued is not counted.',
  document_reader:
    '`POST /api/ai/document-analysis`, whose caller waits; the image stays. And the checks of a submitted profile: a request that supplied the last step with something else succeeds without the reading.',
  faces: 'The checks of a submitted profile. The request that supplied the last step succeeds without the comparison.',
  device:
    '`PATCH` with a device event, which is kept and succeeds without the answer; and then the checks of the submitted profile.',
};

const head = ['Kind', 'While', 'Check', 'Recorded', 'Asked again by', 'The profile', 'The caller is told'];

const repeatedBy: { readonly [A in OutageCell['retriedBy']]: string } = {
  driver: 'the service',
  caller: 'the caller',
  nobody: 'nobody',
};

const nullable = (word: string | null): string => (word === null ? '–' : code(word));

const outcomeOf = ({
  origin: occasion,
  reason,
  retriedBy: asksAgain,
  profile,
  code: told,
}: OutageCell): readonly string[] => [
  occasion,
  nullable(reason),
  repeatedBy[asksAgain],
  profile === 'unchanged' ? profile : code(profile),
  nullable(told),
];

/** Rows that differ only in the requirement are merged. */
const rowsOf = (cells: readonly OutageCell[]): readonly string[] => {
  const rows = new Map<string, { readonly cell: OutageCell; readonly requirements: readonly string[] }>();
  for (const cell of cells) {
    const key = [cell.kind, ...outcomeOf(cell)].join(' ');
    const { requirements } = rows.get(key) ?? { requirements: [] };
    rows.set(key, { cell, requirements: [...requirements, cell.requirement] });
  }
  return [...rows.values()].map(({ cell, requirements }) => {
    const [occasion = '', ...rest] = outcomeOf(cell);
    return rowOf([code(cell.kind), occasion, requirements.join(', '), ...rest]);
  });
};

const chapterOf = (provider: VerificationProvider): string => {
  const rows = rowsOf(outageCells.filter((cell) => cell.provider === provider));
  const checks = `Checks: ${checksDependingOn(provider).map(code).join(', ')}.`;
  const table = [rowOf(head), rowOf(head.map(() => '---')), ...rows].join('\n');
  return [`## \`${provider}\``, `${requestsByProvider[provider]} ${checks}`, table].join('\n\n');
};

/** The complete page `docs/outages.md`. */
export const outagesPage = (): string =>
  `${[
    '# Outages',
    [
      'What happens when a provider gives no answer that can be used, for every provider, every kind of outage, and both when a request asks it and when the checks',
      'of a submitted profile do. This page is made from `outageCells` by `node test/architecture/write-pages.mjs`; the code reads the same table, and a test',
      'injects every cell of it over HTTP and compares.',
    ].join('\n'),
    [
      '- **No cell ends in an approval.** That holds for optional checks, too: an outage must not be a way around one. An optional check of which nothing was supplied is another thing, and stands against nobody.',
      '- **No cell costs the person anything**: no attempt, no liveness session, no browser credentials.',
      '- *unchanged*: the request wrote nothing of the outage. What it supplied itself (an image, the name of a device event) stays.',
      '- *the service* asks again up to `providerTries` of the policy (three tries in all), a second after the first failure and twenty seconds after the second; then a person decides. A model that refused an image, or ran out of room over it, would do it again for the same price: nobody asks again.',
      '- *A call that never left us is no try*: the circuit is open, no place is free, the process ends. Nothing is recorded of it. Who waits is told `provider_unavailable` with `Retry-After` (`deadline_exceeded` while the process ends); a submitted profile stays in `processing`, and the process that could not ask comes back to it when it may, until the time to process it is over (`provider_timeout`). So an outage costs tries of the few who find out whether the provider is back, however many wait.',
      '- Providers that are asked for one profile are asked at the same time, so a person waits for the slowest and not for the sum.',
    ].join('\n'),
    [
      '| Kind | Means |',
      '| --- | --- |',
      '| `unavailable` | the connection failed, or the provider answered 5xx; to a waiting caller also: its circuit is open |',
      '| `timeout` | no answer within the deadline, or the provider says so (408, 504) |',
      '| `quota` | too many requests |',
      '| `invalid_response` | an answer that is not the contract |',
      '| `not_configured` | key, permission, model or region are not as the provider wants them; nothing is configured at all |',
      '| `rejected` | the provider calls our request malformed |',
      '| `model_refused` | the model would not read the document |',
      '| `output_truncated` | the model ran out of room before the end of its answer |',
      '| `output_invalid` | the answer of the model is not of the form that was asked for |',
    ].join('\n'),
    [
      '`npm run faults` measures it on the service as it is deployed: its own process, a real database, the simulated vendors in a third one, and every fault of every vendor under every request that asks it.',
      'Each answer has to come within the deadline and 100 ms and say what stands here, the profile has to be whole and its ledger to verify, the memory may not rise by more than 20 MiB, and without the fault the person',
      "has to be approved. One person's photo, for the reading and for the faces, is noise of 4096 pixels, which takes long to scale. A decode takes a hundred megabytes and more while it runs; what counts is what a request",
      'leaves behind, after each has been made once. At the end it counts what reaches a vendor that is down: at most 1.1 requests for each one that is served. `-- --short` runs a few of each, as `npm test` does.',
    ].join('\n'),
    ...verificationProviders.map(chapterOf),
  ].join('\n\n')}\n`;
