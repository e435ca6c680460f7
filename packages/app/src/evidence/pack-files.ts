import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isHoldEntry } from '@portcullis/backoffice/ports';
import {
  E,
  type FileStore,
  type LedgerEntry,
  type LedgerReader,
  type NotFound,
  type Policy,
  type PolicyStore,
  type Profile,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import { isOfOneRecord, orWhereDamaged } from '@portcullis/domain/kernel';
import { type ChainPosition, chainStart, verifyNextEntry } from '@portcullis/domain/ledger';
import { findPolicy } from '@portcullis/domain/use-cases';
import {
  explanationDocument,
  type PackedFile,
  personalDocument,
  policyDocument,
  prettyJson,
  profileDocument,
} from './pack-documents.ts';
import { packScript } from './pack-scripts.ts';
import type { Signer } from './signer.ts';

/** The sources of a pack. */
export type PackSources = {
  readonly ledgerReader: LedgerReader;
  readonly policies: PolicyStore;
  readonly files: FileStore;
};

/** The optional parts of a pack. */
export type PackParts = {
  readonly personal: boolean;
  readonly files: boolean;
  /** Whether what was noted with an entry about a legal hold is among what is personal. */
  readonly showsHoldNote: (entry: LedgerEntry) => boolean;
};

/** The origin of a pack in its manifest: when, by which release, and by whom it was made where that was no operator. */
export type PackOrigin = { readonly madeAt: string; readonly madeBy: string; readonly exportedBy?: string };

/** Why there is no pack: the data could not be read, or its ledger does not verify. */
export type PackFailure = NotFound | Unavailable | { readonly _tag: 'Unsound'; readonly seq: number };

/** The content of a pack in numbers; `gone` counts the files that no longer exist. */
export type Packed = {
  readonly entries: number;
  readonly files: number;
  readonly gone: number;
};

/** A file of a pack. Its receiver reads its pieces to the end before they ask for the next file. */
export type PackFile = { readonly path: string; readonly pieces: AsyncIterable<Uint8Array> };

/** Thrown by the files of a pack while they are read: the pack cannot be completed. */
type PackAbort = Error & { readonly failure: PackFailure };

const packAbort = (failure: PackFailure): PackAbort => Object.assign(new Error('stopped'), { failure });

/** Whether something thrown says why a pack could not be completed. */
export const isPackAbort = (thrown: unknown): thrown is PackAbort => thrown instanceof Error && 'failure' in thrown;

const orAbort = async <A>(task: TaskEither<PackFailure, A>): Promise<A> => {
  const answer = await task();
  if (E.isLeft(answer)) throw packAbort(answer.left);
  return answer.right;
};

const entryPage = 200;

/** The entries up to the version of the row; later ones were written after the row was read. */
async function* entriesOf(
  { ledgerReader }: Pick<PackSources, 'ledgerReader'>,
  { id, version: last }: Profile,
): AsyncGenerator<LedgerEntry> {
  for (let seq = 0; seq < last; ) {
    const afterSeq = seq;
    const unsound: PackFailure = { _tag: 'Unsound', seq: seq + 1 };
    const read = (limit: number) => ledgerReader.entries(id, { afterSeq, limit });
    // Where one entry of a page does not open, they are read one by one: the first that fails is the one.
    const page = await orAbort(
      pipe(
        read(Math.min(entryPage, last - seq)),
        orWhereDamaged(() => read(1)),
        TE.mapLeft((failure) => (isOfOneRecord(failure) ? unsound : failure)),
      ),
    );
    yield* page;
    const reached = page.at(-1)?.seq;
    if (reached === undefined) throw packAbort({ _tag: 'Unsound', seq: seq + 1 });
    seq = reached;
  }
}

/** The entries of a profile, verified while they are read: a chain that does not verify proves nothing. */
async function* verifiedEntries(
  deps: Pick<PackSources, 'ledgerReader'>,
  profile: Profile,
): AsyncGenerator<LedgerEntry> {
  let place: ChainPosition = chainStart;
  for await (const entry of entriesOf(deps, profile)) {
    const step = verifyNextEntry({ profileId: profile.id, salt: profile.salt }, place, entry);
    if (E.isLeft(step)) throw packAbort({ _tag: 'Unsound', seq: step.left.seq });
    place = step.right;
    yield entry;
  }
  const isOfRow = place.hash === profile.ledgerHead && place.status === profile.status;
  if (!isOfRow) throw packAbort({ _tag: 'Unsound', seq: place.seq });
}

/** The lines of the ledger; `keep` gets the entry of the decision. */
async function* ledgerLines(
  deps: PackSources,
  profile: Profile,
  shows: (entry: LedgerEntry) => boolean,
  keep: (entry: LedgerEntry) => void,
): AsyncGenerator<string> {
  for await (const entry of verifiedEntries(deps, profile)) {
    if (entry.seq === profile.decision?.seq) keep(entry);
    const { personal: _, ...hashed } = entry;
    yield `${JSON.stringify(shows(entry) ? entry : hashed)}\n`;
  }
}

const fileExtensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
type ManifestFile = { readonly path: string; readonly size: number; readonly sha256: string };

/** Lists the files of a pack as they are read. */
const newListing = () => {
  const files: ManifestFile[] = [];
  async function* measured(path: string, pieces: Pieces): AsyncGenerator<Uint8Array> {
    const digest = createHash('sha256');
    let size = 0;
    for await (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      digest.update(bytes);
      size += bytes.length;
      yield bytes;
    }
    files.push({ path, size, sha256: digest.digest('hex') });
  }
  return { files, file: (path: string, pieces: Pieces): PackFile => ({ path, pieces: measured(path, pieces) }) };
};

type Listing = ReturnType<typeof newListing>;

/** The stored pictures, one at a time. One that is not kept any more has no path. */
async function* pictures(
  { files }: Pick<PackSources, 'files'>,
  { evidence, id }: Profile,
  { file }: Listing,
): AsyncGenerator<PackFile, readonly PackedFile[]> {
  const packed: PackedFile[] = [];
  for (const item of evidence) {
    if (item.kind !== 'file') continue;
    const read = await files.get(id, item.file.id, item.contentSha256)();
    if (E.isLeft(read) && read.left._tag !== 'NotFound') throw packAbort(read.left);
    const path = E.isLeft(read) ? null : `files/${item.file.id}.${fileExtensions[read.right.contentType] ?? 'bin'}`;
    if (E.isRight(read) && path !== null) yield file(path, [read.right.bytes]);
    packed.push({ id: item.file.id, path });
  }
  return packed;
}

/**
 * Verifies the ledger of a profile, and reads its pictures where a pack is to have them, before anything is sent that
 * could not be taken back.
 */
export const verifyForPack =
  (
    deps: Pick<PackSources, 'ledgerReader' | 'files'>,
    profile: Profile,
    hasPictures: boolean,
  ): TaskEither<PackFailure, void> =>
  async () => {
    try {
      for await (const _ of verifiedEntries(deps, profile));
      if (hasPictures) for await (const _ of pictures(deps, profile, newListing()));
      return E.right(undefined);
    } catch (thrown) {
      if (isPackAbort(thrown)) return E.left(thrown.failure);
      throw thrown;
    }
  };

/** Everything except the manifest and the signature. */
async function* documents(
  deps: PackSources,
  parts: PackParts,
  profile: Profile,
  listing: Listing,
): AsyncGenerator<PackFile, Packed> {
  const json = (path: string, value: object) => listing.file(path, [prettyJson(value)]);
  const deciding: LedgerEntry[] = [];
  const keep = (entry: LedgerEntry): void => void deciding.push(entry);
  // Nothing personal is exported of a person who is to be erased, even where the data is not destroyed yet.
  const isPersonal = parts.personal && !profile.redaction;
  const shows = (entry: LedgerEntry): boolean => isPersonal && (!isHoldEntry(entry) || parts.showsHoldNote(entry));
  yield listing.file('entries.jsonl', ledgerLines(deps, profile, shows, keep));
  const packed = parts.files ? yield* pictures(deps, profile, listing) : [];
  yield json('profile.json', profileDocument(profile, packed));
  const { policy: ref } = profile.decision ?? profile;
  const policy: Policy | null = await orAbort(findPolicy(deps.policies, ref));
  yield json('policy.json', policyDocument(profile, policy));
  const [entry] = deciding;
  const explanation = entry && explanationDocument(profile, entry, policy, isPersonal);
  if (explanation) yield json('explanation.json', explanation);
  if (isPersonal) yield json('personal.json', personalDocument(profile));
  yield listing.file('verify.mjs', [await readFile(packScript)]);
  const gone = packed.filter(({ path }) => path === null).length;
  return { entries: profile.version, files: packed.length - gone, gone };
}

/**
 * The files of an evidence pack, in the order in which they are made; the manifest and its signature are the last. The
 * ledger is verified while it is read. It holds a page of entries or one picture at a time. It throws what
 * `isPackAbort` knows where the pack cannot be completed; what was taken of it until then proves nothing.
 */
export async function* packFiles(
  deps: PackSources,
  profile: Profile,
  parts: PackParts,
  { exportedBy, madeAt, madeBy }: PackOrigin,
  signer: Signer,
): AsyncGenerator<PackFile, Packed> {
  const listing = newListing();
  const packed = yield* documents(deps, parts, profile, listing);
  const { id, ledgerHead, version: seq } = profile;
  const manifest = prettyJson({
    format: 'portcullis-evidence-pack/1',
    made_at: madeAt,
    made_by: madeBy,
    ...(exportedBy !== undefined && { exported_by: exportedBy }),
    profile_id: id,
    head: { seq, hash: ledgerHead },
    signer: signer.fingerprint,
    files: [...listing.files],
  });
  yield listing.file('signer.pub.pem', [signer.publicPem]);
  yield listing.file('MANIFEST.json', [manifest]);
  yield listing.file('MANIFEST.sig', [signer.sign(Buffer.from(manifest))]);
  return packed;
}
