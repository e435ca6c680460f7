import { memoryPorts } from '@portcullis/adapter-memory';
import { memoryClock } from '@portcullis/adapter-memory/testing';
import { addStaff, createBackoffice } from '@portcullis/backoffice';
import { feedWatchContract, passwordHasherContract } from '@portcullis/contracts';
import { createVerification, type Principal } from '@portcullis/domain';
import { createEvents } from '@portcullis/events';
import { expect } from 'chai';
import { memoryFeedWatch } from '#adapters/memory/beside-ports';
import { createFeedWatch } from '#app/adapters/feed-watch';
import { mustSucceed } from '../../support/run.ts';

const clientUrl = 'https://example.org';
const caller: Principal & { readonly kind: 'machine' } = {
  kind: 'machine',
  clientId: 'shop',
  tenant: { partnerId: 'shop', teamId: null },
  scopes: ['profiles:write'],
};

describe('the ports in memory', () => {
  it('are every port of the verification, the events and the back office', () => {
    const { postStatusEvent } = createVerification(memoryPorts(), { clientUrl });
    const ports = { ...memoryPorts(), postStatusEvent };
    const needed = [createVerification, createEvents, createBackoffice].flatMap((create) => create.ports);
    expect(needed).to.have.length.at.least(55);
    expect(Object.keys(ports)).to.include.members(needed);
  });

  it('keep what is sent to endpoints, and answer a request that follows a feed at once', async () => {
    const ports = memoryPorts();
    const events = createEvents(ports);
    const url = 'https://shop.example/hooks';
    const { endpoint } = await mustSucceed(events.createEndpoint({ caller, url, description: null, types: null }));
    const ping = await mustSucceed(events.pingEndpoint({ caller, id: endpoint.id }));
    expect(ping.result._tag).to.equal('Answered');
    expect(ports.webhookSender.sent.map((one) => one.url)).to.deep.equal([url, url]);
    const query = { caller, after: null, limit: 10, types: null };
    const page = await mustSucceed(events.followEvents({ ...query, waitMs: 20_000, onGone: () => undefined }));
    expect(page.events).to.deep.equal([]);
  });

  it('know their staff by their passwords', async () => {
    const ports = memoryPorts({ clock: memoryClock(Date.UTC(2026, 4, 1)) });
    const { postStatusEvent } = createVerification(ports, { clientUrl });
    const settings = { skipsSecondFactor: true, reviewSlaHours: 24, maxOpenClaims: 3 };
    const office = createBackoffice({ ...ports, postStatusEvent }, settings);
    const given = { username: 'rosa', name: 'Rosa Lind', roles: ['reviewer'], tenant: caller.tenant } as const;
    const { secrets } = await mustSucceed(addStaff(ports)(given));
    const credentials = { username: 'rosa', password: secrets.password, code: null, recoveryCode: null };
    const { session } = await mustSucceed(office.signInStaff(credentials));
    expect(session.member.name).to.equal('Rosa Lind');
    const wrong = await office.signInStaff({ ...credentials, password: `${secrets.password}x` })();
    expect(wrong).to.deep.include({ _tag: 'Left' });
  });
});

passwordHasherContract({ describe, it }, 'memory', () => memoryPorts().passwords);
feedWatchContract({ describe, it }, 'memory', memoryFeedWatch);
feedWatchContract({ describe, it }, 'polling', ({ heads }) => createFeedWatch(heads, 1));
