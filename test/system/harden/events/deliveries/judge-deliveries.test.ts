import { expect } from 'chai';
import type { ReadEvent } from '../receivers/feed-reader.ts';
import type { Arrival } from '../receivers/receiver.ts';
import { judge } from './judge-deliveries.ts';

const feedOf = (...versions: readonly number[]): readonly ReadEvent[] =>
  versions.map((version) => ({ id: `evt_${version}`, type: 't', subjectId: 'p', version, text: `${version}` }));

const arrival = (version: number, at: number, change: Partial<Arrival> = {}): Arrival => ({
  at,
  event: `evt_${version}`,
  body: `${version}`,
  fate: 'accepted',
  endedAt: at + 10,
  ...change,
});

/** Judges three events of one profile by what has arrived, of which the log has what began at these times. */
const judged = (arrivals: readonly Arrival[], written: readonly Arrival[], kills: readonly number[] = []) => {
  const accepted = new Set(arrivals.filter(({ fate }) => fate === 'accepted').map(({ event }) => event));
  const receiver = {
    url: '',
    arrivals,
    accepted,
    tried: () => 0,
    trust: () => undefined,
    forged: () => 0,
  };
  const tries = written.map(({ at, event }) => ({ at: at - 5, event }));
  const interruptions = kills.map((at) => ({ from: at, to: at + 1 }));
  const found = judge(
    { receiver: { ...receiver, close: async () => undefined }, tries },
    feedOf(1, 2, 3),
    interruptions,
  );
  return { ...found, unrecorded: [...found.unrecorded].map(([cause, count]) => [cause?.from ?? null, count]) };
};

const one = arrival(1, 100);
const two = arrival(2, 200);
const three = arrival(3, 300);
const all = [one, two, three];
const none = {
  requests: 3,
  missing: 0,
  unknown: 0,
  changed: 0,
  disordered: 0,
  duplicates: 0,
  needless: 0,
  unrecorded: [],
};

describe('the judgement of deliveries', () => {
  it('finds nothing where each event has arrived once, in order, and was written down', () => {
    expect(judged(all, all)).to.deep.equal(none);
  });

  it('finds events that are missing, unknown, changed, and out of order at their first try', () => {
    expect(judged([one, three], [one, three])).to.include({ missing: 1, disordered: 0 });
    expect(judged([...all, arrival(4, 400)], all)).to.include({ unknown: 1 });
    expect(judged([one, two, arrival(3, 300, { body: 'other' })], all)).to.include({ changed: 1 });
    expect(judged([one, three, two], all)).to.include({ disordered: 1 });
  });

  it('lets a failure come again behind later events', () => {
    const failed = arrival(1, 100, { fate: 'error' });
    const again = arrival(1, 5100);
    const found = judged([failed, two, three, again], [failed, two, three, again]);
    expect(found).to.deep.equal({ ...none, requests: 4 });
  });

  it('tells what was lost at a kill from what was sent again for no reason', () => {
    const again = arrival(3, 30_000);
    const lost = judged([...all, again], [one, two, again], [305]);
    expect(lost).to.deep.equal({ ...none, requests: 4, duplicates: 1, unrecorded: [[305, 1]] });
    expect(judged([...all, again], [...all, again], [305])).to.include({ duplicates: 1, needless: 1 });
    expect(judged(all, [one, two]).unrecorded).to.deep.equal([[null, 1]]);
    expect(judged(all, [one, two], [20_000]).unrecorded).to.deep.equal([[null, 1]]);
  });
});
