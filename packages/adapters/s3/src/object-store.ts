import { createHash } from 'node:crypto';
import {
  E,
  type Either,
  type NotFound,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { damagedRecord, schemaCodec, t } from '@portcullis/domain/kernel';
import type { ObjectStore, StoredObject } from '@portcullis/record-store/driver';
import { commandSender, notFoundAsRejected, type SendOptions, sendOptions } from '@portcullis/vendor-client/aws-sdk';
import { failureOf } from './errors.ts';
import { type OpenS3, openS3, type S3Options } from './s3-client.ts';

type Failure = NotFound | Unavailable;

const DateCodec = schemaCodec('a date', (u): u is Date => u instanceof Date && Number.isFinite(u.getTime()), {});
const BodyCodec = schemaCodec(
  'bytes',
  (u): u is { readonly transformToByteArray: () => Promise<Uint8Array> } =>
    typeof u === 'object' && u !== null && typeof Reflect.get(u, 'transformToByteArray') === 'function',
  {},
);

/** A store says which object it has made; a page of something before it, with a good status, does not. */
const PutCodec = t.type({ ETag: t.string });
const GetCodec = t.type({ Body: BodyCodec, Metadata: t.union([t.undefined, t.record(t.string, t.string)]) });
/** A field that is missing in a page must not read as a page without objects: it says whether there are more. */
const PageCodec = t.type({
  IsTruncated: t.boolean,
  Contents: t.union([t.undefined, t.array(t.type({ Key: t.string, LastModified: DateCodec }))]),
});
type Page = t.TypeOf<typeof PageCodec>;

/** The name of the metadata with the digest of the bytes: SHA-256, lower-case hex. */
const digestName = 'sha256';
const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const badAnswer = (cause: unknown): Unavailable => unavailable('files', cause, 'invalid_response');

/** Nothing that is asked for here can be missing, so that a missing one is an answer that nobody expects. */
const foundOr = notFoundAsRejected('files');

const sendCommand = commandSender((_, thrown) => failureOf(thrown));

/** Runs the commands of one bucket, each within a call of the vendor client. */
export const s3Commands = (options: S3Options) => {
  const open = openS3(options);
  return <A>(
    operation: string,
    send: (opened: OpenS3, options: SendOptions) => Promise<unknown>,
    codec: t.Decoder<unknown, A>,
  ): TaskEither<Failure, A> =>
    options.vendorClient.call({ service: 'files', operation }, (call) =>
      sendCommand('files', async () => send(await open(), sendOptions(call)), codec),
    );
};

/** The bytes of an answer, whose digest must be the one that was stored with them. */
const bytesOf =
  ({ Body, Metadata }: t.TypeOf<typeof GetCodec>): TaskEither<Unavailable, Uint8Array> =>
  async () => {
    const bytes = await Body.transformToByteArray();
    const expected = Metadata?.[digestName];
    return expected === digestOf(bytes)
      ? E.right(bytes)
      : E.left(damagedRecord('the bytes do not have their digest', 'files'));
  };

type Commands = ReturnType<typeof s3Commands>;

const listObjects = ({ bucket, prefix }: S3Options, run: Commands): ObjectStore['list'] => {
  /** A store may end a page before it has as many objects as were asked for. */
  const pageAfter = (below: string, after: string | null, most: number): TaskEither<Unavailable, Page> =>
    pipe(
      run(
        'ListObjectsV2',
        ({ client, sdk }, sending) => {
          const start = after === null ? {} : { StartAfter: prefix + after };
          const input = { Bucket: bucket, Prefix: prefix + below, MaxKeys: most, ...start };
          return client.send(new sdk.ListObjectsV2Command(input), sending);
        },
        PageCodec,
      ),
      TE.mapLeft(foundOr),
      TE.flatMap((page) =>
        (page.Contents ?? []).every(({ Key }) => Key.startsWith(prefix + below))
          ? TE.right(page)
          : TE.left(badAnswer('a page has an object that was not asked for')),
      ),
    );

  return (below, after, limit) => async () => {
    const found: StoredObject[] = [];
    for (let last = after; ; ) {
      const page: Either<Unavailable, Page> = await pageAfter(below, last, limit - found.length)();
      if (E.isLeft(page)) return page;
      const { Contents = [], IsTruncated } = page.right;
      const objects = Contents.map(({ Key, LastModified }) => ({ Key, modifiedAt: LastModified.getTime() }));
      found.push(...objects.map(({ Key, modifiedAt }) => ({ key: Key.slice(prefix.length), modifiedAt })));
      last = found.at(-1)?.key ?? null;
      if (!IsTruncated || found.length >= limit) return E.right(found);
      if (Contents.length === 0) return E.left(badAnswer('a page without objects is said to have a next one'));
    }
  };
};

/**
 * Objects in a bucket of S3, or of a store with its interface, below a prefix. It needs no conditional writes, no
 * versions and no checksums of the store. Creating it sends nothing.
 */
export const s3ObjectStore = (options: S3Options): ObjectStore => {
  const { bucket, prefix } = options;
  const run = s3Commands(options);
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key });
  const done = (): void => undefined;
  return {
    put: (key, bytes) =>
      pipe(
        run(
          'PutObject',
          ({ client, sdk }, sending) => {
            const Body = Uint8Array.from(bytes);
            const Metadata = { [digestName]: digestOf(Body) };
            const input = { ...at(key), Body, ContentType: 'application/octet-stream', Metadata };
            return client.send(new sdk.PutObjectCommand(input), sending);
          },
          PutCodec,
        ),
        TE.mapLeft(foundOr),
        TE.map(done),
      ),
    get: (key) =>
      pipe(
        run(
          'GetObject',
          ({ client, sdk }, sending) => client.send(new sdk.GetObjectCommand(at(key)), sending),
          GetCodec,
        ),
        TE.flatMap((found) => bytesOf(found)),
        TE.orElse((failure) => (failure._tag === 'NotFound' ? TE.right(null) : TE.left(failure))),
      ),
    remove: (key) =>
      pipe(
        run(
          'DeleteObject',
          ({ client, sdk }, sending) => client.send(new sdk.DeleteObjectCommand(at(key)), sending),
          t.unknown,
        ),
        TE.map(done),
        TE.orElse((failure) => (failure._tag === 'NotFound' ? TE.right(undefined) : TE.left(failure))),
      ),
    list: listObjects(options, run),
  };
};
