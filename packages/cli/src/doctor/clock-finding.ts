import { type Clock, E, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import {
  boundsOf,
  type DiagnosisFinding,
  maxSkewMs,
  skewOf,
  type TimeReading,
  timeOfHeader,
} from '@portcullis/domain/ports';
import { unavailableFrom, type VendorClient } from '@portcullis/vendor-client';

const warningSkewMs = 15_000;

const subject = 'clock';
const remedy = 'Synchronise the clock of this machine, or the one that it is compared with (NTP).';

const unknown: DiagnosisFinding = {
  subject,
  verdict: 'unknown',
  found: 'no vendor told the time.',
  remedy: 'Look at what is said of AWS.',
};

/** A service whose clock differs by more is not ready. AWS, too, rejects signatures that are five minutes off. */
const notReady = `a service is not ready, and does nothing by time, while it is more than ${maxSkewMs / 1000} off`;

const skewFinding = (offMs: number, whose: string): DiagnosisFinding => {
  const seconds = Math.round(Math.abs(offMs) / 1000);
  const off = `it is ${seconds} seconds ${offMs < 0 ? 'behind' : 'ahead of'} the time of ${whose}`;
  if (Math.abs(offMs) > maxSkewMs) return { subject, verdict: 'wrong', found: `${off}; ${notReady}.`, remedy };
  const found = `${off}.`;
  if (Math.abs(offMs) >= warningSkewMs) return { subject, verdict: 'warning', found, remedy };
  return { subject, verdict: 'ok', found, remedy: null };
};

/** Compares this machine's clock with the `Date` of any response from `address`, to the second. */
export const clockFinding = async (
  vendorClient: VendorClient,
  address: string,
  clock: Clock,
): Promise<DiagnosisFinding> => {
  const asked = vendorClient.call({ service: 'browser_credentials', operation: 'clock' }, ({ fetch, signal }) =>
    pipe(
      TE.tryCatch(
        () => fetch(address, { method: 'POST', signal }),
        (thrown) => unavailableFrom('browser_credentials', thrown),
      ),
      TE.map((answer) => timeOfHeader(answer.headers.get('date'))),
    ),
  );
  const time = await asked();
  return E.isRight(time) && time.right !== null ? skewFinding(clock.now() - time.right, 'AWS') : unknown;
};

/** Compares this machine's clock with the `Date` of the record database. No answer at all is no finding here. */
export const databaseClockFinding = async (
  databaseTime: TaskEither<Unavailable, TimeReading>,
  clock: Clock,
): Promise<readonly DiagnosisFinding[]> => {
  const reading = await databaseTime();
  if (E.isLeft(reading)) return [];
  const offset = clock.now() - performance.now();
  return [skewFinding(skewOf(offset, boundsOf(reading.right)), 'the record database')];
};
