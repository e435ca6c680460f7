import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { silentLogger } from '@portcullis/app';
import { type AccessLog, E, type Either, type Unavailable, unavailable } from '@portcullis/domain';
import type { AccessBatch } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { createAccessRecorder, maxWaitingLines } from '#app/audit/access-recorder';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { waitUntil } from '../../../support/clock/until.ts';
import { aLook, requestIdsIn } from '../../../support/records/looks.ts';
import { storesInMemory } from '../../../support/records/memory-records.ts';

/** A log whose writes fail as long as `down` says so, and that notes what it was given. */
const aLog = (stored: AccessLog = storesInMemory().accessLog) => {
  const state = { down: false, executesAnyway: false };
  const writes: (readonly AccessBatch[])[] = [];
  const log: AccessLog = {
    ...stored,
    append: (batches) => async (): Promise<Either<Unavailable, void>> => {
      writes.push(batches);
      if (!state.down || state.executesAnyway) await stored.append(batches)();
      return state.down ? E.left(unavailable('database', 'down')) : E.right(undefined);
    },
  };
  return { log, state, writes, words: () => requestIdsIn(stored) };
};

const aRecorder = ({ log }: { readonly log: AccessLog }) =>
  createAccessRecorder({ log, clock: fakeClock(), ids: sequentialIds(), logger: silentLogger });

const words = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `w${n}`).sort();

describe('the recorder of looks', () => {
  it('writes 200 lines in one write, without waiting for the second to pass', async () => {
    const at = aLog();
    const recorder = aRecorder(at);
    for (const word of words(199)) recorder.record(aLook(word));
    expect(at.writes).to.deep.equal([]);
    recorder.record(aLook('w199'));
    await waitUntil(() => recorder.waiting() === 0);
    expect(at.writes.map((batches) => batches.map(({ lines }) => lines.length))).to.deep.equal([[200]]);
    expect(await at.words()).to.deep.equal(words(200));
  });

  it('writes a single line within about a second', async () => {
    const at = aLog();
    const recorder = aRecorder(at);
    recorder.record(aLook('w0'));
    const kept = setTimeout(() => undefined, 5000);
    await waitUntil(() => recorder.waiting() === 0);
    clearTimeout(kept);
    expect(await at.words()).to.deep.equal(['w0']);
  });

  it('writes nothing by a clock that is not trusted, and everything once it is', async () => {
    const at = aLog();
    const held = { trusted: true };
    const clock = { ...fakeClock(), isTrusted: () => held.trusted };
    const recorder = createAccessRecorder({
      log: at.log,
      clock,
      ids: sequentialIds(),
      logger: silentLogger,
    });
    recorder.record(aLook('w0'));
    clock.advance(400 * 86_400_000);
    held.trusted = false;
    await recorder.flush();
    expect([at.writes, recorder.waiting()]).to.deep.equal([[], 1]);
    clock.advance(-400 * 86_400_000);
    held.trusted = true;
    await recorder.flush();
    expect(at.writes.map(([batch]) => batch?.at)).to.deep.equal(['2026-05-01T00:00:00.000Z']);
  });

  it('writes the lines of each tenant into a batch of its own', async () => {
    const at = aLog();
    const recorder = aRecorder(at);
    for (const partner of ['acme', 'globex', 'acme']) recorder.record(aLook(partner, partner));
    await recorder.flush();
    const [batches = []] = at.writes;
    expect(batches.map(({ tenant, lines }) => [tenant.partnerId, lines.length])).to.deep.equal([
      ['acme', 2],
      ['globex', 1],
    ]);
  });

  it('writes everything before the process ends, and says how much it could not write', async () => {
    const at = aLog();
    const recorder = aRecorder(at);
    for (const word of words(3)) recorder.record(aLook(word));
    expect(await recorder.stop()).to.equal(0);
    expect(await at.words()).to.deep.equal(words(3));
    const failing = aLog();
    failing.state.down = true;
    const other = aRecorder(failing);
    other.record(aLook('w0'));
    expect(await other.stop()).to.equal(1);
  });

  it('has no room once 2,000 lines wait for a database that takes none, and has room again after it does', async () => {
    const at = aLog();
    at.state.down = true;
    const recorder = aRecorder(at);
    for (const word of words(maxWaitingLines - 1)) recorder.record(aLook(word));
    expect(recorder.hasRoom()).to.equal(true);
    recorder.record(aLook('last'));
    expect(recorder.hasRoom()).to.equal(false);
    await recorder.flush();
    at.state.down = false;
    await recorder.flush();
    expect(recorder.hasRoom()).to.equal(true);
    expect(await at.words()).to.have.length(maxWaitingLines);
    await recorder.stop();
  });

  it('does not ask a failing database again with every further line', async () => {
    const at = aLog();
    at.state.down = true;
    const recorder = aRecorder(at);
    for (const word of words(200)) recorder.record(aLook(word));
    await recorder.flush();
    const before = at.writes.length;
    for (const word of words(200)) recorder.record(aLook(word));
    expect(at.writes.length).to.equal(before);
    await recorder.stop();
  });

  it('writes a line once, when a write that had no answer was executed', async () => {
    const at = aLog();
    Object.assign(at.state, { down: true, executesAnyway: true });
    const recorder = aRecorder(at);
    for (const word of words(3)) recorder.record(aLook(word));
    await recorder.flush();
    at.state.down = false;
    recorder.record(aLook('w3'));
    await recorder.flush();
    expect(await at.words()).to.deep.equal(words(4));
  });

  it('splits lists so that the row of a batch stays small', async () => {
    const at = aLog();
    const recorder = aRecorder(at);
    const profileIds = Array.from({ length: 100 }, () => 'abc000000000001');
    for (const word of words(50)) recorder.record({ ...aLook(word), profileId: null, profileIds });
    await recorder.flush();
    expect(at.writes.flat().map(({ lines }) => lines.length)).to.deep.equal([20, 20, 10]);
  });
});
