import { simulatorKeys } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import { type FaultKind, faultKinds } from '#simulator/core/script';
import { faultMeanings } from '../../support/clients/fault-meanings.ts';
import { deviceCall as call, inspectorAt } from '../../support/clients/fingerprint.ts';
import { simulatorForTests } from '../../support/clients/vendor-calls.ts';
import { fakeClock } from '../../support/clock/fake-clock.ts';
import { mustFail } from '../../support/run.ts';

/** Fingerprint answers a 404 for an event that it does not have. */
const meanings = { ...faultMeanings, http_404: 'NotFound' };

type Refusal = { readonly _tag: string; readonly kind?: string; readonly retryAfterSeconds?: number };

/** Ample for an answer that comes, on a busy machine, and short for one that does not. */
const deadlineOf = (kind: FaultKind): number => (meanings[kind] === 'timeout' ? 300 : 10_000);

const wordOf = (refusal: Refusal): string => refusal.kind ?? refusal._tag;

describe('a fault of the connection to Fingerprint', () => {
  const { running } = simulatorForTests({ clock: fakeClock() });

  for (const kind of faultKinds) {
    it(`is reported as ${meanings[kind]} where it is ${kind}`, async () => {
      running().script({ faults: [{ vendor: 'fingerprint', kind }] });
      // The simulator only has ids of its own form; with the 400 of an unparsable id it would be a missing event.
      const id = kind === 'http_400' ? '1708102555327.NLOjmg' : 'sim-1';
      const result = await inspectorAt(running().url, { deadlineMs: deadlineOf(kind) }).inspect({
        call,
        eventId: id,
      })();
      expect(result._tag === 'Right' ? 'answer' : wordOf(result.left)).to.equal(meanings[kind]);
    });
  }

  it('is reported without the key', async () => {
    for (const kind of faultKinds) {
      running().script({ faults: [{ vendor: 'fingerprint', kind }] });
      const result = await inspectorAt(running().url, { deadlineMs: 100 }).inspect({ call, eventId: 'sim-1' })();
      const told = result._tag === 'Right' ? '' : `${JSON.stringify(result.left)} ${Reflect.get(result.left, 'cause')}`;
      expect(told, kind).to.not.include(simulatorKeys.fingerprintKey);
    }
  });

  it('is a wrong key where Fingerprint does not know it', async () => {
    const failure = await mustFail(
      inspectorAt(running().url, { secretKey: 'another' }).inspect({ call, eventId: 'sim-1' }),
    );
    expect(failure).to.include({ _tag: 'Unavailable', kind: 'not_configured', retryAfterSeconds: 3600 });
  });
});
