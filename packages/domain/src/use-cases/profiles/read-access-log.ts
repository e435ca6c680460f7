import type { Invalid, Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { AdministratingPrincipal } from '../../kernel/principal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AccessLog, AccessPage, AccessPosition } from '../../ports/stores/access-log.ts';
import { useCase } from '../access/use-case.ts';

/**
 * How old a line is when it is first answered, in milliseconds. It is longer than a write may take, and than clocks of
 * instances may differ: a reader after a line never misses one that was written before it.
 */
const accessLogDelayMs = 30_000;

/** Before this time every line is in its place. */
export const settledAccessTime = (clock: Clock): string => new Date(clock.now() - accessLogDelayMs).toISOString();

/** Reads the access log of the caller's own tenant, in the order in which it was written. */
export type ReadAccessLog = (input: {
  readonly caller: AdministratingPrincipal;
  readonly after: AccessPosition | null;
  readonly from: string | null;
  readonly limit: number;
}) => TaskEither<Invalid | Unavailable, AccessPage>;

type Deps = { readonly accessLog: AccessLog; readonly clock: Clock };

export const readAccessLog = useCase('readAccessLog', ['accessLog', 'clock'], (given: Deps): ReadAccessLog => {
  const { accessLog, clock } = given;
  return ({ caller: { request, tenant }, after, from, limit }) =>
    accessLog.page({
      viewer: tenant,
      after,
      from,
      until: settledAccessTime(clock),
      limit,
      ...(request && { request }),
    });
});
