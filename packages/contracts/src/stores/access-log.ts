import assert from 'node:assert/strict';
import type { AccessLog, Tenant } from '@portcullis/domain';
import type { AccessPage, AccessPosition, AccessQuery } from '@portcullis/domain/ports';
import { anAccessBatch, anAccessLine } from '../builders/access-lines.ts';
import { acme } from '../builders/profiles.ts';
import { type Runner, resultOf } from '../shared/runner.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 4, 1, 10, minute)).toISOString();
const all: AccessQuery = { viewer: null, after: null, from: null, until: at(59), limit: 1000 };
const north: Tenant = { partnerId: 'acme', teamId: 'north' };

/** Tests the guarantees of every AccessLog port. `open` answers an empty one. */
export const accessLogContract = ({ describe, it }: Runner, name: string, open: () => Promise<AccessLog>): void => {
  describe(`AccessLog contract: ${name}`, () => {
    const wordsIn = async (log: AccessLog, query: Partial<AccessQuery> = {}): Promise<readonly string[]> => {
      const { lines } = await resultOf(log.page({ ...all, ...query }));
      return lines.map(({ line }) => line.request_id);
    };

    it('answers lines as they were appended, in the order of their batches', async () => {
      const log = await open();
      const full = anAccessLine({
        caller: { kind: 'flow', link_generation: 3 },
        reviewer_id: 'staff-0217',
        file_id: 'file00000000001',
        profile_id: null,
        profile_ids: ['abc000000000001', 'abc000000000002'],
        status: 201,
      });
      const early = { ...anAccessBatch(at(1), ['early']), lines: [full] };
      await resultOf(log.append([anAccessBatch(at(2), ['late'])]));
      await resultOf(log.append([early]));
      const { lines, damaged, next } = await resultOf(log.page(all));
      assert.deepEqual(lines[0], { line: full, position: { at: at(1), id: early.id, line: 0 } });
      assert.equal(lines[1]?.line.request_id, 'late');
      assert.deepEqual([damaged, next], [[], null]);
    });

    it('appends batches once, however often they are written', async () => {
      const log = await open();
      const batches = [anAccessBatch(at(1), ['a', 'b']), anAccessBatch(at(1), ['c'], north)];
      await resultOf(log.append(batches));
      await resultOf(log.append(batches.map((batch) => ({ ...batch, at: at(5) }))));
      assert.deepEqual([...(await wordsIn(log))].sort(), ['a', 'b', 'c']);
    });

    it('shows a tenant its own lines: a partner those of its teams, a team only its own', async () => {
      const log = await open();
      await resultOf(log.append([anAccessBatch(at(1), ['whole']), anAccessBatch(at(2), ['north'], north)]));
      await resultOf(log.append([anAccessBatch(at(3), ['globex'], { partnerId: 'globex', teamId: null })]));
      assert.deepEqual(await wordsIn(log, { viewer: acme }), ['whole', 'north']);
      assert.deepEqual(await wordsIn(log, { viewer: north }), ['north']);
      assert.deepEqual(await wordsIn(log, { viewer: { partnerId: 'acm', teamId: null } }), []);
      assert.deepEqual(await wordsIn(log), ['whole', 'north', 'globex']);
    });

    it('answers every line once to whoever reads page by page, also inside a batch', async () => {
      const log = await open();
      const words = Array.from({ length: 7 }, (_, n) => `w${n}`);
      await resultOf(log.append([anAccessBatch(at(1), words.slice(0, 3)), anAccessBatch(at(2), words.slice(3))]));
      for (const limit of [1, 2, 3, 5, 7]) {
        const found: string[] = [];
        let after: AccessPosition | null = null;
        for (let more = true; more; more = after !== null) {
          const page: AccessPage = await resultOf(log.page({ ...all, limit, after }));
          found.push(...page.lines.map(({ line }) => line.request_id));
          after = page.next;
        }
        assert.deepEqual(found, words, `limit ${limit}`);
      }
    });

    it('answers what was written from one time on, and before another', async () => {
      const log = await open();
      for (const minute of [1, 2, 3]) await resultOf(log.append([anAccessBatch(at(minute), [`m${minute}`])]));
      assert.deepEqual(await wordsIn(log, { from: at(2) }), ['m2', 'm3']);
      assert.deepEqual(await wordsIn(log, { from: at(2), until: at(3) }), ['m2']);
    });

    it('removes what is older than a time, and nothing else', async () => {
      const log = await open();
      for (const minute of [1, 2, 3]) await resultOf(log.append([anAccessBatch(at(minute), [`m${minute}`])]));
      assert.equal(await resultOf(log.prune(at(3), 1)), 1);
      assert.deepEqual(await wordsIn(log), ['m2', 'm3']);
      assert.equal(await resultOf(log.prune(at(3), 50)), 1);
      assert.equal(await resultOf(log.prune(at(3), 50)), 0);
      assert.deepEqual(await wordsIn(log), ['m3']);
    });
  });
};
