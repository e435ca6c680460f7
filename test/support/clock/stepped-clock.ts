import { type Unavailable, unavailable } from '@portcullis/domain';
import { withOutageCause } from '@portcullis/domain/kernel';
import { fakeClock } from './fake-clock.ts';

const aheadMs = 400 * 86_400_000;

/** A clock that can be set 400 days ahead, where it is not trusted, and back, while hardly any time passes. */
export const steppedClock = () => {
  const held = { isTrusted: true };
  const clock = { ...fakeClock(), isTrusted: () => held.isTrusted };
  return {
    clock,
    goesAhead: (): void => {
      if (held.isTrusted) clock.set(aheadMs);
      held.isTrusted = false;
    },
    isRightAgain: (): void => {
      if (!held.isTrusted) clock.set(-aheadMs);
      held.isTrusted = true;
    },
  };
};

/** The failure of a service while its clock is not trusted. */
export const clockOutage: Unavailable = withOutageCause(
  unavailable('clock', 'the clock is not believed'),
  'clock_skew',
);
