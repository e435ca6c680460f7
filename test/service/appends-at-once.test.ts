import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { openRecordStore } from '@portcullis/adapter-pocketbase';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { aKeyring } from '../support/builders/keyrings.ts';
import { mustSucceed } from '../support/run.ts';
import { usePocketbase } from '../support/servers/pocketbase.ts';
import { aService, create, ledgerOf, partner, type Service, stored } from '../support/services/memory-service.ts';

const append = (service: Service, id: string, type: string, expectedVersion: number | null = null) =>
  service.append({
    caller: partner,
    id,
    type,
    occurredAt: null,
    outcome: null,
    data: {},
    expectedVersion,
  });

const review = (service: Service, id: string, expectedVersion: number | null) =>
  service.post({
    caller: partner,
    id,
    event: 'canceled',
    reason: null,
    note: null,
    steps: null,
    expectedVersion,
  });

describe('appends to one history over two instances on one database', function () {
  this.timeout(60_000);
  const database = usePocketbase();

  /** Two instances that share nothing but the database. */
  const instances = async (): Promise<readonly [Service, Service]> => {
    await database().empty();
    const { url, email, password } = database();
    const instance = (seed: string): Service => {
      const store = openRecordStore({ url, email, password, keyring: aKeyring(), ids: sequentialIds(seed) });
      return aService({ seed, profiles: () => store.profiles, ledgerReader: () => store.ledgerReader });
    };
    return [instance('one'), instance('other')];
  };

  for (const count of [16, 100]) {
    it(`acknowledges each of ${count} at once, and writes each once`, async () => {
      const [one, other] = await instances();
      const { view } = await mustSucceed(create(one));
      const { id, version } = view.profile;
      const types = Array.from(
        { length: count },
        (_, index) => `partner.event_${'abcdefghij'[index % 10]}${'x'.repeat(Math.floor(index / 10))}`,
      );
      const answers = await Promise.all(
        types.map((type, index) => mustSucceed(append(index % 2 === 0 ? one : other, id, type))),
      );
      expect(answers.map(({ type }) => type)).to.deep.equal(types);
      const added = (await ledgerOf(one, id)).slice(version);
      expect(added.map(({ type }) => type).toSorted()).to.deep.equal(types.toSorted());
      expect(new Set(answers.map(({ seq }) => seq)).size).to.equal(count);
      expect((await stored(other, id)).version).to.equal(version + count);
    });
  }

  it('tells a caller who names a version that it has passed, as before', async () => {
    const [one, other] = await instances();
    const { view } = await mustSucceed(create(one));
    const { id, version } = view.profile;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => append(index % 2 === 0 ? one : other, id, 'partner.seen', version)()),
    );
    expect(answers.filter(E.isRight)).to.have.length(1);
    const refused = answers.flatMap((answer) => (E.isLeft(answer) ? [answer.left._tag] : []));
    expect(new Set(refused)).to.have.keys(['PreconditionFailed']);
  });

  it('decides a status event on what the others wrote: no conflict, but at most one cancellation', async () => {
    const [one, other] = await instances();
    const { view } = await mustSucceed(create(one));
    const { id } = view.profile;
    const events = [one, other, one, other].map((service) => review(service, id, null)());
    const appended = Array.from({ length: 12 }, (_, index) => append(index % 2 ? one : other, id, 'partner.seen')());
    const answers = await Promise.all(events);
    expect(answers.map((answer) => (E.isLeft(answer) ? answer.left._tag : 'done')).toSorted()).to.deep.equal([
      ...Array.from({ length: 3 }, () => 'InvalidTransition'),
      'done',
    ]);
    expect((await Promise.all(appended)).every(E.isRight)).to.equal(true);
  });
});
