import { aReviewer } from '@portcullis/contracts/builders';
import { type FileStore, unavailable } from '@portcullis/domain';
import { dueAt } from '@portcullis/domain/profile';
import { expect } from 'chai';
import { mustSucceed } from '../../../../support/run.ts';
import {
  consentingPerson,
  ledgerOf,
  partner,
  type ServiceChanges,
  stored,
} from '../../../../support/services/memory-service.ts';
import { resultsOf } from '../../../../support/services/scripted-liveness.ts';

const minute = 60_000;
const death = new Error('the process ends');

/** Where a process ends: `commit` before it records a result, `remove` before it removes a file. */
type End = 'commit' | 'remove' | 'outage' | null;

/** A person with an open session, in a service whose process ends where `ends.at` says; the stores survive it. */
const mortalPerson = async () => {
  const ends: { at: End; meanwhile: () => Promise<unknown> } = { at: null, meanwhile: async () => undefined };
  const profiles: ServiceChanges['profiles'] = (store) => ({
    ...store,
    commit: (change) =>
      ends.at === 'commit' && change.entries.some(({ type }) => type.startsWith('liveness.'))
        ? () => Promise.reject(death)
        : store.commit(change),
  });
  const files = (store: FileStore): FileStore => ({
    ...store,
    remove: (...file) => {
      if (ends.at === 'remove') return () => Promise.reject(death);
      return ends.at === 'outage'
        ? async () => ({ _tag: 'Left', left: unavailable('files', 'out') })
        : store.remove(...file);
    },
  });
  const liveness: ServiceChanges['liveness'] = (provider) => ({
    ...provider,
    read: (session) => async () => {
      const result = await provider.read(session)();
      await ends.meanwhile();
      return result;
    },
  });
  const one = await consentingPerson({ profiles, files, liveness });
  const { sessionId } = await mustSucceed(one.open());
  const read = () => one.service.readResult({ caller: one.person.caller, sessionId })();
  return { ...one, ends, read, faces: () => one.service.records.files.size };
};

const died = (task: Promise<unknown>): Promise<unknown> =>
  task.then(
    () => null,
    (thrown: unknown) => thrown,
  );

const sweep = ({ service }: Awaited<ReturnType<typeof mortalPerson>>) => mustSucceed(service.sweep());

describe('the face of a session whose process ended', () => {
  it('after a withdrawal, before it was removed, is removed by the sweep of another one', async () => {
    const one = await mortalPerson();
    one.ends.at = 'commit';
    expect(await died(one.read())).to.equal(death);
    one.ends.at = 'remove';
    expect(await died(one.consent(false)())).to.equal(death);
    one.ends.at = null;
    const { service, person } = one;
    expect([one.faces(), (await stored(service, person.id)).evidence.at(-1)?.kind]).to.deep.equal([1, 'consent']);
    service.clock.advance(18 * minute - 1);
    await sweep(one);
    expect(one.faces()).to.equal(1);
    service.clock.advance(1);
    expect(await sweep(one)).to.deep.equal({ seen: 1, failures: [] });
    expect([one.faces(), await resultsOf(person)]).to.deep.equal([0, ['expired late']]);
    expect((await ledgerOf(service, person.id)).at(-1)?.type).to.equal('liveness.late_result');
    expect(dueAt(await stored(service, person.id))).to.equal(null);
    expect((await sweep(one)).seen).to.equal(0);
  });

  it('while consent was withdrawn, between storing and removing it, leaves no result, and is removed too', async () => {
    const one = await mortalPerson();
    const withdraw = () => mustSucceed(one.consent(false));
    one.ends.meanwhile = async () => {
      await withdraw();
      one.ends.at = 'remove';
    };
    expect(await died(one.read())).to.equal(death);
    one.ends.at = null;
    expect([one.faces(), await resultsOf(one.person)]).to.deep.equal([1, []]);
    one.service.clock.advance(18 * minute);
    await sweep(one);
    expect([one.faces(), await resultsOf(one.person)]).to.deep.equal([0, ['expired late']]);
  });

  it('stays due as long as it cannot be removed', async () => {
    const one = await mortalPerson();
    one.ends.at = 'commit';
    await died(one.read());
    one.ends.at = 'outage';
    await mustSucceed(one.consent(false));
    one.service.clock.advance(18 * minute);
    const failed = { id: one.person.id, cause: unavailable('files', 'out') };
    expect((await sweep(one)).failures).to.deep.equal([failed]);
    expect([one.faces(), await resultsOf(one.person)]).to.deep.equal([1, []]);
    one.ends.at = null;
    one.service.clock.advance(minute);
    await sweep(one);
    expect([one.faces(), await resultsOf(one.person)]).to.deep.equal([0, ['expired late']]);
  });

  it('is removed by reading the session, where consent was granted again and the provider has forgotten it', async () => {
    const one = await mortalPerson();
    one.ends.at = 'commit';
    await died(one.read());
    one.ends.at = 'remove';
    await died(one.consent(false)());
    one.ends.at = null;
    one.service.clock.advance(2 * minute);
    await sweep(one);
    await mustSucceed(
      one.service.post({
        caller: partner,
        id: one.person.id,
        event: 'input_requested',
        reviewer: aReviewer,
        reason: null,
        note: 'n',
        steps: ['consent'],
        expectedVersion: null,
      }),
    );
    await mustSucceed(one.consent());
    one.service.clock.advance(20 * minute);
    await sweep(one);
    expect([one.faces(), await resultsOf(one.person)]).to.deep.equal([0, ['expired late']]);
  });
});
