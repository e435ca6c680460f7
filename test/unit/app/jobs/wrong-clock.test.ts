import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { aKeyClaim, anAccessBatch } from '@portcullis/contracts/builders';
import { E } from '@portcullis/domain';
import { revocationList } from '@portcullis/domain/use-cases';
import { createEntryRelay, type WebhookDelivery } from '@portcullis/events';
import { createRecordStore } from '@portcullis/record-store';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { accessLogMaintenance } from '#app/jobs/access-log-maintenance';
import { relayRounds } from '#app/jobs/relay-rounds';
import { revocationRound } from '#app/jobs/revocation-round';
import { sweepRound } from '#app/jobs/sweep-round';
import { webhookRounds } from '#app/jobs/webhook-rounds';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { writeEntries } from '../../../support/records/log-entries.ts';
import { requestIdsIn } from '../../../support/records/looks.ts';
import { storesInMemory } from '../../../support/records/memory-records.ts';
import { mustSucceed } from '../../../support/run.ts';

const day = 86_400_000;

/** A clock that can be set ahead or back, and is not trusted then. */
const settableClock = () => {
  const held = { trusted: true };
  const clock = { ...fakeClock('2026-05-01T00:00:00.000Z'), isTrusted: () => held.trusted };
  return {
    clock,
    set: (days: number): void => {
      clock.advance(days * day);
      held.trusted = days === 0;
    },
    right: (days: number): void => {
      clock.advance(-days * day);
      held.trusted = true;
    },
  };
};

for (const days of [400, -400]) {
  describe(`the jobs of a service whose clock is ${days} days off`, () => {
    it('prune no idempotency key, no line of the access log and no count, and sweep nothing', async () => {
      const { clock, right, set } = settableClock();
      const keys = storesInMemory().idempotencyKeys;
      const accessLog = storesInMemory().accessLog;
      const counters = storesInMemory().usageCounters;
      const now = new Date(clock.now()).toISOString();
      const claim = aKeyClaim({ now, heldUntil: now, keptUntil: new Date(clock.now() + day).toISOString() });
      const calls = { partnerId: 'acme', provider: 'faces', day: now.slice(0, 10) } as const;
      await mustSucceed(keys.claim(claim));
      await mustSucceed(keys.complete(claim, { status: 201, headers: {}, body: '{}' }, null));
      await mustSucceed(accessLog.append([anAccessBatch('2026-04-30T23:59:00.000Z', ['kept'])]));
      await mustSucceed(counters.addCalls(calls, 1));
      const done: string[] = [];
      const round = sweepRound({
        clock,
        compareClock: async () => void done.push('compare'),
        keepLease: async () => {
          done.push('keep');
          return E.right(undefined);
        },
        sweep: () => async () => {
          done.push('sweep');
          return E.right({ seen: 0, failures: [] });
        },
        keys,
        measure: async () => {
          done.push('measure');
          await counters.prune(new Date(clock.now() - day).toISOString().slice(0, 10), 50)();
        },
        maintainAccessLog: accessLogMaintenance({ accessLog, clock, keptDays: 400 }),
        telemetry: {
          failed: (...[part]) => void done.push(`failed ${part}`),
          skipped: () => void done.push('left out'),
        },
      });
      set(days);
      await round();
      expect(done).to.deep.equal(['compare', 'left out']);
      right(days);
      await round();
      expect(done.slice(2)).to.deep.equal(['compare', 'measure', 'keep', 'sweep']);
      expect(await requestIdsIn(accessLog)).to.deep.equal(['kept']);
      expect(await mustSucceed(keys.claim({ ...claim, owner: 'another00000001' }))).to.include({ state: 'completed' });
      expect(await mustSucceed(counters.addCalls(calls, 1))).to.equal(2);
    });

    it('forget no revoked token, neither in the store nor in memory', async () => {
      const { clock, right, set } = settableClock();
      const tokenStates = storesInMemory().tokenStates;
      const revocations = revocationList({ tokenStates, clock });
      const expiresAt = new Date(clock.now() + day).toISOString();
      await mustSucceed(revocations.revoke('revoked', expiresAt));
      clock.advance(600_000);
      await mustSucceed(revocations.revoke('later', expiresAt));
      const round = revocationRound({
        revocations,
        tokenStates,
        clock,
        staffSessions: storesInMemory().staffSessions,
        onUnread: () => expect.fail('unread'),
        onNotPruned: () => expect.fail('not pruned'),
      });
      await round();
      set(days);
      await round();
      right(days);
      await round();
      expect(revocations.isRevoked('revoked')).to.equal(true);
      const stored = await mustSucceed(tokenStates.revokedSince('2026-01-01T00:00:00.000Z'));
      expect(stored.map(({ id }) => id)).to.deep.equal(['revoked', 'later']);
    });

    it('send no webhook, take no lease on one and prune none of their tries', async () => {
      const { clock, right, set } = settableClock();
      const done: string[] = [];
      const delivery: Pick<WebhookDelivery, 'round'> = {
        round: async () => {
          done.push('round');
          return E.right(undefined);
        },
      };
      const noted =
        <A>(what: string, value: A) =>
        () =>
        async () => {
          done.push(what);
          return E.right(value);
        };
      const deliveries = { prune: noted('prune', 0), counts: noted('count', { waiting: 0, dead: 0 }) };
      const failed = () => expect.fail('failed');
      const round = webhookRounds({ delivery, deliveries, clock, onCounted: () => undefined, onFailure: failed });
      set(days);
      await round();
      expect(done).to.deep.equal([]);
      right(days);
      await round();
      expect(done).to.deep.equal(['round', 'count', 'prune']);
    });

    it('place no entry, take no lease and make no head, also not at the stop', async () => {
      const { clock, right, set } = settableClock();
      const driver = memoryDriver();
      const { feedNumbers, ledgerLog } = createRecordStore(driver, aKeyring(), sequentialIds('store'));
      await writeEntries(driver, 1, 3);
      const relay = createEntryRelay({
        ledgerLog,
        feedNumbers,
        clock,
        ids: sequentialIds('relay'),
        signer: null,
      });
      let pruned = 0;
      let watched = 0;
      const rounds = relayRounds({
        relay,
        clock,
        prune: async () => {
          pruned += 1;
        },
        watch: async () => {
          watched += 1;
        },
        onFailure: () => expect.fail('failed'),
      });
      set(days);
      await rounds.round();
      await rounds.last();
      const stored = [await mustSucceed(ledgerLog.state()), await mustSucceed(ledgerLog.newestHead())];
      expect([...stored, pruned, watched]).to.deep.equal([null, null, 0, 0]);
      right(days);
      await rounds.round();
      await rounds.last();
      const head = await mustSucceed(ledgerLog.newestHead());
      expect([head?.size, pruned, watched]).to.deep.equal([3, 1, 1]);
      expect(E.isRight(await ledgerLog.state()())).to.equal(true);
    });
  });
}
