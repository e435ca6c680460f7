import { setListed } from '@portcullis/contracts/builders';
import { type DuplicateIndex, E, pipe, standardPolicy, TE, unavailable } from '@portcullis/domain';
import { documentDigest } from '@portcullis/domain/evidence';
import { sha256Hex } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { storesInMemory } from '../../../../support/records/memory-records.ts';
import { mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  completeLiveness,
  create,
  type Person,
  partner,
  personActions,
  stored,
} from '../../../../support/services/memory-service.ts';
import {
  anEnvironment,
  duplicateChecksOf,
  onDevice,
  outcomeOf,
  personWithPhotos,
  photo,
  submitPhotos,
} from '../../../../support/services/repeated-documents.ts';

const approved = ['approved'];

describe('a document that was shown before', () => {
  it('under another reference leads to review, with the kind of the match', async () => {
    const service = anEnvironment({ document: 0, person: 0, image: 0 }).instance();
    expect(await outcomeOf(await personWithPhotos(service, 'anna', photo(0)))).to.deep.equal(approved);
    expect(await outcomeOf(await personWithPhotos(service, 'bela', photo(0, 1)))).to.deep.equal([
      'in_review',
      'duplicate_document',
      'duplicate_person',
    ]);
    expect(await outcomeOf(await personWithPhotos(service, 'carl', photo(8)))).to.deep.equal([
      'in_review',
      'duplicate_person',
    ]);
    expect(await outcomeOf(await personWithPhotos(service, 'dora', photo(1)))).to.deep.equal(approved);
  });

  it('is found by its picture where it was unreadable', async () => {
    const { instance } = anEnvironment({ image: 0 });
    const blind = instance({
      policy: { providerTries: 1 },
      reader: () => ({ read: () => async () => E.left(unavailable('document_reader', 'out')) }),
    });
    const first = await personWithPhotos(blind, 'anna', photo(0));
    expect(await outcomeOf(first)).to.deep.equal(['in_review', 'provider_unavailable']);
    expect((await duplicateChecksOf(first)).map(({ others, readingId }) => ({ readingId, ...others }))).to.deep.equal([
      { readingId: null, document: null, person: null, image: 0, device: null },
    ]);
    expect(await outcomeOf(await personWithPhotos(instance(), 'bela', photo(0)))).to.deep.equal([
      'in_review',
      'duplicate_document',
    ]);
  });

  it('is no duplicate for the same reference, whatever the outcome of the earlier profile', async () => {
    const service = anEnvironment({ document: 0, person: 0, image: 0 }).instance();
    await personWithPhotos(service, 'anna', photo(0));
    const { link, view } = await mustSucceed(create(service, { reference: 'anna', forceNew: true }));
    const { principal: caller } = await mustSucceed(service.tokens.verify(link?.token ?? ''));
    const again = { service, id: view.profile.id, caller };
    await submitPhotos(again, photo(0));
    expect(await outcomeOf(again)).to.deep.equal(approved);
    expect((await duplicateChecksOf(again)).map(({ attempts }) => attempts.document)).to.deep.equal([2]);
  });

  it('counts when the attempt failed, and when another photo followed in the same attempt', async () => {
    const { instance } = anEnvironment({ document: 0 });
    const blurred = await personWithPhotos(instance({}, ['document_glare']), 'anna', photo(0));
    expect(await outcomeOf(blurred)).to.deep.equal(['requires_input', 'document_glare']);
    await personWithPhotos(instance(), 'bela', photo(1), photo(2));
    for (const seen of [0, 1, 2]) {
      const other = await personWithPhotos(instance(), `other of ${seen}`, photo(seen, 5));
      expect(await outcomeOf(other), `${seen}`).to.deep.equal(['in_review', 'duplicate_document']);
    }
  });

  it('leads to a review where it is on a list that cannot be read, and the ledger says so', async () => {
    const duplicateIndex = (index: DuplicateIndex): DuplicateIndex => ({
      ...index,
      record: (...given) =>
        pipe(
          index.record(...given),
          TE.map((counts) => ({ ...counts, unreadable: ['document'] as const })),
        ),
    });
    const person = await personWithPhotos(anEnvironment().instance({ duplicateIndex }), 'anna', photo(0));
    expect(await outcomeOf(person)).to.deep.equal(['in_review', 'checks_incomplete']);
    const [looked, ...more] = await duplicateChecksOf(person);
    expect([looked?.kind, looked?.unreadable, more]).to.deep.equal(['incomplete_sightings', ['document'], []]);
  });

  it('counts for the partner, across its teams; a reference belongs to one team', async () => {
    const service = anEnvironment({ document: 0 }).instance();
    const by = async (partnerId: string, teamId: string | null) => {
      const caller = { ...partner, tenant: { partnerId, teamId } };
      const person = await aPerson(service, { caller, reference: 'anna' });
      await submitPhotos(person, photo(0));
      return outcomeOf(person);
    };
    expect(await by('acme', 'north')).to.deep.equal(approved);
    expect(await by('acme', 'south')).to.deep.equal(['in_review', 'duplicate_document']);
    expect(await by('other', 'north')).to.deep.equal(approved);
  });
});

describe('the stored fingerprints of an attempt', () => {
  it('contain nothing readable, nor a digest that could be made without the key', async () => {
    const { instance, records } = anEnvironment();
    const person = await aPerson(instance(onDevice(() => 'visitor-1')), { reference: 'customer-1' });
    await mustSucceed(personActions(person).patch({ device: { eventId: 'sim-1' } }));
    await submitPhotos(person, photo(0));
    const all = [...records.rows('sightings').values(), ...records.rows('sighting_times').values()];
    const rows = all.map(({ id: _, ...columns }) => Object.values(columns));
    expect(rows.length).to.equal(7);
    const words: readonly string[] = JSON.stringify(rows).match(/\w[\w.:-]*/g) ?? [];
    const plain = ['D0', 'UTO', 'ERIKSSON', 'ANNA', '1974-08-12', 'visitor-1', 'customer-1', sha256Hex(photo(0))];
    const hashed = plain.map((value) => sha256Hex(new TextEncoder().encode(value)));
    expect([...plain, ...hashed].filter((value) => words.includes(value))).to.deep.equal([]);
    const others = new Set(words.filter((word) => !/^[0-9a-f]{64}$/.test(word)));
    const kinds = ['device', 'document', 'image', 'person', 'reference'];
    expect([...others].toSorted()).to.deep.equal(
      ['1', '2026-05-01T00:00:00.000Z', 'acme', ...kinds, person.id].toSorted(),
    );
  });
});

describe('a device that was seen before', () => {
  it('under more references than the policy allows is shared', async () => {
    const service = anEnvironment({ device: 1 }).instance(onDevice(() => 'kiosk'));
    const ends = [];
    for (const n of [1, 2, 3]) {
      const person = await aPerson(service, { reference: `customer-${n}` });
      await mustSucceed(personActions(person).patch({ device: { eventId: `sim-${n}` } }));
      await submitPhotos(person, photo(n));
      ends.push(await outcomeOf(person));
    }
    expect(ends).to.deep.equal([approved, approved, ['in_review', 'device_shared']]);
  });

  it('leads to review when it is another one in the next attempt', async () => {
    let device = 'phone';
    const changes = { ...onDevice(() => device), scenario: 'retry_liveness_then_approve' } as const;
    const person = await aPerson(anEnvironment().instance(changes));
    await mustSucceed(personActions(person).patch({ device: { eventId: 'sim-1' } }));
    await submitPhotos(person, photo(0));
    expect(await outcomeOf(person)).to.deep.equal(['requires_input', 'liveness_low_score']);
    device = 'other phone';
    await mustSucceed(personActions(person).patch({ device: { eventId: 'sim-2' } }));
    await completeLiveness(person);
    expect(await outcomeOf(person)).to.deep.equal(['in_review', 'device_changed']);
  });
});

describe('the velocity of attempts', () => {
  const again = async (person: Person, n: number) => {
    await mustSucceed(personActions(person).patch({ files: [{ kind: 'document_front', bytes: photo(0, n) }] }));
    return outcomeOf(person);
  };

  for (const [kind, limit, reason] of [
    ['document', 2, 'velocity_document'],
    ['reference', 2, 'velocity_reference'],
  ] as const) {
    it(`counts those of one ${kind}, each once, and too many in the window lead to review`, async () => {
      const { clock, instance } = anEnvironment({ velocity: { windowSeconds: 3600, [kind]: limit } });
      const blurred = instance({}, ['document_glare']);
      const person = await personWithPhotos(blurred, 'anna', photo(0));
      expect(await again(person, 1)).to.deep.equal(['requires_input', 'document_glare']);
      expect(await again(person, 2)).to.deep.equal(['in_review', reason]);
      const looks = await duplicateChecksOf(person);
      expect(looks.map(({ attempt, attempts }) => [attempt, attempts[kind]])).to.deep.equal([
        [1, 1],
        [2, 2],
        [3, 3],
      ]);
      clock.advance(3600_001);
      expect(await outcomeOf(await personWithPhotos(instance(), 'bela', photo(0)))).to.deep.equal(approved);
    });
  }

  it('counts those from one device over all references', async () => {
    const { clock, instance } = anEnvironment({ velocity: { windowSeconds: 60, device: 1 } });
    const service = instance(onDevice(() => 'phone'));
    const from = async (reference: string) => {
      const person = await aPerson(service, { reference });
      await mustSucceed(personActions(person).patch({ device: { eventId: `sim-${reference}` } }));
      await submitPhotos(person, photo(0));
      return outcomeOf(person);
    };
    expect(await from('anna')).to.deep.equal(approved);
    clock.advance(60_000);
    expect(await from('bela')).to.deep.equal(['in_review', 'velocity_device']);
    clock.advance(60_001);
    expect(await from('carl')).to.deep.equal(approved);
  });
});

describe('the lists of a partner', () => {
  const listing = async (list: 'blocked' | 'allowed', limits = {}) => {
    const service = anEnvironment(limits).instance();
    const key = await mustSucceed(service.duplicateIndex.partnerKey('acme'));
    await setListed(storesInMemory(service.records), 'acme', 'document', documentDigest(key, 'd0', 'UTO'), list);
    return service;
  };

  it('decline what is blocked, and nothing else', async () => {
    const service = await listing('blocked');
    const person = await personWithPhotos(service, 'anna', photo(0));
    expect(await outcomeOf(person)).to.deep.equal(['declined', 'list_blocked']);
    expect(await outcomeOf(await personWithPhotos(service, 'bela', photo(1)))).to.deep.equal(approved);
  });

  it('note what is allowed, which is a duplicate nevertheless', async () => {
    const service = await listing('allowed', { document: 0 });
    const person = await personWithPhotos(service, 'anna', photo(0));
    expect(await outcomeOf(person)).to.deep.equal(approved);
    expect((await stored(service, person.id)).decision?.reasons).to.deep.equal(['list_allowed']);
    expect(await outcomeOf(await personWithPhotos(service, 'bela', photo(0)))).to.deep.equal([
      'in_review',
      'duplicate_document',
    ]);
  });

  it('are ignored by a policy that does not judge duplicates', async () => {
    const service = await listing('blocked');
    const {
      duplicates: _,
      velocity: __,
      ...checks
    } = standardPolicy({ livenessThreshold: 75, specimens: true }).checks;
    const blind = aService({ policy: { checks }, reader: () => service.reader }, service.records, service.clock);
    const person = await personWithPhotos(blind, 'anna', photo(0));
    expect(await outcomeOf(person)).to.deep.equal(approved);
    expect(await duplicateChecksOf(person)).to.deep.equal([]);
    expect(blind.records.rows('sightings').size).to.equal(0);
  });
});
