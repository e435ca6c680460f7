import { E, TE } from '@portcullis/domain';
import {
  appendLeaves,
  type Checkpoint,
  entryLeaf,
  foldNodes,
  verifyConsistency,
  verifyInclusion,
} from '@portcullis/domain/ledger';
import type { LedgerLog, PlacedEntry, Tile } from '@portcullis/domain/ports';
import { examineLog, proveConsistency, proveInclusion } from '@portcullis/domain/use-cases';
import { createRecordStore } from '@portcullis/record-store';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { sequentialIds } from '../../../../support/clock/sequential-ids.ts';
import { between, randomOf } from '../../../../support/generators/seeded-random.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';

/** More than the leaves of all tiles below the first one of the second level. */
const size = 66_000;
const width = 256;

/** The sizes of heads. */
const sizes = [0, 1, 255, 256, 257, 500, 1000, 40_000, 65_535, 65_536, size];

/** The hashes of the entries are numbers: the log takes any 64 digits. */
const hashes = Array.from({ length: size }, (_, n) => n.toString(16).padStart(64, '0'));
const entryAt = (place: number): PlacedEntry => ({
  place,
  seq: place,
  profileId: 'profile00000001',
  hash: hashes[place - 1] ?? null,
});

const tilesOver = (level: number, nodes: readonly string[]): readonly Tile[] => {
  const full = Array.from({ length: Math.floor(nodes.length / width) }, (_, position) => {
    const own = nodes.slice(position * width, (position + 1) * width);
    return { level, position, hashes: own, root: foldNodes(appendLeaves([], 0, own)) };
  });
  return full.length === 0
    ? []
    : [
        ...full,
        ...tilesOver(
          level + 1,
          full.map(({ root }) => root),
        ),
      ];
};

/** A log of 66,000 entries that counts its reads, with its tiles or without. */
const aLog = (tiles: readonly Tile[]) => {
  const count = { reads: 0, rows: 0 };
  const byPosition = new Map(tiles.map((tile) => [`${tile.level}/${tile.position}`, tile]));
  const answer = <A>(value: A, rows: number) => {
    count.reads += 1;
    count.rows += rows;
    return TE.right(value);
  };
  const unused = createRecordStore(memoryDriver(), null, sequentialIds()).ledgerLog;
  let head: Checkpoint | null = null;
  const ledgerLog: LedgerLog = {
    ...unused,
    newestHead: () => TE.right(head),
    entryOf: (_, seq) => TE.right(entryAt(seq)),
    entries: (after, limit) =>
      answer(
        Array.from({ length: Math.min(limit, size - after) }, (_, n) => entryAt(after + n + 1)),
        limit,
      ),
    tile: (level, position) => answer(byPosition.get(`${level}/${position}`) ?? null, 1),
    tileRoots: (level, from, to) =>
      answer(
        tiles.filter((tile) => tile.level === level && tile.position >= from && tile.position < to),
        to - from,
      ),
  };
  return {
    ledgerLog,
    count,
    publish: (of: number, root: string): void => {
      const name = { logId: 'log000000000001', time: '2026-05-01T00:00:00.000Z' };
      head = { ...name, size: of, root, signature: null, timestamp: null };
    },
  };
};

describe('the proofs of a log of 66,000 entries', function () {
  this.timeout(60_000);
  const roots = new Map<number, string>();
  let tiles: readonly Tile[];
  let leaves: readonly string[];
  let frontier: readonly string[] = [];

  before(() => {
    leaves = hashes.map(entryLeaf);
    tiles = tilesOver(0, leaves);
    expect(tiles.filter(({ level }) => level === 1)).to.have.length(1);
    let reached = 0;
    for (const next of sizes) {
      frontier = appendLeaves(frontier, reached, leaves.slice(reached, next));
      reached = next;
      roots.set(next, foldNodes(frontier));
    }
  });

  const rootOf = (of: number): string => roots.get(of) ?? '';

  it('verify for any entry and any earlier head, and read a few rows', async () => {
    const random = randomOf(14);
    for (const of of sizes.slice(1)) {
      const { count, ledgerLog, publish } = aLog(
        tiles.filter(({ level, position }) => (position + 1) * width ** (level + 1) <= of),
      );
      publish(of, rootOf(of));
      for (let tried = 0; tried < 6; tried += 1) {
        count.reads = 0;
        count.rows = 0;
        const place = between(random, 1, of);
        const proven = await mustSucceed(proveInclusion({ ledgerLog })('profile00000001', place));
        if (proven === null) throw new Error('the head includes the entry');
        expect(proven.index).to.equal(place - 1);
        const leaf = leaves[place - 1] ?? '';
        expect(verifyInclusion(place - 1, leaf, proven.proof, proven.checkpoint), `${place} of ${of}`).to.equal(true);
        expect([count.reads, count.rows], `${place} of ${of}`).to.satisfy(
          ([reads = 0, rows = 0]: readonly number[]) => reads <= 8 && rows <= 800,
        );
        const from = sizes[between(random, 0, sizes.indexOf(of))] ?? 0;
        const grown = await mustSucceed(proveConsistency({ ledgerLog })(from));
        const earlier = { size: from, root: rootOf(from) };
        expect(verifyConsistency(earlier, grown.checkpoint, grown.proof), `${from} to ${of}`).to.equal(true);
      }
    }
  });

  it('are the same where tiles are missing or damaged', async () => {
    const whole = aLog(tiles);
    const damaged = tiles
      .filter(({ level, position }) => level === 0 && position % 3 !== 0)
      .map((tile) => (tile.position % 3 === 1 ? { ...tile, hashes: ['not a hash'] } : tile));
    const part = aLog(damaged);
    for (const { publish } of [whole, part]) publish(size, rootOf(size));
    for (const from of [1000, 40_000]) {
      const expected = await mustSucceed(proveConsistency(whole)(from));
      expect(await mustSucceed(proveConsistency(part)(from))).to.deep.equal(expected);
    }
  });

  it('are given by a tile of the second level that the examination of the log compares with its entries', async () => {
    const state = { logId: 'log000000000001', generation: 1, holder: '', heldUntil: '', size };
    const faultsOf = async (of: readonly Tile[]) => {
      const ledgerLog: LedgerLog = { ...aLog(of).ledgerLog, state: () => TE.right({ ...state, frontier }) };
      return (await mustSucceed(examineLog({ ledgerLog, clock: fakeClock() })([]))).faults;
    };
    expect(await faultsOf(tiles)).to.deep.equal([]);
    const thief = 'f'.repeat(64);
    const changed = tiles.map((tile) => (tile.level === 1 ? { ...tile, hashes: tile.hashes.with(7, thief) } : tile));
    expect(await faultsOf(changed)).to.deep.equal([{ fault: 'state_changed' }]);
  });

  it('are not there for what no head includes, and refused from beyond the newest one', async () => {
    const { ledgerLog, publish } = aLog(tiles);
    expect(await mustSucceed(proveInclusion({ ledgerLog })('profile00000001', 1))).to.equal(null);
    expect(await mustFail(proveConsistency({ ledgerLog })(0))).to.deep.equal({ _tag: 'NotFound' });
    publish(500, rootOf(500));
    expect(await mustSucceed(proveInclusion({ ledgerLog })('profile00000001', 501))).to.equal(null);
    const refused = await proveConsistency({ ledgerLog })(501)();
    if (E.isRight(refused) || refused.left._tag !== 'Invalid') throw new Error('a log does not shrink');
    expect(refused.left.faults).to.deep.equal([
      { pointer: '/from', message: 'is more than the 500 entries of the newest checkpoint' },
    ]);
  });
});
