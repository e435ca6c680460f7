import { type Clock, E, type Finding, pipe, TE } from '@portcullis/domain';
import { unavailableFrom, type WayOut } from '@portcullis/outgoing';

/** AWS rejects signatures that are more than five minutes off its own time; tokens and liveness are more sensitive. */
const wrongMs = 120_000;
const warningMs = 15_000;

const subject = 'clock';
const mend = 'Synchronise the clock of this machine (NTP).';

const unknown: Finding = {
  subject,
  verdict: 'unknown',
  found: 'no vendor told the time.',
  mend: 'Look at what is said of AWS.',
};

const judged = (offMs: number): Finding => {
  const seconds = Math.round(Math.abs(offMs) / 1000);
  const found = `it is ${seconds} seconds ${offMs < 0 ? 'behind' : 'ahead of'} the time of AWS.`;
  if (Math.abs(offMs) >= wrongMs) return { subject, verdict: 'wrong', found, mend };
  if (Math.abs(offMs) >= warningMs) return { subject, verdict: 'warning', found, mend };
  return { subject, verdict: 'ok', found, mend: null };
};

/** Compares this machine's clock with the `Date` of any response from `address`, to the second. */
export const clockFinding = async (way: WayOut, address: string, clock: Clock): Promise<Finding> => {
  const asked = way.call({ service: 'browser_credentials', operation: 'clock' }, (signal) =>
    pipe(
      TE.tryCatch(
        () => way.fetch(address, { method: 'POST', signal }),
        (thrown) => unavailableFrom('browser_credentials', thrown),
      ),
      TE.map((answer) => Date.parse(answer.headers.get('date') ?? '')),
    ),
  );
  const told = await asked();
  return E.isRight(told) && Number.isFinite(told.right) ? judged(clock.now() - told.right) : unknown;
};
