import { simulatedLiveness } from '@portcullis/adapter-memory';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import {
  builtInPolicies,
  E,
  newInProcessState,
  notFound,
  type ProfileStore,
  sweepDue,
  TE,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { damagedRecord, withOutageCause } from '@portcullis/domain/kernel';
import type { DueProfile } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { storesInMemory } from '../../../../support/records/memory-records.ts';
import { mustSucceed } from '../../../../support/run.ts';

const ids = Array.from({ length: 25 }, (_, i) => `profile${String(i).padStart(8, '0')}`);
const dues = (some: readonly string[]): readonly DueProfile[] => some.map((id) => ({ id, at: id }));
/** A store with these profiles to be processed, and nothing else to do. */
const storeOf = (some: readonly string[]): ProfileStore => ({
  ...storesInMemory().profiles,
  due: (_, most, { kind, after } = {}) =>
    TE.right(kind === 'drive' ? dues(some.filter((id) => id > (after?.id ?? ''))).slice(0, most) : []),
});
const profiles = storeOf(ids);

const { eraser, files } = storesInMemory();
const clock = fakeClock();
const scenarioOf = () => TE.right('approve');
const needs = {
  ...newInProcessState(),
  profiles,
  files,
  liveness: simulatedLiveness({ clock, ids: sequentialIds(), region: 'eu-west-1', scenarioOf }),
  policies: builtInPolicies({ livenessThreshold: 75, specimens: true }),
  clock,
  eraser,
};

describe('a sweep of the due profiles', () => {
  it('processes all the others while one waits for its provider', async () => {
    const driven: string[] = [];
    let goOn = (): void => undefined;
    const others = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const processVerification = (id: string) => async () => {
      if (id === ids[0]) await others;
      driven.push(id);
      if (driven.length === ids.length - 1) goOn();
      return E.left(notFound);
    };
    const swept = await mustSucceed(sweepDue({ ...needs, processVerification })());
    expect(driven.at(-1)).to.equal(ids[0]);
    expect(swept.seen).to.equal(25);
    expect(swept.failures).to.have.deep.members(ids.map((id) => ({ id, cause: notFound })));
  });

  it('processes no more than ten of them concurrently', async () => {
    let running = 0;
    let most = 0;
    const processVerification = () => async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return E.left(notFound);
    };
    await mustSucceed(sweepDue({ ...needs, processVerification })());
    expect(most).to.equal(10);
  });

  it('reaches all the others behind any number of unreadable rows, and retries those after a minute', async () => {
    const many = Array.from({ length: 2130 }, (_, i) => `profile${String(i).padStart(8, '0')}`);
    const clock = fakeClock();
    const fresh = { ...needs, ...newInProcessState(), clock, profiles: storeOf(many) };
    const driven: string[] = [];
    const processVerification = (id: string) => async () => {
      driven.push(id);
      return E.left(id < 'profile00002120' ? damagedRecord('contradicts') : notFound);
    };
    const sweep = sweepDue({ ...fresh, processVerification });
    for (let round = 0; round < 43; round += 1) await mustSucceed(sweep());
    expect(new Set(driven).size).to.equal(2130);
    driven.length = 0;
    clock.advance(60_000);
    await mustSucceed(sweep());
    expect(driven).to.include('profile00000000');
  });

  it('sets no profile aside for a database that refuses all of them, and handles them once it answers', async () => {
    const driven: string[] = [];
    let refusal: Unavailable | null = null;
    const processVerification = (id: string) => async () => {
      driven.push(id);
      return E.left(refusal ?? notFound);
    };
    const sweep = sweepDue({ ...needs, ...newInProcessState(), clock: fakeClock(), processVerification });
    for (const [kind, word] of [
      ['rejected', 'login_refused'],
      ['rejected', null],
      ['invalid_response', 'bad_answer'],
    ] as const) {
      const refused = unavailable('database', 'refused', kind);
      refusal = word === null ? refused : withOutageCause(refused, word);
      await mustSucceed(sweep());
      refusal = null;
      driven.length = 0;
      await mustSucceed(sweep());
      expect(driven, word ?? kind).to.have.members(ids);
    }
  });
});
