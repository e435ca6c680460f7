import { type VerificationProvider, verificationProviders } from '#domain/checks/check-module';
import { type OutageCell, outageCells } from '#domain/checks/outages';
import { checksDependingOn } from '#domain/checks/registry';

const code = (word: string): string => `\`${word}\``;

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The requests and the processing that call each provider, and the effect of an outage on the caller. */
const requestsByProvider: { readonly [P in VerificationProvider]: string } = {
  liveness:
    'It is called by `POST /api/face-liveness/session` and `GET /api/face-liveness/results/:sessionId`. The caller waits. The service itself reads a session that nobody has read: ten seconds before its end, before another one is opened, and before the checks run. Without an answer it asks again within a minute. Until then no other session is opened and no check runs; when the time for processing is over, the profile goes to a review (`provider_timeout`).',
  browser_credentials:
    'It is called by `GET /api/cloud/credentials`. The caller waits. Credentials that were not issued are not counted.',
  document_reader:
    'It is called by `POST /api/ai/document-analysis`, whose caller waits and whose image is stored. It is also called by the checks of a submitted profile, which delay no request.',
  faces: 'It is called by the checks of a submitted profile, which delay no request.',
  device:
    'It is called by `PATCH` with a device event, which is stored and succeeds without the answer, and then by the checks of the submitted profile.',
};

const head = [
  'Kind',
  'Called by',
  'Check',
  'Recorded reason',
  'Retried by',
  'Status of the profile',
  'Code for the caller',
];

const retrierNames: { readonly [A in OutageCell['retriedBy']]: string } = {
  processing: 'the service',
  caller: 'the caller',
  nobody: 'nobody',
};

const nullable = (word: string | null): string => (word === null ? '–' : code(word));

const outcomeOf = ({ origin, reason, retriedBy, profile, code: errorCode }: OutageCell): readonly string[] => [
  origin,
  nullable(reason),
  retrierNames[retriedBy],
  profile === 'unchanged' ? profile : code(profile),
  nullable(errorCode),
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
    const [origin = '', ...rest] = outcomeOf(cell);
    return rowOf([code(cell.kind), origin, requirements.join(', '), ...rest]);
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
      'This page says what happens when a provider gives no usable answer to a request, or to the checks of a submitted profile (`processing`).',
      '`node test/architecture/write-pages.mjs` makes it from `outageCells`, which the code reads too. A test injects every row over HTTP.',
    ].join('\n'),
    [
      '- **No outage leads to an approval**, also where the check is optional. An optional check without supplied evidence is no outage.',
      '- **No outage costs the person anything**: no attempt, no liveness session, no browser credentials.',
      '- *unchanged*: the request writes nothing about the outage. An image or the name of a device event that it supplied remains stored.',
      '- *the service* makes up to `providerTries` calls (three): a second after the first failure and twenty seconds after the second. Then a reviewer decides. A model that refused an image, or whose output was truncated, is not called again.',
      '- *A call that was never sent is no attempt*: the circuit is open, the queue is full, or the process is stopping. A waiting caller gets `provider_unavailable` with `Retry-After` (`deadline_exceeded` while the process is stopping). A submitted profile stays in `processing` and is retried until the time for processing is over (`provider_timeout`).',
      '- The providers of one profile are called concurrently.',
    ].join('\n'),
    [
      '| Kind | Meaning |',
      '| --- | --- |',
      '| `unavailable` | the connection failed, or the provider answered 5xx; for a waiting caller also: the circuit is open |',
      '| `timeout` | there was no answer within the deadline, or the provider reported a timeout (408, 504) |',
      '| `quota` | there were too many requests |',
      '| `invalid_response` | the response violates the contract |',
      '| `not_configured` | key, permission, model or region are not accepted by the provider, or nothing is configured |',
      '| `rejected` | the provider calls our request malformed |',
      '| `model_refused` | the model refused to read the document |',
      '| `output_truncated` | the output of the model ended before it was complete |',
      '| `output_invalid` | the output of the model does not have the requested form |',
    ].join('\n'),
    ...verificationProviders.map(chapterOf),
  ].join('\n\n')}\n`;
