import { deflateRawSync } from 'node:zlib';
import { E, type Either, type Unavailable, unavailable } from '@portcullis/domain';
import { withOutageCause } from '@portcullis/domain/kernel';
import { createRecordStore, healthProbeOver } from '@portcullis/record-store';
import { memoryDriver, memoryTables } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { askedDelays } from '../../../support/clock/asked-delays.ts';
import { sequentialIds } from '../../../support/clock/sequential-ids.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

const late = withOutageCause(unavailable('database', 'no answer in time', 'timeout'), 'timeout');
const full = withOutageCause(unavailable('database', 'refused', 'rejected'), 'disk_full');
const minuteMs = 60_000;

/** A probe of a database that can be read, whose writes have this outcome, at a time of the test's own. */
const probed = () => {
  let now = 0;
  let outcome: Either<Unavailable, void> | 'hangs' = E.right(undefined);
  const write = (): Promise<Either<Unavailable, void>> =>
    outcome === 'hangs' ? new Promise(() => undefined) : Promise.resolve(outcome);
  const look = async () => E.right({ installation: 'a'.repeat(64), writes: 0 });
  const probe = healthProbeOver({ look }, write, () => now);
  return {
    check: probe.database(),
    pass: (milliseconds: number): void => {
      now += milliseconds;
    },
    writesAre: (next: typeof outcome): void => {
      outcome = next;
    },
  };
};

describe('the probe of the record database', () => {
  it('keeps its verdict while a test write gets no answer in time, for ten minutes', async () => {
    const { check, pass, writesAre } = probed();
    await mustSucceed(check);
    writesAre(E.left(late));
    for (let minute = 1; minute < 10; minute += 1) {
      pass(minuteMs);
      await mustSucceed(check);
    }
    pass(minuteMs);
    expect(await mustFail(check)).to.deep.equal(late);
    writesAre(E.right(undefined));
    pass(minuteMs);
    await mustSucceed(check);
  });

  it('keeps a refusal, too, while later writes get no answer', async () => {
    const { check, pass, writesAre } = probed();
    writesAre(E.left(full));
    expect(await mustFail(check)).to.deep.equal(full);
    writesAre(E.left(late));
    pass(minuteMs);
    expect(await mustFail(check)).to.deep.equal(full);
  });

  it('waits for no write that hangs, and sends no second one beside it', async () => {
    const { check, pass, writesAre } = probed();
    writesAre('hangs');
    expect(await askedDelays('record-store', () => mustSucceed(check))).to.deep.equal([500]);
    writesAre(E.left(full));
    pass(minuteMs);
    await mustSucceed(check);
  });

  it('writes a file that no database makes smaller, and removes it', async () => {
    const [driver, sizes] = [memoryDriver(memoryTables()), [] as number[]];
    const { healthProbe } = createRecordStore(
      {
        ...driver,
        putBlob: (row, blob) => {
          sizes.push(deflateRawSync(blob.bytes).length);
          return driver.putBlob(row, blob);
        },
      },
      null,
      sequentialIds('probe'),
    );
    await mustSucceed(healthProbe.database());
    expect(sizes).to.have.length(1);
    expect(sizes[0]).to.be.at.least(64 * 1024);
    expect(await mustSucceed(driver.page('files', { limit: 1 }))).to.deep.equal([]);
  });
});
