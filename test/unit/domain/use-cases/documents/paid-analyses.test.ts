import { E, TE, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { memoryRecords } from '../../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aConsentingPerson,
  aService,
  partner,
  personActions,
  type ServiceChanges,
  stored,
} from '../../../../support/services/memory-service.ts';

const image = tinyJpeg();
const variant = (n: number): Uint8Array => Uint8Array.from([...image, n]);

const aPersonWith = async (changes: ServiceChanges = {}) => {
  const records = memoryRecords();
  const clock = fakeClock();
  const calls = { opened: 0, inspected: 0 };
  const service = aService(
    {
      liveness: (liveness) => ({
        ...liveness,
        open: (input) => {
          calls.opened += 1;
          return liveness.open(input);
        },
      }),
      devices: (devices) => ({
        inspect: (input) => {
          calls.inspected += 1;
          return devices.inspect(input);
        },
      }),
      ...changes,
    },
    records,
    clock,
  );
  const person = await aConsentingPerson(service);
  return {
    ...personActions(person),
    calls,
    clock,
    person,
    records,
    service,
  };
};

type Subject = Awaited<ReturnType<typeof aPersonWith>>;

/** Has the partner change the profile until it takes nothing more. */
const fill = async ({ person: { id }, service }: Subject): Promise<void> => {
  const append = { type: 'partner.seen', occurredAt: null, outcome: null, data: {}, expectedVersion: null };
  while ((await stored(service, id)).version < 500)
    await mustSucceed(service.append({ caller: partner, id, ...append }));
};

describe('a full profile', () => {
  it('has no document read, no session opened, no device inspected and no file stored', async () => {
    const subject = await aPersonWith();
    const { analyze, calls, open, patch, person, records, service } = subject;
    await mustSucceed(patch({ files: [{ kind: 'document_front', bytes: image }] }));
    await fill(subject);
    const front = [...records.files.keys()][0] ?? '';
    const byId = { caller: partner, profileId: person.id, front: { fileId: front }, back: null, hints: {} };
    for (const refused of [
      analyze(variant(1)),
      service.analyze(byId),
      open(),
      patch({ device: { eventId: 'sim-1' } }),
      patch({ files: [{ kind: 'document_front', bytes: variant(2) }] }),
    ])
      expect((await mustFail(refused))._tag).to.equal('ChangeLimitReached');
    expect([service.readerCalls.calls, calls, records.files.size]).to.deep.equal([0, { opened: 0, inspected: 0 }, 1]);
  });
});

describe('the analyses of one attempt', () => {
  const refusal = (retryAfterSeconds: number) => ({
    _tag: 'LimitReached',
    limit: 'document_analyses',
    retryAfterSeconds,
    message:
      'this attempt has had its 20 document analyses; it ends with the link, and a reviewer can grant another one',
  });
  const hour = 3_600_000;

  it('are twenty in all, which the database knows: another instance does not begin anew', async () => {
    const { analyze, clock, person, records, service } = await aPersonWith();
    for (let n = 0; n < 20; n += 1) {
      clock.advance(hour);
      await mustSucceed(analyze(variant(n)));
    }
    const { expiresAt } = await stored(service, person.id);
    const rest = (Date.parse(expiresAt) - clock.now()) / 1000;
    const other = aService({ seed: 'other' }, records, clock);
    const there = personActions({ ...person, service: other });
    for (const refused of [analyze(variant(20)), there.analyze(variant(21))])
      expect(await mustFail(refused)).to.deep.equal(refusal(rest));
    expect([service.readerCalls.calls, other.readerCalls.calls, records.files.size]).to.deep.equal([20, 0, 20]);
    await mustSucceed(there.analyze(variant(19)));
  });

  it('are no more than twenty when sixteen requests come at once, again and again, whatever the reader answers', async () => {
    let asked = 0;
    const { analyze, clock, person, service } = await aPersonWith({
      reader: ({ read }) => ({
        read: (input) => async () => {
          asked += 1;
          return asked % 3 === 0 ? E.left(unavailable('document_reader', 'down')) : read(input)();
        },
      }),
    });
    for (let burst = 0; burst < 15; burst += 1) {
      clock.advance(hour);
      await Promise.all(Array.from({ length: 16 }, (_, n) => analyze(variant(16 * burst + n))()));
    }
    const { evidence, failedAnalyses } = await stored(service, person.id);
    const read = evidence.filter(({ kind }) => kind === 'document_reading').length;
    expect([asked, read + (failedAnalyses?.count ?? 0)]).to.deep.equal([20, 20]);
  });

  it('count those that failed, and not those that were not sent', async () => {
    let notSent = true;
    const failing = {
      read: () => async () =>
        E.left({ ...unavailable('document_reader', 'down'), ...(notSent && { notSent: true as const }) }),
    };
    const { analyze, clock, person, service } = await aPersonWith({ reader: () => failing });
    const failTimes = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        clock.advance(hour);
        expect((await mustFail(analyze(image)))._tag).to.equal('Unavailable');
      }
    };
    await failTimes(3);
    expect((await stored(service, person.id)).failedAnalyses).to.equal(undefined);
    notSent = false;
    await failTimes(20);
    expect((await stored(service, person.id)).failedAnalyses).to.deep.equal({ attempt: 1, count: 20 });
    expect((await mustFail(analyze(image)))._tag).to.equal('LimitReached');
    expect(service.readerCalls.calls).to.equal(23);
  });
});

describe('the liveness sessions of one attempt', () => {
  it('are four times as many as in an hour, and the provider opens none that the profile would not take', async () => {
    let asked = 0;
    const { clock, open } = await aPersonWith({
      liveness: (liveness) => ({
        open: (input) => {
          asked += 1;
          return liveness.open(input);
        },
        read: () => TE.right({ status: 'expired' }),
      }),
    });
    const opened = async () => {
      const answer = await open()();
      return E.isRight(answer) ? 'opened' : answer.left;
    };
    const answers: unknown[] = [];
    for (let n = 0; n < 24; n += 1) {
      answers.push(await opened());
      clock.advance(1_200_000);
    }
    expect(answers.filter((answer) => answer === 'opened')).to.have.length(20);
    expect(answers.at(-1)).to.deep.include({
      message:
        'this attempt has had its 20 liveness sessions; it ends with the link, and a reviewer can grant another one',
    });
    expect(asked).to.equal(20);
  });
});
