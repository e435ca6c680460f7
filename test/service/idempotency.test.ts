import { type DomainError, E, type TaskEither, verifyChain, withIdempotencyKey } from '@portcullis/domain';
import type { IdempotentOperation } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { fakeClock } from '../support/clock/fake-clock.ts';
import { sequentialIds } from '../support/clock/sequential-ids.ts';
import { storesOver } from '../support/records/stores-over.ts';
import { mustSucceed } from '../support/run.ts';
import { usePocketbase } from '../support/servers/pocketbase.ts';
import { crashingStore, lifeOf, type ProcessLife, processDied } from '../support/services/crashing-store.ts';
import { aService, create, partner, type Service } from '../support/services/memory-service.ts';

describe('idempotent requests over a real PocketBase', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  beforeEach(() => database().empty());

  const keyClock = fakeClock();

  /** Starts a process over the one database. */
  const start = (seed: string, life: ProcessLife = lifeOf(null)) => {
    const { client } = database();
    const service = aService({
      seed,
      profiles: () => crashingStore(storesOver(client).profiles, ['insert', 'commit'], life),
      ledgerReader: () => storesOver(client).ledgerReader,
    });
    const keys = crashingStore(storesOver(client).idempotencyKeys, ['claim', 'renew', 'complete', 'release'], life);
    const once = withIdempotencyKey({
      keys,
      ids: sequentialIds(`keys of ${seed}`),
      clock: keyClock,
      every: () => () => undefined,
    });
    return { service, once };
  };

  type Ask = (service: Service, operation: IdempotentOperation) => TaskEither<DomainError, unknown>;

  const send = (key: string, { once, service }: ReturnType<typeof start>, ask: Ask) =>
    once({ owner: ['acme'], key, request: '0'.repeat(64) }, async (operation) => {
      const value = await mustSucceed(ask(service, operation));
      return { value, keep: { answer: { status: 200, headers: {}, body: JSON.stringify(value) }, profileId: null } };
    });

  /** Answers every profile with the types of its entries; each chain is verified. */
  const stored = async () => {
    const { client } = database();
    const profiles = await mustSucceed(storesOver(client).profiles.scan(null, 100));
    return Promise.all(
      profiles.map(async (profile) => {
        const entries = await mustSucceed(
          storesOver(client).ledgerReader.entries(profile.id, { afterSeq: 0, limit: 1000 }),
        );
        expect(verifyChain(profile.id, entries, profile)).to.include({ ok: true });
        return { reference: profile.reference, entries: entries.map(({ type }) => type) };
      }),
    );
  };

  const existing = async (): Promise<string> => (await mustSucceed(create(start('before').service))).view.profile.id;

  const cases: readonly (readonly [string, () => Promise<Ask>, readonly string[]])[] = [
    ['a new profile', async () => (service, operation) => create(service, { operation }), ['created']],
    [
      'a status event',
      async () => {
        const id = await existing();
        return (service, operation) =>
          service.post({
            caller: partner,
            id,
            operation,
            event: 'canceled',
            reason: null,
            note: 'by phone',
            steps: null,
            expectedVersion: 1,
          });
      },
      ['created', 'canceled'],
    ],
  ];
  for (const [what, prepare, entries] of cases) {
    it(`have one effect, whichever write the first process died at: ${what}`, async () => {
      for (let last = 1; last <= 3; last += 1) {
        await database().empty();
        const ask = await prepare();
        const end = await send('k', start('first', lifeOf(last)), ask).catch((cause: unknown) => cause);
        expect(end, `${last}`).to.equal(processDied);
        keyClock.advance(10_001);
        const second = await send('k', start('second'), ask);
        expect(second, `${last}`).to.have.nested.property('right.state', last === 3 ? 'completed' : 'ran');
        const third = await send('k', start('third'), ask);
        const answer = E.isRight(third) && third.right.state === 'completed' ? third.right.answer.body : null;
        if (E.isRight(second) && second.right.state === 'ran') {
          expect(answer).to.equal(JSON.stringify(second.right.value));
        }
        expect(await stored(), `${last}`).to.deep.equal([{ reference: 'customer-1', entries }]);
      }
    });
  }

  it('have one effect when twenty of them reach two processes at the same time', async () => {
    const processes = [start('one'), start('two')] as const;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        send('k', processes[at % 2 === 0 ? 0 : 1], (service, operation) => create(service, { operation })),
      ),
    );
    const states = answers.map((answer) => (E.isRight(answer) ? answer.right.state : 'out'));
    expect(states.filter((state) => state === 'ran').length).to.equal(1);
    expect(new Set(states)).not.to.include.members(['mismatch']);
    expect(await stored()).to.deep.equal([{ reference: 'customer-1', entries: ['created'] }]);
  });

  for (const hasKeys of [false, true]) {
    it(`get one profile for fifty concurrent creates of one reference, ${hasKeys ? 'each with a key' : 'without keys'}`, async () => {
      const processes = [start('one'), start('two')] as const;
      const ids = await Promise.all(
        Array.from({ length: 50 }, async (_, at) => {
          const process = processes[at % 2 === 0 ? 0 : 1];
          const ask = (operation: IdempotentOperation | null) => create(process.service, { operation });
          if (!hasKeys) return (await mustSucceed(ask(null))).view.profile.id;
          const { right } = { right: null, ...(await send(`k${at}`, process, (_, operation) => ask(operation))) };
          return Reflect.get(Object(right), 'value').view.profile.id;
        }),
      );
      expect(new Set(ids).size).to.equal(1);
      const [first, ...more] = await stored();
      expect(more).to.deep.equal([]);
      // One request creates the profile, and every other one reuses it with a new link: each exactly once.
      const reuses = Array.from({ length: 49 }, () => ['profile.reused', 'flow.link_issued']).flat();
      expect(first?.entries).to.deep.equal(['created', ...reuses]);
    });
  }
});
