import { randomBytes } from 'node:crypto';
import { type Diagnosis, E, type Either, type NotFound, type Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import type { DiagnosisFinding } from '@portcullis/domain/ports';
import { s3Commands, s3ObjectStore } from './object-store.ts';
import type { S3Options } from './s3-client.ts';

const policyRemedy = 'The policy that the keys need stands in docs/deployment/object-store.md.';

const findingOf = (
  subject: string,
  verdict: DiagnosisFinding['verdict'],
  found: string,
  remedy: string | null,
): DiagnosisFinding => ({
  subject,
  verdict,
  found,
  remedy,
});

const errorName = ({ cause }: Unavailable): string => {
  const name: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'name') : undefined;
  return typeof name === 'string' ? name : '';
};

const remedies: Readonly<Record<string, string>> = {
  NoSuchBucket: 'Create the bucket, or name another one in FILES_URL.',
  PermanentRedirect: 'Name the region of the bucket in FILES_URL.',
  AuthorizationHeaderMalformed: 'Name the region of the bucket in FILES_URL.',
};

/** The finding on a call that failed: an operator can act on `not_configured`, and other failures prove nothing. */
const failedFinding = (subject: string, failure: Unavailable): DiagnosisFinding => {
  const name = errorName(failure);
  const said = name === '' ? failure.kind : name;
  if (failure.kind === 'not_configured' || failure.kind === 'rejected')
    return findingOf(subject, 'wrong', `the store refuses it (${said}).`, remedies[name] ?? policyRemedy);
  return findingOf(subject, 'unknown', `the store gave no answer that says it (${said}).`, 'Try again.');
};

const keptVersions = 'An erasure does not reach kept versions: use a bucket that keeps none.';

const StatusCodec = t.type({ Status: t.union([t.undefined, t.string]) });
const LockCodec = t.type({
  ObjectLockConfiguration: t.union([t.undefined, t.type({ ObjectLockEnabled: t.union([t.undefined, t.string]) })]),
});

/** A store that does not know versions or object lock says so by one of these. */
const unknownErrors = new Set(['NotImplemented', 'MethodNotAllowed', 'XNotImplemented']);

type Answer<A> = Either<NotFound | Unavailable, A>;

const versioningFinding = (answer: Answer<t.TypeOf<typeof StatusCodec>>): DiagnosisFinding => {
  const subject = 'object store, versions';
  const none = findingOf(subject, 'ok', 'the bucket keeps no versions.', null);
  if (E.isRight(answer)) {
    const { Status } = answer.right;
    return Status === undefined ? none : findingOf(subject, 'wrong', `versioning is ${Status}.`, keptVersions);
  }
  const { left } = answer;
  return left._tag === 'NotFound' || unknownErrors.has(errorName(left)) ? none : failedFinding(subject, left);
};

const lockFinding = (answer: Answer<t.TypeOf<typeof LockCodec>>): DiagnosisFinding => {
  const subject = 'object store, object lock';
  const none = findingOf(subject, 'ok', 'objects of the bucket can be removed at any time.', null);
  if (E.isRight(answer))
    return answer.right.ObjectLockConfiguration?.ObjectLockEnabled === 'Enabled'
      ? findingOf(subject, 'wrong', 'objects of the bucket can be locked.', keptVersions)
      : none;
  const { left } = answer;
  return left._tag === 'NotFound' || unknownErrors.has(errorName(left)) ? none : failedFinding(subject, left);
};

const gone = 'what was stored is not what is read.';

/** Stores an object, reads, lists and removes it. */
const tryObjects = async (options: S3Options): Promise<DiagnosisFinding> => {
  const subject = 'object store';
  const objects = s3ObjectStore(options);
  const bytes = randomBytes(1024);
  const key = `doctor/${randomBytes(16).toString('hex')}`;
  const put = await objects.put(key, bytes)();
  if (E.isLeft(put)) return failedFinding(`${subject}, s3:PutObject`, put.left);
  const read = await objects.get(key)();
  const listed = await objects.list(key, null, 1)();
  const removed = await objects.remove(key)();
  if (E.isLeft(read)) return failedFinding(`${subject}, s3:GetObject`, read.left);
  if (E.isLeft(listed)) return failedFinding(`${subject}, s3:ListBucket`, listed.left);
  if (E.isLeft(removed)) return failedFinding(`${subject}, s3:DeleteObject`, removed.left);
  if (read.right === null || !bytes.equals(read.right) || listed.right.length !== 1)
    return findingOf(subject, 'wrong', gone, 'Use a store that shows what was written at once.');
  const after = await objects.get(key)();
  if (E.isLeft(after))
    return findingOf(subject, 'unknown', 'the store gave no answer after the removal.', 'Try again.');
  return after.right === null
    ? findingOf(subject, 'ok', 'an object can be stored, read, listed and removed.', null)
    : findingOf(
        subject,
        'wrong',
        'an object is there after its removal.',
        'Use a store that removes what it is told to.',
      );
};

/**
 * Examines a bucket: whether objects can be stored, read, listed and removed, and whether it keeps versions of them or
 * locks them, which an erasure does not reach. It leaves nothing.
 */
export const s3Diagnosis =
  (options: S3Options): Diagnosis =>
  () =>
  async () => {
    const run = s3Commands(options);
    const Bucket = options.bucket;
    const tried = await tryObjects(options);
    if (tried.verdict !== 'ok') return E.right([tried]);
    const versions = await run(
      'GetBucketVersioning',
      ({ client, sdk }, sending) => client.send(new sdk.GetBucketVersioningCommand({ Bucket }), sending),
      StatusCodec,
    )();
    const lock = await run(
      'GetObjectLockConfiguration',
      ({ client, sdk }, sending) => client.send(new sdk.GetObjectLockConfigurationCommand({ Bucket }), sending),
      LockCodec,
    )();
    return E.right([tried, versioningFinding(versions), lockFinding(lock)]);
  };
