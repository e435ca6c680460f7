import type { AccessLog, Tenant } from '@portcullis/domain';
import type { AccessPage, AccessPosition, AccessQuery } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { acme } from '../support/builders/profiles.ts';
import { anAccessBatch, anAccessLine } from '../support/records/access-lines.ts';
import { mustSucceed } from '../support/run.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 4, 1, 10, minute)).toISOString();
const all: AccessQuery = { viewer: null, after: null, from: null, until: at(59), limit: 1000 };
const north: Tenant = { partnerId: 'acme', teamId: 'north' };

/** Tests the guarantees of every AccessLog port. `open` answers an empty one. */
export const accessLogContract = (name: string, open: () => Promise<AccessLog>): void => {
  describe(`AccessLog contract: ${name}`, () => {
    const wordsIn = async (log: AccessLog, query: Partial<AccessQuery> = {}): Promise<readonly string[]> => {
      const { lines } = await mustSucceed(log.page({ ...all, ...query }));
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
      await mustSucceed(log.append([anAccessBatch(at(2), ['late'])]));
      await mustSucceed(log.append([early]));
      const { lines, damaged, next } = await mustSucceed(log.page(all));
      expect(lines[0]).to.deep.equal({ line: full, position: { at: at(1), id: early.id, line: 0 } });
      expect(lines[1]?.line.request_id).to.equal('late');
      expect([damaged, next]).to.deep.equal([[], null]);
    });

    it('appends batches once, however often they are written', async () => {
      const log = await open();
      const batches = [anAccessBatch(at(1), ['a', 'b']), anAccessBatch(at(1), ['c'], north)];
      await mustSucceed(log.append(batches));
      await mustSucceed(log.append(batches.map((batch) => ({ ...batch, at: at(5) }))));
      expect([...(await wordsIn(log))].sort()).to.deep.equal(['a', 'b', 'c']);
    });

    it('shows a tenant its own lines: a partner those of its teams, a team only its own', async () => {
      const log = await open();
      await mustSucceed(log.append([anAccessBatch(at(1), ['whole']), anAccessBatch(at(2), ['north'], north)]));
      await mustSucceed(log.append([anAccessBatch(at(3), ['globex'], { partnerId: 'globex', teamId: null })]));
      expect(await wordsIn(log, { viewer: acme })).to.deep.equal(['whole', 'north']);
      expect(await wordsIn(log, { viewer: north })).to.deep.equal(['north']);
      expect(await wordsIn(log, { viewer: { partnerId: 'acm', teamId: null } })).to.deep.equal([]);
      expect(await wordsIn(log)).to.deep.equal(['whole', 'north', 'globex']);
    });

    it('answers every line once to whoever reads page by page, also inside a batch', async () => {
      const log = await open();
      const words = Array.from({ length: 7 }, (_, n) => `w${n}`);
      await mustSucceed(log.append([anAccessBatch(at(1), words.slice(0, 3)), anAccessBatch(at(2), words.slice(3))]));
      for (const limit of [1, 2, 3, 5, 7]) {
        const found: string[] = [];
        let after: AccessPosition | null = null;
        for (let more = true; more; more = after !== null) {
          const page: AccessPage = await mustSucceed(log.page({ ...all, limit, after }));
          found.push(...page.lines.map(({ line }) => line.request_id));
          after = page.next;
        }
        expect(found, `limit ${limit}`).to.deep.equal(words);
      }
    });

    it('answers what was written from one time on, and before another', async () => {
      const log = await open();
      for (const minute of [1, 2, 3]) await mustSucceed(log.append([anAccessBatch(at(minute), [`m${minute}`])]));
      expect(await wordsIn(log, { from: at(2) })).to.deep.equal(['m2', 'm3']);
      expect(await wordsIn(log, { from: at(2), until: at(3) })).to.deep.equal(['m2']);
    });

    it('removes what is older than a time, and nothing else', async () => {
      const log = await open();
      for (const minute of [1, 2, 3]) await mustSucceed(log.append([anAccessBatch(at(minute), [`m${minute}`])]));
      expect(await mustSucceed(log.prune(at(3), 1))).to.equal(1);
      expect(await wordsIn(log)).to.deep.equal(['m2', 'm3']);
      expect(await mustSucceed(log.prune(at(3), 50))).to.equal(1);
      expect(await mustSucceed(log.prune(at(3), 50))).to.equal(0);
      expect(await wordsIn(log)).to.deep.equal(['m3']);
    });
  });
};
