import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aProfile } from '@portcullis/contracts/builders';
import { decide, E, type Status } from '@portcullis/domain';
import { decode, oneOf, statuses, t } from '@portcullis/domain/kernel';
import { PolicyCodec, ProfileCodec } from '@portcullis/domain/serialization';
import { expect } from 'chai';
import { keysCommand } from '#cli/commands/keys-command';
import { ledgerCommand } from '#cli/ledger/ledger-command';
import { replayCommand } from '#cli/replay/replay-command';
import { type ApiRequest, readBody, readReply, sendRequest } from '../../support/clients/api-client.ts';
import {
  decisionsOf,
  type Release,
  readRelease,
  releaseFolder,
  unpackRelease,
} from '../../support/servers/released-folder.ts';
import { useSandbox } from '../../support/servers/sandbox.ts';
import { runCommand } from '../../support/services/commands.ts';

const Secrets = t.type({ database_email: t.string, database_password: t.string, data_keys: t.string });
const Seen = t.type({ status: oneOf(statuses) });
const Moved = t.type({ profile_status: oneOf(statuses) });
const Link = t.type({ flow_token: t.string });

const Identified = t.type({ id: t.string });
const Listed = t.type({ data: t.array(Identified) });
const Endpoint = t.type({ description: t.string });
const Review = t.type({ profile_id: t.string, claim: t.union([t.null, t.type({ is_mine: t.literal(true) })]) });
const Page = t.type({ object: t.literal('list') });
const Draft = t.type({ id: t.string, note: t.string });
const BackTest = t.type({ status: t.string });

/** Signs in at the console as the member `staff`, and answers what asks as that member. */
const signIn = async (baseUrl: string, password: string) => {
  const headers = { origin: baseUrl, 'content-type': 'application/json' };
  const body = JSON.stringify({ username: 'staff', password });
  const begun = await fetch(`${baseUrl}/api/staff/session`, { method: 'POST', headers, body });
  expect(begun.status).to.equal(200);
  const [cookie = ''] = (begun.headers.get('set-cookie') ?? '').split(';');
  return async <A>(codec: t.Decoder<unknown, A>, path: string): Promise<A> => {
    const answer = await fetch(`${baseUrl}${path}`, { headers: { cookie } });
    expect(answer.status, path).to.equal(200);
    return readBody(codec, await answer.json());
  };
};

const reviewer = { id: 'reviewer-7' };

describe('the service over what the last release has kept, or this build while nothing is kept', function () {
  this.timeout(120_000);
  let folder = '';
  before('find the release', () => {
    folder = releaseFolder();
  });
  const sandbox = useSandbox((data) => unpackRelease(folder, data));
  const release = (): Release => readRelease(folder);

  const ask = (request: Omit<ApiRequest, 'token'>, token = sandbox().info.token) =>
    sendRequest(sandbox().info.base_url, { ...request, token });
  const idOf = (status: Status): string => {
    const found = release().profiles.find((profile) => profile.status === status);
    if (found === undefined) throw new Error(`the release has no profile that is ${status}`);
    return found.id;
  };
  const statusOf = async (id: string) => readReply(Seen, await ask({ path: `/api/profiles/${id}` })).status;
  const event = (id: string, json: object) => ask({ method: 'POST', path: `/api/status_history/${id}`, json });
  const environment = () => {
    const secrets = readBody(Secrets, JSON.parse(readFileSync(join(sandbox().folder, 'secrets.json'), 'utf8')));
    return {
      DATABASE_URL: sandbox().info.database_url,
      DB_USER_EMAIL: secrets.database_email,
      DB_USER_PASSWORD: secrets.database_password,
      DATA_KEYS: secrets.data_keys,
    };
  };

  it('has a profile in each state in which one can rest', () => {
    const states = release().profiles.map(({ status }) => status);
    const expected = ['created', 'in_progress', 'approved', 'declined', 'in_review', 'requires_input', 'canceled'];
    expect(states).to.include.members(expected);
  });

  it('shows every profile as it was', async () => {
    for (const { id, status } of release().profiles) expect(await statusOf(id), id).to.equal(status);
  });

  it('shows what the partner and the staff have made', async () => {
    const { made, throw_away_password: password } = release();
    const endpoint = `/api/webhook-endpoints/${made.webhook_endpoint}`;
    expect(readReply(Endpoint, await ask({ path: endpoint })).description).to.equal('A kept endpoint');
    // How many tries are still there depends on the age of the folder.
    readReply(Page, await ask({ path: `${endpoint}/deliveries` }));

    const look = await signIn(sandbox().info.base_url, password);
    // The claim of the member lasts for a quarter of an hour, so that it has ended in all but a new folder.
    const review = await look(Review, `/api/reviews/${made.claimed_profile}`);
    expect(review.profile_id).to.equal(made.claimed_profile);
    const idsAt = async (path: string) => (await look(Listed, path)).data.map(({ id }) => id);
    expect(await idsAt('/api/lists')).to.include(made.list_entry);
    expect(await idsAt('/api/clients')).to.include(made.client);
    const draft = `/api/policy-drafts/${made.policy_draft}`;
    expect((await look(Draft, draft)).note).to.equal('Passports alone.');
    expect((await look(BackTest, `${draft}/back-test`)).status).to.equal('done');
  });

  it('seals and verifies all of it, and makes its decisions again', async () => {
    const rotated = await runCommand(keysCommand, environment(), 'rotate');
    expect(rotated.code, rotated.lines.join('\n')).to.equal(0);
    const verified = await runCommand(ledgerCommand, environment(), 'verify');
    expect(verified.code, verified.lines.join('\n')).to.equal(0);
    const replayed = await runCommand(replayCommand, environment());
    expect(replayed.code, replayed.lines.join('\n')).to.equal(0);
  });

  it('moves every one of them on', async () => {
    const link = await ask({ method: 'POST', path: `/api/profiles/${idOf('created')}/flow-token`, json: {} });
    const { flow_token: person } = readReply(Link, link, 201);
    const consent = { text_version: '1', locale: 'en', granted: true };
    const path = `/api/profiles/${idOf('created')}`;
    expect(readReply(Seen, await ask({ method: 'PATCH', path, json: { consent } }, person)).status).to.equal(
      'in_progress',
    );

    const approval = { event: 'review_approved', reviewer, reason: 'looked_twice', note: 'It is Anna, by her chin.' };
    expect(readReply(Moved, await event(idOf('in_review'), approval), 201).profile_status).to.equal('approved');
    for (const status of ['in_progress', 'requires_input'] as const) {
      const moved = readReply(Moved, await event(idOf(status), { event: 'canceled' }), 201);
      expect(moved.profile_status).to.equal('canceled');
    }
    for (const status of ['approved', 'declined'] as const) {
      const { status: answer } = await ask({ method: 'DELETE', path: `/api/profiles/${idOf(status)}` });
      expect(answer, status).to.be.within(200, 202);
    }
    const verified = await runCommand(ledgerCommand, environment(), 'verify');
    expect(verified.code, verified.lines.join('\n')).to.equal(0);
  });

  it('reads the policies and the evidence of every decision, and decides the same', () => {
    const decisions = decisionsOf(folder);
    expect(decisions.length).to.be.above(300);
    for (const [n, { file, now, policy, ...decided }] of decisions.entries()) {
      const { checks, outcome, reasons } = decide(policy, file, now);
      expect({ outcome, reasons, checks }, `decision ${n}`).to.deep.equal(decided);
      expect(decode(PolicyCodec, policy), `decision ${n}`).to.deep.equal(E.right(policy));
      const profile = aProfile({ evidence: file.evidence });
      expect(decode(ProfileCodec, profile), `decision ${n}`).to.deep.equal(E.right(profile));
    }
  });
});
