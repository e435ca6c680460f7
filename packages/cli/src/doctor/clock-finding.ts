import { type Clock, E, pipe, TE } from '@portcullis/domain';
import type { Finding } from '@portcullis/domain/ports';
import { unavailableFrom, type VendorClient } from '@portcullis/vendor-client';

/** AWS rejects signatures that are more than five minutes off its own time; tokens and liveness are more sensitive. */
const wrongSkewMs = 120_000;
const warningSkewMs = 15_000;

const subject = 'clock';
const remedy = 'Synchronise the clock of this machine (NTP).';

const unknown: Finding = {
  subject,
  verdict: 'unknown',
  found: 'no vendor told the time.',
  remedy: 'Look at what is said of AWS.',
};

const skewFinding = (offMs: number): Finding => {
  const seconds = Math.round(Math.abs(offMs) / 1000);
  const found = `it is ${seconds} seconds ${offMs < 0 ? 'behind' : 'ahead of'} the time of AWS.`;
  if (Math.abs(offMs) >= wrongSkewMs) return { subject, verdict: 'wrong', found, remedy };
  if (Math.abs(offMs) >= warningSkewMs) return { subject, verdict: 'warning', found, remedy };
  return { subject, verdict: 'ok', found, remedy: null };
};

/** Compares this machine's clock with the `Date` of any response from `address`, to the second. */
export const clockFinding = async (vendorClient: VendorClient, address: string, clock: Clock): Promise<Finding> => {
  const asked = vendorClient.call({ service: 'browser_credentials', operation: 'clock' }, ({ fetch, signal }) =>
    pipe(
      TE.tryCatch(
        () => fetch(address, { method: 'POST', signal }),
        (thrown) => unavailableFrom('browser_credentials', thrown),
      ),
      TE.map((answer) => Date.parse(answer.headers.get('date') ?? '')),
    ),
  );
  const time = await asked();
  return E.isRight(time) && Number.isFinite(time.right) ? skewFinding(clock.now() - time.right) : unknown;
};
