import {
  listProfiles,
  type MachinePrincipal,
  notFound,
  type Principal,
  type ProfileStore,
  readFile,
  readHistory,
} from '@portcullis/domain';
import { explainDecision } from '@portcullis/explain';
import { expect } from 'chai';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  create,
  partner,
  personActions,
  stored,
} from '../../../../support/services/memory-service.ts';

/** A store that ignores for whom it reads. */
const leakyStore = (store: ProfileStore): ProfileStore => {
  const everybody = { ...partner.tenant, teamId: null };
  return {
    ...store,
    get: (_viewer, id) => store.getAny(id),
    list: (_viewer, filter) => store.list(everybody, filter),
    findCurrent: (_owner, reference) => store.findCurrent(everybody, reference),
    findBySession: (_viewer, sessionId) => store.findBySession(everybody, sessionId),
  };
};

const otherTenants: Readonly<Record<string, MachinePrincipal>> = {
  'another partner': { ...partner, tenant: { partnerId: 'other', teamId: null } },
  'a team of the partner, where the profile has none': {
    ...partner,
    tenant: { partnerId: partner.tenant.partnerId, teamId: 'berlin' },
  },
};

/** A person with a session, over a store that leaks, and another one. */
const leaking = async () => {
  const service = aService({ profiles: leakyStore });
  const person = await aPerson(service);
  await mustSucceed(personActions(person).consent());
  const { sessionId } = await mustSucceed(personActions(person).open());
  const other = await aPerson(service, { reference: 'customer-2' });
  return { other, person, service, sessionId };
};

/** Everything that may be asked about the person fails as if there were none, and changes nothing. */
const expectNothing = async (
  { person, service, sessionId }: Awaited<ReturnType<typeof leaking>>,
  caller: Principal,
) => {
  const { id } = person;
  const before = await stored(service, id);
  const { analyze, credentials, look, open, patch } = personActions({ ...person, caller });
  for (const task of [
    look(),
    patch({ language: 'de' }),
    open(),
    analyze(Uint8Array.from([...tinyJpeg(), 0])),
    credentials(),
    service.authorizeProfile({ caller, id, intent: 'read' }),
    service.readResult({ caller, sessionId }),
  ])
    expect(await mustFail<unknown>(task)).to.deep.equal(notFound);
  expect(await stored(service, id)).to.deep.equal(before);
};

describe('a store that answers profiles of other tenants', () => {
  for (const [who, caller] of Object.entries(otherTenants)) {
    it(`reveals nothing of them to ${who}`, async () => {
      const leaked = await leaking();
      const { person, service } = leaked;
      await expectNothing(leaked, caller);
      for (const task of [
        service.renewLink({ caller, id: person.id }),
        explainDecision(service)({ caller, id: person.id, seq: null }),
        readHistory(service)({ caller, id: person.id, kind: 'status_change', afterSeq: 0, limit: 10 }),
        readFile(service)({ caller, id: person.id, fileId: 'file00000000001' }),
      ])
        expect(await mustFail(task)).to.deep.equal(notFound);
      const page = await mustSucceed(listProfiles(service)({ caller, filter: { limit: 10 } }));
      expect(page).to.deep.equal({ items: [], next: null });
      const created = await mustSucceed(create(service, { caller, reference: 'customer-1' }));
      expect(created.outcome).to.equal('created');
    });

    it(`reveals nothing to a flow token of another profile, nor to one that names it for ${who}`, async () => {
      const leaked = await leaking();
      await expectNothing(leaked, leaked.other.caller);
      await expectNothing(leaked, { ...leaked.person.caller, tenant: caller.tenant });
    });
  }

  it('is not called for a flow token of another profile, so that none can be told from a missing one', async () => {
    const asked: string[] = [];
    const service = aService({
      profiles: (store) => ({
        ...store,
        get: (viewer, id) => {
          asked.push(id);
          return store.get(viewer, id);
        },
        findBySession: (viewer, sessionId) => {
          asked.push(sessionId);
          return store.findBySession(viewer, sessionId);
        },
      }),
    });
    const ada = await aPerson(service);
    const bob = await aPerson(service, { reference: 'customer-2' });
    for (const person of [ada, bob]) await mustSucceed(personActions(person).consent());
    const { sessionId: own } = await mustSucceed(personActions(ada).open());
    const { sessionId: bobs } = await mustSucceed(personActions(bob).open());
    asked.length = 0;
    for (const id of [bob.id, 'nobody000000000']) {
      expect(await mustFail(service.get({ caller: ada.caller, id }))).to.deep.equal(notFound);
    }
    expect(asked).to.deep.equal([]);
    for (const sessionId of [bobs, 'no session']) {
      expect(await mustFail(service.readResult({ caller: ada.caller, sessionId }))).to.deep.equal(notFound);
    }
    expect(new Set(asked)).to.deep.equal(new Set([ada.id]));
    expect(await mustSucceed(service.readResult({ caller: ada.caller, sessionId: own }))).to.include({
      sessionId: own,
    });
  });
});
