import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pocketbaseClient } from '@portcullis/adapter-pocketbase';
import { t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { keyringFrom } from '../../support/builders/keyrings.ts';
import { aPolicy } from '../../support/builders/policies.ts';
import { Created, jsonOf, type Reply, readBody, readReply, sendRequest } from '../../support/clients/api-client.ts';
import { playJourney, sandboxScenario } from '../../support/clients/journey.ts';
import { storesOver } from '../../support/records/stores-over.ts';
import { mustSucceed } from '../../support/run.ts';
import { useSandbox } from '../../support/servers/sandbox.ts';

const Secrets = t.type({ database_email: t.string, database_password: t.string, data_keys: t.string });
const Answer = t.type({
  outcome: t.string,
  profile: t.type({ id: t.string, policy: t.type({ id: t.string, version: t.string }) }),
});
const Settings = t.type({ policy: t.type({ id: t.string }), minimum_age: t.number });

/** The holder of the specimens was born in 1974. */
const forTheOld = aPolicy({ id: 'for-the-old', minimumAge: 90 });

describe('a policy of the repository', function () {
  this.timeout(120_000);
  const sandbox = useSandbox();

  const register = () => {
    const secrets = readBody(Secrets, JSON.parse(readFileSync(join(sandbox().folder, 'secrets.json'), 'utf8')));
    return storesOver(
      pocketbaseClient({
        url: sandbox().info.database_url,
        email: secrets.database_email,
        password: secrets.database_password,
      }),
      keyringFrom(secrets.data_keys),
    ).policyRepository;
  };

  before('add the policies', async () => {
    await mustSucceed(register().add(forTheOld, 'sandbox'));
    await mustSucceed(register().add(aPolicy({ id: 'of-another' }), 'acme'));
  });

  const create = (reference: string, policy: string): Promise<Reply> =>
    sendRequest(sandbox().info.base_url, {
      method: 'POST',
      path: '/api/profiles/create',
      token: sandbox().info.token,
      json: { reference, policy },
      requestId: 'a-request',
    });

  it('decides the profiles that were created with it', async () => {
    const { base_url: baseUrl, token } = sandbox().info;
    const choose = (scenario: Parameters<typeof sandboxScenario>[0]) => ({
      ...sandboxScenario(scenario),
      policy: 'for-the-old',
    });
    const played = await playJourney({ baseUrl, token, choose }, 'approve');
    expect([played.status, played.reasons]).to.deep.equal(['declined', ['age_below_minimum']]);
    expect(played.ledger).to.deep.include({ ok: true });
  });

  it('is shown to the person, and named in the profile', async () => {
    const created = await create('told', 'for-the-old');
    expect(readReply(Answer, created, 201).profile.policy).to.deep.equal({ id: 'for-the-old', version: '1' });
    const { flow_token: token } = readReply(Created, created, 201);
    const settings = await sendRequest(sandbox().info.base_url, { path: '/api/settings', token });
    expect(readReply(Settings, settings)).to.deep.include({ policy: { id: 'for-the-old' }, minimum_age: 90 });
  });

  it('is rejected for another partner in the same words as a policy that does not exist', async () => {
    const unknown = await create('customer-1', 'nobody-has-it');
    const foreign = await create('customer-1', 'of-another');
    expect(unknown.status).to.equal(422);
    expect(jsonOf(unknown)).to.deep.include({ errors: [{ pointer: '/policy', message: 'no such policy' }] });
    expect([foreign.status, jsonOf(foreign)]).to.deep.equal([unknown.status, jsonOf(unknown)]);
  });

  it('supersedes an open profile once it has a newer version', async () => {
    await mustSucceed(register().add(aPolicy({ id: 'growing' }), null));
    const first = readReply(Answer, await create('grown', 'growing'), 201);
    const again = readReply(Answer, await create('grown', 'growing'));
    expect([again.outcome, again.profile.id]).to.deep.equal(['reused', first.profile.id]);
    await mustSucceed(register().add(aPolicy({ id: 'growing', version: '2', minimumAge: 21 }), null));
    const newer = readReply(Answer, await create('grown', 'growing'), 201);
    expect([newer.outcome, newer.profile.policy]).to.deep.equal(['superseded', { id: 'growing', version: '2' }]);
    const before = await sendRequest(sandbox().info.base_url, {
      path: `/api/profiles/${first.profile.id}`,
      token: sandbox().info.token,
    });
    const Before = t.type({
      status: t.string,
      status_reasons: t.array(t.string),
      policy: t.type({ version: t.string }),
    });
    expect(readReply(Before, before)).to.deep.include({
      status: 'canceled',
      status_reasons: ['policy_changed'],
      policy: { id: 'growing', version: '1' },
    });
  });
});
