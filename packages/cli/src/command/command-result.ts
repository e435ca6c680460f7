import { type ConfigFault, databaseOutage, engineIn } from '@portcullis/app/configuration';
import { E, type Either, type NotFound, type Unavailable } from '@portcullis/domain';
import { type DecodeFault, type Invalid, isOfOneRecord, outageCauseOf } from '@portcullis/domain/kernel';
import type { PolicyFinding } from '@portcullis/explain';

/**
 * The exit code of a command: 0 success, 1 something is wrong, 2 it could not be checked, 64 wrong usage, 78 an invalid
 * configuration.
 */
export type ExitCode = 0 | 1 | 2 | 64 | 78;

/** The exit code of a command, and what it still has to print. */
export type CommandResult = {
  readonly code: ExitCode;
  readonly lines: readonly string[];
  /** The output for a program in place of the lines. */
  readonly objects?: readonly object[];
  /** The sentences about what could not be shown beside the lines, which are of use all the same. */
  readonly wrong?: readonly string[];
};

const pointerText = (pointer: string): string => (pointer === '' ? '' : ` ${pointer}`);

/** Formats a finding, as in `mine.json: error /checks/liveness: must be required …`. */
export const findingLine = (file: string, { level, message, pointer }: PolicyFinding): string =>
  `${file}: ${level}${pointerText(pointer)}: ${message}`;

const toFinding = ({ message, pointer }: DecodeFault): PolicyFinding => ({ level: 'error', pointer, message });

/** The faults of a document that cannot be stored as a policy. */
export const toFindings = ({ faults }: Invalid): readonly PolicyFinding[] => faults.map(toFinding);

/** Ends a command early, as a value. */
export const failed = (code: 1 | 2 | 78, ...lines: readonly string[]): Either<CommandResult, never> =>
  E.left({ code, lines });

/** The result for arguments that are understood each by itself, and do not go together. */
export const misused = (why: string): CommandResult => ({ code: 64, lines: [why] });

export const misconfiguredResult = (faults: readonly ConfigFault[]): CommandResult => ({
  code: 78,
  lines: faults.map(({ name, rule }) => `${name} ${rule}.`),
});

/** The result for a record database that is not as it must be, with what is wrong and how it is mended. */
export const faultsResult = (faults: readonly { readonly what: string; readonly remedy: string }[]): CommandResult => ({
  code: 1,
  lines: faults.flatMap(({ what, remedy }, at) => [
    what,
    ...(faults[at + 1]?.remedy === remedy ? [] : [`  ${remedy}`]),
  ]),
});

/** What the adapter itself refuses, in a sentence. */
export const refusalIn = (failure: Unavailable): string | null => {
  const { cause, kind } = failure;
  return kind === 'rejected' && typeof cause === 'string' && engineIn(failure) === null ? cause : null;
};

/** The same words as those of a start. */
const databaseUnavailable = (failure: Unavailable): string => {
  const { found, remedy } = databaseOutage(failure, engineIn(failure) ?? 'pocketbase');
  return `The record database cannot be used (${failure.kind}): ${found} ${remedy} npx portcullis doctor looks further.`;
};

const filesUnavailable = (kind: string): string =>
  `The bytes of a file cannot be used (${kind}). They are in the record database, or in the object store that FILES_URL names: is it set, and do its keys open it? npx portcullis doctor looks.`;

const rowDamaged =
  'A row of the record database was changed, and does not open. npx portcullis doctor names those that do not; restore it from the backup.';

const rowLocked =
  'A row of the record database is sealed under a data key that is not in DATA_KEYS. Add the key again, behind the first.';

const signInLimited =
  'The record database is there, and takes no further sign-in from this address for now (rate_limited): too many were tried. Wait a minute, and look who tries.';

export const unavailableResult = (failure: Invalid | Unavailable): CommandResult => {
  if (failure._tag === 'Invalid')
    return { code: 64, lines: failure.faults.map(({ message, pointer }) => `${pointer} ${message}`) };
  const { kind, service } = failure;
  const cause = outageCauseOf(failure);
  if (isOfOneRecord(failure) && service === 'database')
    return { code: 1, lines: [cause === 'unknown_key' ? rowLocked : rowDamaged] };
  if (cause === 'rate_limited' && service === 'database') return { code: 2, lines: [signInLimited] };
  return { code: 2, lines: [service === 'files' ? filesUnavailable(kind) : databaseUnavailable(failure)] };
};

/** The result for a profile that does not exist, or whose records cannot be read. */
export const failureResult = (failure: Invalid | NotFound | Unavailable): CommandResult =>
  failure._tag === 'NotFound' ? { code: 1, lines: ['There is no such profile.'] } : unavailableResult(failure);
