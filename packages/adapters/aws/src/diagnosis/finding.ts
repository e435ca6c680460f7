import type { NotFound, TaskEither, Unavailable } from '@portcullis/domain';
import type { DiagnosisFinding } from '@portcullis/domain/ports';

/** A request to AWS that shows whether the request is permitted. */
export type Probe = {
  /** The IAM action that the request needs. */
  readonly action: string;
  readonly request: TaskEither<NotFound | Unavailable, unknown>;
  /** Names of errors that AWS returns only to a caller who has the permission. */
  readonly permittedErrors: readonly string[];
  /** The operator's remedy when AWS denies the request. */
  readonly deniedRemedy: string;
};

/** The errors by which AWS reports a missing permission. */
export const accessDeniedErrors: ReadonlySet<string> = new Set(['AccessDenied', 'AccessDeniedException']);

/** The name of the error that AWS returned, or an empty text. */
export const errorNameOf = ({ cause }: Unavailable): string => {
  const name: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'name') : undefined;
  return typeof name === 'string' ? name : '';
};

/** The finding for a failure that says nothing about keys or permissions. */
export const inconclusiveFinding = (subject: string, { kind }: Unavailable): DiagnosisFinding => ({
  subject,
  verdict: 'unknown',
  found: `AWS gave no answer that says it (${kind}).`,
  remedy: 'Try again; where it stays so, see whether this machine reaches AWS at all.',
});

/** The finding for a probe that was skipped, because the same service did not answer the one before. */
export const skippedFinding = ({ action }: Probe): DiagnosisFinding => ({
  subject: `permission ${action}`,
  verdict: 'unknown',
  found: 'It was not tried, because AWS did not answer before.',
  remedy: 'Try again when it does.',
});

const failedFinding = (subject: string, { deniedRemedy }: Probe, reason: Unavailable): DiagnosisFinding => {
  const name = errorNameOf(reason);
  if (accessDeniedErrors.has(name)) return { subject, verdict: 'wrong', found: 'AWS denies it.', remedy: deniedRemedy };
  if (reason.kind !== 'not_configured') return inconclusiveFinding(subject, reason);
  return {
    subject,
    verdict: 'wrong',
    found: `AWS does not let us ask (${name}).`,
    remedy:
      name === 'RegionDisabledException'
        ? 'Activate STS for this region in the account settings of IAM.'
        : 'See whether the keys are active, and of the account that is meant.',
  };
};

/** Runs a probe and reports what the response means for the permission. */
export const runProbe = async (probe: Probe): Promise<DiagnosisFinding> => {
  const subject = `permission ${probe.action}`;
  const allowed: DiagnosisFinding = { subject, verdict: 'ok', found: 'AWS allows it.', remedy: null };
  const result = await probe.request();
  if (result._tag === 'Right' || result.left._tag === 'NotFound') return allowed;
  return probe.permittedErrors.includes(errorNameOf(result.left))
    ? allowed
    : failedFinding(subject, probe, result.left);
};
