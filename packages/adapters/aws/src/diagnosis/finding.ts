import type { Finding, NotFound, TaskEither, Unavailable } from '@portcullis/domain';

/** Something that is asked of AWS to see whether it may be asked. */
export type Probe = {
  /** The IAM action that it needs. */
  readonly action: string;
  readonly ask: TaskEither<NotFound | Unavailable, unknown>;
  /** Error names that AWS gives only to who may ask. */
  readonly allowedBy: readonly string[];
  /** What an operator can do where the answer is that it may not be asked. */
  readonly whenDenied: string;
};

/** What AWS calls a permission that is missing. */
export const deniedBy: ReadonlySet<string> = new Set(['AccessDenied', 'AccessDeniedException']);

/** The error name that AWS gave, where it gave one. */
export const errorNameOf = ({ cause }: Unavailable): string => {
  const name: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'name') : undefined;
  return typeof name === 'string' ? name : '';
};

/** Why nothing was found out, for something that says nothing of keys or permissions. */
export const notFoundOut = (subject: string, { kind }: Unavailable): Finding => ({
  subject,
  verdict: 'unknown',
  found: `AWS gave no answer that says it (${kind}).`,
  mend: 'Try again; where it stays so, see whether this machine reaches AWS at all.',
});

/** What was not tried, because the same service has not answered just before. */
export const leftOut = ({ action }: Probe): Finding => ({
  subject: `permission ${action}`,
  verdict: 'unknown',
  found: 'It was not tried, because AWS did not answer before.',
  mend: 'Try again when it does.',
});

const refused = (subject: string, { whenDenied }: Probe, reason: Unavailable): Finding => {
  const name = errorNameOf(reason);
  if (deniedBy.has(name)) return { subject, verdict: 'wrong', found: 'AWS denies it.', mend: whenDenied };
  if (reason.kind !== 'not_configured') return notFoundOut(subject, reason);
  return {
    subject,
    verdict: 'wrong',
    found: `AWS does not let us ask (${name}).`,
    mend:
      name === 'RegionDisabledException'
        ? 'Activate STS for this region in the account settings of IAM.'
        : 'See whether the keys are active, and of the account that is meant.',
  };
};

/** Asks, and says what the answer means for the permission. */
export const lookedAt = async (probe: Probe): Promise<Finding> => {
  const subject = `permission ${probe.action}`;
  const allowed: Finding = { subject, verdict: 'ok', found: 'AWS allows it.', mend: null };
  const result = await probe.ask();
  if (result._tag === 'Right' || result.left._tag === 'NotFound') return allowed;
  return probe.allowedBy.includes(errorNameOf(result.left)) ? allowed : refused(subject, probe, result.left);
};
