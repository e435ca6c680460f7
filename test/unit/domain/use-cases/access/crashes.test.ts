import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { aReviewer } from '@portcullis/contracts/builders';
import {
  type DomainError,
  E,
  type FileStore,
  type LivenessProvider,
  type Principal,
  type TaskEither,
  verifyChain,
  withIdempotencyKey,
} from '@portcullis/domain';
import type { IdempotentOperation } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { memoryRecords, storesInMemory } from '../../../../support/records/memory-records.ts';
import { mustSucceed } from '../../../../support/run.ts';
import { crashingStore, lifeOf, type ProcessLife, processDied } from '../../../../support/services/crashing-store.ts';
import {
  aConsentingPerson,
  aPerson,
  aService,
  completeLiveness,
  create,
  partner,
  personActions,
  type Service,
} from '../../../../support/services/memory-service.ts';

/** A request that writes, and what must exist before it. */
type RequestCase = {
  readonly name: string;
  /** Makes what must be there, and answers whose profile it is. */
  readonly before: (service: Service) => Promise<{ readonly id: string; readonly caller: Principal }>;
  readonly ask: (
    service: Service,
    given: { readonly id: string; readonly caller: Principal },
    operation: IdempotentOperation | null,
  ) => TaskEither<DomainError, unknown>;
};

const front = tinyJpeg();
const back = new Uint8Array([...front, 0]);
const noProfile = { id: '', caller: partner };

const person = async (service: Service) => {
  const { id, caller } = await aPerson(service);
  return { id, caller };
};

/** A person who has supplied everything but the document. */
const aPersonWithoutDocument = async (service: Service) => {
  const there = await aPerson(service);
  await mustSucceed(personActions(there).consent());
  await completeLiveness(there);
  return { id: there.id, caller: there.caller };
};

const inReview = async (service: Service) => {
  const there = await aPerson(service, { scenario: 'review_face_borderline' });
  await mustSucceed(personActions(there).consent());
  await completeLiveness(there);
  await mustSucceed(personActions(there).patch({ files: [{ kind: 'document_front', bytes: front }] }));
  return { id: there.id, caller: there.caller };
};

const cases: readonly RequestCase[] = [
  {
    name: 'a new profile',
    before: async () => noProfile,
    ask: (service, _, operation) => create(service, { claimed: { firstName: 'ANNA MARIA' }, operation }),
  },
  {
    name: 'a reference that is used again',
    before: person,
    ask: (service, _, operation) => create(service, { metadata: { order: '17' }, operation }),
  },
  {
    name: 'a profile that takes the place of an approved one',
    before: async (service) => {
      const there = await aPersonWithoutDocument(service);
      await mustSucceed(
        personActions({ service, ...there }).patch({ files: [{ kind: 'document_front', bytes: front }] }),
      );
      return there;
    },
    ask: (service, _, operation) => create(service, { forceNew: true, operation }),
  },
  {
    name: 'what the partner says',
    before: person,
    ask: (service, { id }, operation) =>
      service.update({
        caller: partner,
        id,
        expectedVersion: 1,
        patch: { files: [], claimed: { firstName: 'ANNA' }, metadata: { order: '17' }, language: 'de' },
        operation,
      }),
  },
  {
    name: 'the last images and the device of a person',
    before: aPersonWithoutDocument,
    ask: (service, { id, caller }, operation) =>
      service.update({
        caller,
        id,
        expectedVersion: null,
        patch: {
          device: { eventId: '1708102555327.NLOjmg' },
          files: [
            { kind: 'document_front', bytes: front },
            { kind: 'document_back', bytes: back },
          ],
        },
        operation,
      }),
  },
  {
    name: 'a liveness session',
    before: async (service) => {
      const there = await aPerson(service);
      await mustSucceed(personActions(there).consent());
      return { id: there.id, caller: there.caller };
    },
    ask: (service, { id, caller }, operation) =>
      service.openSession({ caller, profileId: id, challenge: 'movement_and_light', operation }),
  },
  {
    name: 'a document analysis',
    before: async (service) => {
      const { id, caller } = await aConsentingPerson(service);
      return { id, caller };
    },
    ask: (service, { id, caller }, operation) =>
      service.analyze({
        caller,
        profileId: id,
        front: { bytes: front },
        back: null,
        hints: {},
        operation,
      }),
  },
  {
    name: 'a document analysis that submits the profile',
    before: aPersonWithoutDocument,
    ask: (service, { id, caller }, operation) =>
      service.analyze({
        caller,
        profileId: id,
        front: { bytes: front },
        back: null,
        hints: {},
        operation,
      }),
  },
  {
    name: 'an approval by a reviewer',
    before: inReview,
    ask: (service, { id }, operation) =>
      service.post({
        caller: partner,
        id,
        event: 'review_approved',
        reviewer: aReviewer,
        reason: 'seen',
        note: 'the same person',
        steps: null,
        expectedVersion: null,
        operation,
      }),
  },
  {
    name: "a partner's own event",
    before: person,
    ask: (service, { id }, operation) =>
      service.append({
        caller: partner,
        id,
        type: 'partner.called',
        occurredAt: null,
        outcome: 'reached',
        data: { at: 'noon' },
        expectedVersion: 1,
        operation,
      }),
  },
  {
    name: 'a new link',
    before: person,
    ask: (service, { id }, operation) => service.renewLink({ caller: partner, id, operation }),
  },
];

/** Everything that survives a process: the stores, and the liveness provider. */
const anEnvironment = async ({ before }: RequestCase) => {
  const records = memoryRecords();
  const { files } = storesInMemory(records);
  const clock = fakeClock();
  const keyClock = fakeClock();
  const opened = { liveness: null as LivenessProvider | null, files: 0 };
  const counting: FileStore = {
    ...files,
    put: (file) => async () => {
      const known = E.isRight(await files.get(file.profileId, file.id)());
      if (!known) opened.files += 1;
      return files.put(file)();
    },
  };
  /** Starts a process over these stores. */
  const start = (seed: string, life: ProcessLife) => {
    const service = aService(
      {
        seed,
        profiles: (store) => crashingStore(store, ['insert', 'commit'], life),
        files: () => crashingStore(counting, ['put', 'remove'], life),
        duplicateIndex: (store) => crashingStore(store, ['partnerKey', 'record'], life),
        deviceEventClaims: (store) => crashingStore(store, ['claim'], life),
        liveness: (made) => {
          opened.liveness ??= made;
          return crashingStore(opened.liveness, ['open'], life);
        },
      },
      records,
      clock,
    );
    const keys = crashingStore(
      storesInMemory(records).idempotencyKeys,
      ['claim', 'renew', 'complete', 'release'],
      life,
    );
    const once = withIdempotencyKey({
      keys,
      ids: sequentialIds(`keys of ${seed}`),
      clock: keyClock,
      every: () => ({ stop: () => undefined }),
    });
    return { service, once };
  };
  const given = await before(start('before', lifeOf(null)).service);
  const request = '0'.repeat(64);
  /** Sends the request with a key to a process with this life. */
  const send = async ({ ask }: RequestCase, seed: string, life: ProcessLife) => {
    const { once, service } = start(seed, life);
    return once({ owner: ['acme'], key: 'the key', request }, async (operation) => {
      const value = await mustSucceed(ask(service, given, operation));
      return { value, keep: { answer: { status: 200, headers: {}, body: JSON.stringify(value) }, profileId: null } };
    });
  };
  return {
    records,
    opened,
    keyClock,
    given,
    send,
    start,
  };
};

type TestEnvironment = Awaited<ReturnType<typeof anEnvironment>>;

/** Answers everything that a request can leave behind, without random values. */
const effectsIn = async ({ records, opened }: TestEnvironment) => {
  const { ledgerReader, profiles } = storesInMemory(records);
  const effects = (await mustSucceed(profiles.scan(null, 100))).profiles.map(async (profile) => {
    const entries = await mustSucceed(ledgerReader.entries(profile.id, { afterSeq: 0, limit: 1000 }));
    const { current, evidence, linkGeneration, previousProfileId, status, version } = profile;
    expect(verifyChain(profile.id, entries, profile)).to.include({ ok: true });
    return {
      current,
      linkGeneration,
      previousProfileId,
      status,
      version,
      files: opened.files,
      entries: entries.map(({ type }) => type),
      evidence: evidence.map(({ kind }) => kind),
    };
  });
  return Promise.all(effects);
};

/** Tokens, ids and hashes are random; the rest of two responses to one request must be equal. */
const withoutRandomValues = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, held: unknown) =>
      ['token', 'url', 'salt', 'hash', 'prev_hash', 'ledgerHead', 'claimed', 'applied', 'evidenceDigest'].includes(name)
        ? typeof held
        : held,
    ),
  );

const answerIn = (answered: Awaited<ReturnType<TestEnvironment['send']>>): unknown => {
  if (E.isLeft(answered)) throw new Error('the store was out', { cause: answered.left });
  if (answered.right.state === 'ran') return answered.right.value;
  throw new Error(`the key was ${answered.right.state}`);
};

const afterClaimExpiry = 10_001;

describe('a retried request whose process died', () => {
  for (const one of cases) {
    it(`has one effect, whichever write its process died at: ${one.name}`, async () => {
      const whole = await anEnvironment(one);
      const life = lifeOf(null);
      const answer = withoutRandomValues(answerIn(await whole.send(one, 'first', life)));
      const effects = await effectsIn(whole);
      expect(life.writes()).to.be.at.least(3);

      for (let last = 1; last <= life.writes(); last += 1) {
        const world = await anEnvironment(one);
        const end = await world.send(one, 'first', lifeOf(last)).catch((cause: unknown) => cause);
        expect(end).to.equal(processDied);
        const tooEarly = await world.send(one, 'second', lifeOf(null));
        const isKept = last === life.writes();
        expect(tooEarly, `${last}`).to.have.nested.property('right.state', isKept ? 'completed' : 'in_progress');
        world.keyClock.advance(afterClaimExpiry);
        const again = await world.send(one, 'third', lifeOf(null));
        if (!isKept)
          expect(withoutRandomValues(answerIn(again)), `the answer after write ${last}`).to.deep.equal(answer);
        expect(await effectsIn(world), `the effects after write ${last}`).to.deep.equal(effects);
        const replayed = await world.send(one, 'fourth', lifeOf(null));
        expect(replayed).to.have.nested.property('right.state', 'completed');
        expect(await effectsIn(world)).to.deep.equal(effects);
      }
    });
  }
});
