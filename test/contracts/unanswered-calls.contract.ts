import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { createRecordStore } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { aKeyring } from '../support/builders/keyrings.ts';
import { everyCall } from '../support/records/every-call.ts';
import { mustFail } from '../support/run.ts';

type Unanswered = {
  readonly driver: RecordDriver;
  readonly close: () => Promise<void>;
  /** The operations whose deadline no test can wait for. */
  readonly slowCalls: readonly string[];
};

/** What a driver may take that has a deadline of 300 ms, on a busy machine; some operations make several calls. */
const patienceMs = 3000;

/** Tests that every operation ends by its deadline. `open` answers a driver whose calls get no answer. */
export const unansweredCallsContract = (name: string, open: () => Promise<Unanswered>): void => {
  describe(`unanswered calls: ${name}`, function () {
    this.timeout(60_000);

    it('are timeouts within the deadline', async () => {
      const { driver, close, slowCalls } = await open();
      const calls = Object.entries(everyCall(createRecordStore(driver, aKeyring(), sequentialIds())));
      const answered = calls.filter(([call]) => !slowCalls.includes(call));
      await Promise.all(
        answered.map(async ([call, task]) => {
          const begun = performance.now();
          expect(await mustFail(task), call).to.include({ _tag: 'Unavailable', kind: 'timeout' });
          expect(performance.now() - begun, call).to.be.below(patienceMs);
        }),
      );
      await close();
    });
  });
};
