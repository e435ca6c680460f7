import { E, type MachinePrincipal } from '@portcullis/domain';
import { pingEnabled } from '@portcullis/events';
import { maxWebhookEndpoints } from '@portcullis/events/ports';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { createEndpoint } from '#events/webhooks/create-endpoint';
import {
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
} from '#events/webhooks/manage-endpoints';
import { pingEndpoint } from '#events/webhooks/ping-endpoint';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { answered, timedOut } from '../../../support/webhooks/scripted-sender.ts';
import { acmeCaller, settle, theUrl, webhookDatabase } from '../../../support/webhooks/webhook-database.ts';

const callerOf = (partnerId: string, teamId: string | null = null): MachinePrincipal => ({
  ...acmeCaller,
  tenant: { partnerId, teamId },
});

const asked = { caller: acmeCaller, url: theUrl, description: null, types: null };

describe('endpoints for webhooks', () => {
  it('are enabled by a signed ping that is answered with 2xx, and otherwise get nothing but pings', async () => {
    const { clock, deps, happen, instance, script, sent } = webhookDatabase(memoryDriver());
    script.answer = () => answered(500);
    const { endpoint, result } = await mustSucceed(createEndpoint(deps)(asked));
    expect([endpoint.status, result]).to.deep.equal(['unverified', answered(500)]);
    expect(sent).to.have.length(1);
    expect(sent[0]).to.deep.include({ url: theUrl, secrets: [endpoint.secrets[0]?.secret] });
    expect(JSON.parse(sent[0]?.body ?? '')).to.deep.equal({
      id: sent[0]?.id,
      type: 'endpoint.ping',
      timestamp: '2026-05-01T10:00:00.000Z',
      data: { id: endpoint.id, object: 'webhook_endpoint' },
    });
    await happen([1]);
    await settle(instance('one'), clock, 3);
    expect(sent).to.have.length(1);
    script.answer = () => timedOut;
    const own = { caller: acmeCaller, id: endpoint.id };
    expect((await mustSucceed(pingEndpoint(deps)(own))).endpoint.status).to.equal('unverified');
    script.answer = () => answered(204);
    expect((await mustSucceed(pingEndpoint(deps)(own))).endpoint).to.include({
      status: 'enabled',
      verifiedAt: '2026-05-01T10:00:02.000Z',
    });
  });

  it('have secrets of 32 random bytes, of which two sign for a day after a rotation, the new one first', async () => {
    const { clock, deps, happen, instance, sent } = webhookDatabase(memoryDriver());
    const { endpoint } = await mustSucceed(createEndpoint(deps)(asked));
    const own = { caller: acmeCaller, id: endpoint.id };
    const first = endpoint.secrets[0]?.secret ?? '';
    expect(first).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(first.slice('whsec_'.length), 'base64').length).to.equal(32);
    const second = (await mustSucceed(rotateSecret(deps)(own))).secrets[0]?.secret ?? '';
    expect(second).to.not.equal(first);
    const delivery = instance('one');
    const secretsOfNext = async (afterMs: number) => {
      clock.advance(afterMs);
      await happen([1]);
      await settle(delivery, clock, 3);
      return sent.at(-1)?.secrets;
    };
    expect(await secretsOfNext(0)).to.deep.equal([second, first]);
    expect(await secretsOfNext(86_400_000 - 10_000)).to.deep.equal([second, first]);
    expect(await secretsOfNext(10_000)).to.deep.equal([second]);
    await mustSucceed(rotateSecret(deps)(own));
    const fourth = (await mustSucceed(rotateSecret(deps)(own))).secrets;
    expect(fourth.map(({ secret }) => secret)).to.not.include(second);
    expect(fourth).to.have.length(2);
  });

  it('are at most 20 of a partner, and none to an address that is refused', async () => {
    const { deps } = webhookDatabase(memoryDriver());
    const create = createEndpoint(deps);
    for (let n = 0; n < maxWebhookEndpoints; n += 1) await mustSucceed(create(asked));
    expect(await mustFail(create(asked))).to.deep.equal({ _tag: 'EndpointLimitReached', limit: 20 });
    expect(await mustFail(create({ ...asked, caller: callerOf('acme', 'north') }))).to.include({
      _tag: 'EndpointLimitReached',
    });
    await mustSucceed(create({ ...asked, caller: callerOf('globex') }));
    const refused = await mustFail(create({ ...asked, caller: callerOf('initech'), url: 'http://10.0.0.1/' }));
    expect(refused).to.deep.equal({
      _tag: 'Invalid',
      faults: [{ pointer: '/url', message: 'expected a URL that begins with https:' }],
    });
  });

  it('are at most 20 of a partner that creates many at the same time', async () => {
    const { deps, stores } = webhookDatabase(memoryDriver());
    const created = await Promise.all(Array.from({ length: 30 }, () => createEndpoint(deps)(asked)()));
    const { endpoints: stored } = await mustSucceed(stores.webhookEndpoints.ofPartner('acme'));
    const answered = created.flatMap((one) => (E.isRight(one) ? one.right.endpoint.id : []));
    expect(stored.length).to.be.within(0, maxWebhookEndpoints);
    expect(stored.map((one) => one.id)).to.have.members(answered);
  });

  it('exist for their own tenant alone, whatever is asked of them', async () => {
    const { deps, sent } = webhookDatabase(memoryDriver());
    const { endpoint } = await mustSucceed(createEndpoint(deps)({ ...asked, caller: callerOf('acme', 'north') }));
    sent.length = 0;
    const { id } = endpoint;
    for (const caller of [callerOf('globex'), callerOf('acme', 'south')]) {
      const own = { caller, id };
      for (const task of [
        getEndpoint(deps)(own),
        updateEndpoint(deps)({ ...own, settings: { url: 'https://evil.example/' } }),
        deleteEndpoint(deps)(own),
        pingEndpoint(deps)(own),
        rotateSecret(deps)(own),
      ])
        expect(await mustFail<unknown>(task)).to.deep.equal({ _tag: 'NotFound' });
      expect(await mustSucceed(listEndpoints(deps)(caller))).to.deep.equal({ endpoints: [], damaged: [] });
    }
    expect(sent).to.deep.equal([]);
    for (const caller of [callerOf('acme'), callerOf('acme', 'north')])
      expect(await mustSucceed(getEndpoint(deps)({ caller, id }))).to.deep.equal(endpoint);
  });

  it('are created once by a request that is repeated, with the same secret', async () => {
    const { deps } = webhookDatabase(memoryDriver());
    const operation = { id: 'the operation', isRetry: false };
    const first = await mustSucceed(createEndpoint(deps)({ ...asked, operation }));
    const again = await mustSucceed(createEndpoint(deps)({ ...asked, operation: { ...operation, isRetry: true } }));
    expect(again.endpoint.id).to.equal(first.endpoint.id);
    expect(again.endpoint.secrets).to.deep.equal(first.endpoint.secrets);
    expect((await mustSucceed(listEndpoints(deps)(acmeCaller))).endpoints).to.have.length(1);
  });

  it('are unverified with another URL, and go on where they were when they are enabled again', async () => {
    const { clock, deps, happen, instance, sent } = webhookDatabase(memoryDriver());
    const { endpoint } = await mustSucceed(createEndpoint(deps)(asked));
    const own = { caller: acmeCaller, id: endpoint.id };
    const update = updateEndpoint(deps);
    const delivery = instance('one');
    await mustSucceed(update({ ...own, settings: { status: 'disabled' } }));
    await happen([1, 2]);
    await settle(delivery, clock, 3);
    expect(sent).to.have.length(1);
    expect(await mustSucceed(update({ ...own, settings: { status: 'enabled' } }))).to.include({ status: 'enabled' });
    await settle(delivery, clock, 3);
    expect(sent).to.have.length(3);
    const moved = await mustSucceed(update({ ...own, settings: { url: 'https://other.example/' } }));
    expect(moved).to.include({ status: 'unverified', verifiedAt: null });
    await happen([1]);
    await settle(delivery, clock, 3);
    expect(sent).to.have.length(3);
    await mustSucceed(pingEndpoint(deps)(own));
    await settle(delivery, clock, 3);
    expect(sent.slice(3).map(({ url }) => url)).to.deep.equal(['https://other.example/', 'https://other.example/']);
    await mustSucceed(deleteEndpoint(deps)(own));
    await happen([1]);
    await settle(delivery, clock, 3);
    expect(sent).to.have.length(5);
  });

  it('are left out and counted where their rows do not open, hide no other, count to the limit and can be deleted', async () => {
    const driver = memoryDriver();
    const { clock, create, deps, happen, instance, sent, stores } = webhookDatabase(driver);
    const damaged = await create();
    const whole = await create();
    for (let n = 3; n <= maxWebhookEndpoints; n += 1) await create();
    const broken = {
      kind: 'update',
      table: 'webhook_endpoints',
      id: damaged.id,
      columns: { data: 'sealed:AA' },
    } as const;
    await mustSucceed(driver.transaction([broken]));
    const left = [{ id: damaged.id, tenant: acmeCaller.tenant }];
    const listed = await mustSucceed(listEndpoints(deps)(acmeCaller));
    expect([listed.endpoints.length, listed.damaged]).to.deep.equal([maxWebhookEndpoints - 1, left]);
    expect(await mustSucceed(stores.webhookEndpoints.damaged(''))).to.deep.equal({ damaged: left, next: null });
    expect(await mustFail(createEndpoint(deps)(asked))).to.include({ _tag: 'EndpointLimitReached' });
    const failed: string[] = [];
    const delivery = instance('one', { onFailure: (_, id) => void failed.push(id) });
    await happen([1]);
    for (let seconds = 0; seconds < 60; seconds += 10) {
      await settle(delivery, clock, 3);
      clock.advance(8000);
    }
    expect(failed).to.deep.equal([damaged.id]);
    expect(sent.length).to.equal(maxWebhookEndpoints - 1);
    expect(await mustSucceed(pingEnabled(deps))).to.have.length(maxWebhookEndpoints - 1);
    const own = { caller: callerOf('globex'), id: damaged.id };
    expect(await mustFail(deleteEndpoint(deps)(own))).to.deep.equal({ _tag: 'NotFound' });
    await mustSucceed(deleteEndpoint(deps)({ ...own, caller: acmeCaller }));
    expect((await mustSucceed(listEndpoints(deps)(acmeCaller))).damaged).to.deep.equal([]);
    expect(await mustSucceed(getEndpoint(deps)({ caller: acmeCaller, id: whole.id }))).to.deep.equal(whole);
  });

  it('are neither created nor pinged by a clock that is not trusted', async () => {
    const { deps, sent } = webhookDatabase(memoryDriver());
    const untrusted = { ...deps, clock: { ...deps.clock, isTrusted: () => false } };
    expect(await mustFail(createEndpoint(untrusted)(asked))).to.include({ _tag: 'Unavailable', service: 'clock' });
    expect(sent).to.deep.equal([]);
  });
});
