import { joseTokenService } from '@portcullis/adapter-jose';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { E, type TokenService } from '@portcullis/domain';
import { secretFor } from '../../../support/builders/secrets.ts';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { mustSucceed } from '../../../support/run.ts';
import type { Harness, Size } from '../harness/harness.ts';
import { singleEdits } from './edits.ts';
import { forgeriesOf } from './forgeries.ts';

const secret = secretFor('tokens that are changed');

/** The number of tokens of each kind that are mutated, and the step at which their edits are sampled. */
const amounts: Readonly<Record<Size, { readonly tokens: number; readonly every: number }>> = {
  short: { tokens: 1, every: 7 },
  full: { tokens: 8, every: 1 },
  long: { tokens: 40, every: 1 },
};

const atOnce = 500;

const newService = (): TokenService =>
  joseTokenService({
    secret,
    machineTtlSeconds: 3600,
    flowTtlSeconds: 3600,
    clock: fakeClock(),
    ids: sequentialIds(),
    issuer: 'https://id.example',
    audience: 'portcullis',
  });

const issueOf = (tokens: TokenService, n: number) => ({
  machine: tokens.issueMachine({
    clientId: `shop-${n}`,
    tenant: { partnerId: 'acme', teamId: n % 2 === 0 ? null : 'berlin' },
    scopes: ['profiles:read', 'profiles:write'],
  }),
  flow: tokens.issueFlow({
    profileId: `abc${String(n).padStart(12, '0')}`,
    tenant: { partnerId: 'acme', teamId: n % 2 === 0 ? null : 'berlin' },
    generation: n + 1,
    notAfter: '2027-01-01T00:00:00.000Z',
  }),
});

type Summary = { accepted: number; thrown: number; calledExpired: number; tried: number };

const tryAll = async (tokens: TokenService, batch: readonly string[], summary: Summary): Promise<void> => {
  const answers = await Promise.allSettled(batch.map((token) => tokens.verify(token)()));
  for (const answer of answers) {
    summary.tried += 1;
    if (answer.status === 'rejected') summary.thrown += 1;
    else if (E.isRight(answer.value)) summary.accepted += 1;
    else if (answer.value.left.expired) summary.calledExpired += 1;
  }
};

const tryEdits = async (tokens: TokenService, token: string, every: number, first: number, summary: Summary) => {
  let batch: string[] = [];
  let n = 0;
  for (const changed of singleEdits(token)) {
    n += 1;
    if (n % every === first % every) batch.push(changed);
    if (batch.length < atOnce) continue;
    await tryAll(tokens, batch, summary);
    batch = [];
  }
  await tryAll(tokens, batch, summary);
};

export const tokenMutants: Harness = {
  name: 'token-mutants',
  claim:
    'takes no token that is one edit away from a good one, or made out of one, whether the good one was just taken or not',
  hasNoDatabase: true,
  run: async ({ size, seed, say }) => {
    const { tokens: count, every } = amounts[size];
    const tokens = newService();
    const edits: Summary = { accepted: 0, thrown: 0, calledExpired: 0, tried: 0 };
    const forged: Summary = { ...edits };
    let refusedOriginals = 0;
    const isTaken = async (token: string): Promise<void> => {
      if (E.isLeft(await tokens.verify(token)())) refusedOriginals += 1;
    };
    for (let n = 0; n < count; n += 1) {
      for (const issue of Object.values(issueOf(tokens, seed + n))) {
        const { token } = await mustSucceed(issue);
        // The token is verified once, so that it is cached while similar ones are verified.
        await isTaken(token);
        await tryEdits(tokens, token, every, seed, edits);
        const forgeries = forgeriesOf(token, secret);
        await tryAll(tokens, forgeries, forged);
        await tryAll(newService(), forgeries, forged);
        await isTaken(token);
      }
      say(`${n + 1} of ${count} tokens of each kind, ${edits.tried.toLocaleString('en')} edits`);
    }
    return {
      performed: { 'single edits': edits.tried, forgeries: forged.tried, 'tokens of each kind': count },
      violations: {
        'edits accepted': edits.accepted,
        'forgeries accepted': forged.accepted,
        exceptions: edits.thrown + forged.thrown,
        'edits called expired': edits.calledExpired,
        'good tokens refused': refusedOriginals,
      },
    };
  },
};
