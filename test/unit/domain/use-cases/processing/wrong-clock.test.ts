import { aNew } from '@portcullis/contracts/builders';
import { type Profile, unavailable } from '@portcullis/domain';
import { withOutageCause } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { memoryRecords } from '../../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  create,
  partner,
  personActions,
  type ServiceChanges,
  stored,
} from '../../../../support/services/memory-service.ts';

const day = 86_400_000;
const refused = withOutageCause(unavailable('clock', 'the clock is not believed'), 'clock_skew');

/** A service whose clock can be set, and is then not trusted. */
const aSettable = (changes: (held: { trusted: boolean }) => ServiceChanges = () => ({})) => {
  const held = { trusted: true };
  const records = memoryRecords();
  const clock = { ...fakeClock(), isTrusted: () => held.trusted };
  const service = aService(changes(held), records, clock);
  return { clock, held, records, service };
};

const held = { since: '2026-05-01T00:00:00.000Z', by: { type: 'operator', id: 'j.doe' } } as const;

/** Profiles of every kind that time alone changes, and those that a hold keeps from it. */
const dueSoon: readonly Partial<Profile>[] = [
  { status: 'in_progress', expiresAt: '2026-05-02T00:00:00.000Z' },
  { status: 'approved', lapsesAt: '2026-06-01T00:00:00.000Z' },
  { status: 'processing', processingEndsAt: '2026-05-02T00:00:00.000Z' },
  { status: 'declined', erasesAt: '2026-06-01T00:00:00.000Z' },
  {
    status: 'canceled',
    erasesAt: '2026-06-01T00:00:00.000Z',
    erasureAnnouncedAt: '2026-05-01T00:00:00.000Z',
  },
  { status: 'approved', erasesAt: '2026-06-01T00:00:00.000Z', legalHold: held },
  {
    status: 'expired',
    erasesAt: '2026-06-01T00:00:00.000Z',
    erasureAnnouncedAt: '2026-05-01T00:00:00.000Z',
    legalHold: held,
  },
];

describe('a service whose clock is 400 days ahead', () => {
  const prepared = async () => {
    const settable = aSettable();
    const { clock, held, service } = settable;
    const person = await aPerson(service, { reference: 'person' });
    const changes = dueSoon.map((over, n) => aNew({ reference: `due-${n}`, ...over }));
    for (const change of changes) await mustSucceed(service.profiles.insert(change, null));
    clock.advance(400 * day);
    held.trusted = false;
    return { ...settable, person, ids: changes.map(({ profile }) => profile.id) };
  };
  const statuses = (service: ReturnType<typeof aService>, ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await stored(service, id)).status));

  it('erases, expires and lapses nothing by a sweep, and ends no processing', async () => {
    const { ids, records, service } = await prepared();
    const before = JSON.stringify([...records.profiles.values()]);
    expect(await mustFail(service.sweep())).to.deep.equal(refused);
    expect(JSON.stringify([...records.profiles.values()])).to.equal(before);
    expect(await statuses(service, ids)).to.deep.equal(dueSoon.map(({ status }) => status));
  });

  it('answers no read and no change of a profile, since each would apply what seems due', async () => {
    const { ids, person, records, service } = await prepared();
    const before = JSON.stringify([...records.profiles.values()]);
    const { caller, id } = person;
    const view = { caller: partner, id: ids[0] ?? '' };
    const asked = [
      service.get(view),
      service.erase(view),
      service.takeBackErasure(view),
      service.hold({ id: view.id, held: true, by: 'j.doe', note: null }),
      service.renewLink(view),
      create(service, { reference: 'due-0' }),
      create(service, { reference: 'new' }),
      service.get({ caller, id }),
      service.authorizeProfile({ caller, id, intent: 'supply' }),
      personActions(person).consent(),
      personActions(person).analyze(tinyJpeg()),
      personActions(person).open(),
      service.processVerification(ids[2] ?? ''),
    ];
    for (const task of asked) expect(await mustFail<unknown>(task)).to.deep.equal(refused);
    expect(JSON.stringify([...records.profiles.values()])).to.equal(before);
  });

  it('records no attempt for the search for duplicates', async () => {
    let recorded = 0;
    const { held, service } = aSettable((clock) => ({
      duplicateIndex: (index) => ({
        ...index,
        partnerKey: (partnerId) => async () => {
          clock.trusted = false;
          return index.partnerKey(partnerId)();
        },
        record:
          (...attempt) =>
          async () => {
            recorded += 1;
            return index.record(...attempt)();
          },
      }),
    }));
    const person = await aPerson(service);
    const { consent, open, patch } = personActions(person);
    await mustSucceed(consent());
    await mustSucceed(patch({ files: [{ kind: 'document_front', bytes: tinyJpeg() }] }));
    const { sessionId } = await mustSucceed(open());
    await service.readResult({ caller: person.caller, sessionId })();
    expect([held.trusted, recorded]).to.deep.equal([false, 0]);
  });

  it('goes on by itself when the clock is right again', async () => {
    const { clock, held, ids, person, service } = await prepared();
    await mustFail(service.sweep());
    clock.advance(-400 * day);
    held.trusted = true;
    expect((await mustSucceed(service.sweep())).failures).to.deep.equal([]);
    expect(await statuses(service, ids.slice(0, 2))).to.deep.equal(['in_progress', 'approved']);
    await mustSucceed(personActions(person).consent());
  });
});
