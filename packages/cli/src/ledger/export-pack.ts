import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { version } from '@portcullis/app/configuration';
import {
  type AccessLog,
  E,
  type FileStore,
  type LedgerEntry,
  type LedgerReader,
  type NotFound,
  type Policy,
  type PolicyStore,
  type Profile,
  type ProfileId,
  type ProfileStore,
  type TaskEither,
  type Unavailable,
} from '@portcullis/domain';
import { deterministicId } from '@portcullis/domain/kernel';
import { type ChainPosition, chainStart, verifyNextEntry } from '@portcullis/domain/ledger';
import type { AccessLine, LedgerLog } from '@portcullis/domain/ports';
import { findPolicy, proveInclusion } from '@portcullis/domain/use-cases';
import {
  explanationDocument,
  inclusionDocument,
  type PackedFile,
  personalDocument,
  policyDocument,
  profileDocument,
} from './pack-documents.ts';
import { createPackFolder, type PackFolder, prettyJson, singleChunk } from './pack-folder.ts';
import type { Signer } from './signer.ts';
import { checkpointScript, packScript } from './verify-file.ts';

export type PackDeps = {
  readonly profiles: Pick<ProfileStore, 'getAny'>;
  readonly ledgerReader: LedgerReader;
  readonly policies: PolicyStore;
  readonly files: FileStore;
  readonly ledgerLog: LedgerLog;
  readonly accessLog: Pick<AccessLog, 'append'>;
};

/** The profile, the folder, and the optional parts of a pack. */
export type PackOptions = {
  readonly profile: ProfileId;
  readonly out: string;
  readonly personal: boolean;
  readonly files: boolean;
};

/** Why there is no pack: the data could not be read, or its ledger does not verify. */
export type PackFailure = NotFound | Unavailable | { readonly _tag: 'Unsound'; readonly seq: number };

/** The content of a pack in numbers; `gone` counts the files that no longer exist. */
export type Packed = {
  readonly entries: number;
  readonly files: number;
  readonly gone: number;
  /** Whether a head of the log includes the last entry, and the pack has the proof. */
  readonly isProven: boolean;
};

/** Thrown within this file only, from streams that are being written; it never leaves the file. */
type PackAbort = Error & { readonly failure: PackFailure };

const packAbort = (failure: PackFailure): PackAbort => Object.assign(new Error('stopped'), { failure });

const isPackAbort = (thrown: unknown): thrown is PackAbort => thrown instanceof Error && 'failure' in thrown;

const orAbort = async <A>(task: TaskEither<PackFailure, A>): Promise<A> => {
  const answer = await task();
  if (E.isLeft(answer)) throw packAbort(answer.left);
  return answer.right;
};

const entryPage = 200;

/** The entries up to the version of the row; later ones were written after the row was read. */
async function* entriesOf({ ledgerReader }: PackDeps, { id, version: last }: Profile): AsyncGenerator<LedgerEntry> {
  for (let seq = 0; seq < last; ) {
    const page = await orAbort(ledgerReader.entries(id, { afterSeq: seq, limit: Math.min(entryPage, last - seq) }));
    yield* page;
    const reached = page.at(-1)?.seq;
    if (reached === undefined) throw packAbort({ _tag: 'Unsound', seq: seq + 1 });
    seq = reached;
  }
}

/** The lines of the ledger, verified while they are written: a chain that does not verify proves nothing. */
async function* ledgerLines(
  deps: PackDeps,
  profile: Profile,
  isPersonal: boolean,
  keep: (entry: LedgerEntry) => void,
): AsyncGenerator<string> {
  let place: ChainPosition = chainStart;
  for await (const entry of entriesOf(deps, profile)) {
    const step = verifyNextEntry({ profileId: profile.id, salt: profile.salt }, place, entry);
    if (E.isLeft(step)) throw packAbort({ _tag: 'Unsound', seq: step.left.seq });
    place = step.right;
    if (entry.seq === profile.decision?.seq) keep(entry);
    const { personal: _, ...hashed } = entry;
    yield `${JSON.stringify(isPersonal ? entry : hashed)}\n`;
  }
  const isOfRow = place.hash === profile.ledgerHead && place.status === profile.status;
  if (!isOfRow) throw packAbort({ _tag: 'Unsound', seq: place.seq });
}

const fileExtensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/webm': 'webm',
  'video/mp4': 'mp4',
};

const writeFiles = async ({ files }: PackDeps, { id, evidence }: Profile, pack: PackFolder) => {
  const packed: PackedFile[] = [];
  for (const item of evidence) {
    if (item.kind !== 'file') continue;
    const read = await files.get(id, item.file.id, item.contentSha256)();
    if (E.isLeft(read) && read.left._tag !== 'NotFound') throw packAbort(read.left);
    if (E.isLeft(read)) {
      packed.push({ id: item.file.id, path: null });
      continue;
    }
    const path = `files/${item.file.id}.${fileExtensions[read.right.contentType] ?? 'bin'}`;
    await pack.write(path, singleChunk(read.right.bytes));
    packed.push({ id: item.file.id, path });
  }
  return packed;
};

/** Writes everything except the manifest and the signature. */
const writeDocuments = async (
  deps: PackDeps,
  args: PackOptions,
  profile: Profile,
  pack: PackFolder,
): Promise<Packed> => {
  const write = (path: string, value: object) => pack.write(path, singleChunk(prettyJson(value)));
  const deciding: LedgerEntry[] = [];
  const keep = (entry: LedgerEntry): void => void deciding.push(entry);
  // Nothing personal is exported of a person who is to be erased, even where the data is not destroyed yet.
  const isPersonal = args.personal && !profile.redaction;
  await pack.write('entries.jsonl', ledgerLines(deps, profile, isPersonal, keep));
  const packed = args.files ? await writeFiles(deps, profile, pack) : [];
  await write('profile.json', profileDocument(profile, packed));
  const { policy: ref, policyDigest = null } = profile.decision ?? { policy: profile.policy };
  const policy: Policy | null = await orAbort(findPolicy(deps.policies, ref, policyDigest));
  await write('policy.json', policyDocument(profile, policy));
  const [entry] = deciding;
  const explanation = entry && explanationDocument(profile, entry, policy, isPersonal);
  if (explanation) await write('explanation.json', explanation);
  if (isPersonal) await write('personal.json', personalDocument(profile));
  const inclusion = await orAbort(proveInclusion(deps)(profile.id, profile.version));
  if (inclusion !== null) await write('checkpoint.json', inclusionDocument(profile, inclusion));
  await pack.write('verify.mjs', singleChunk(await readFile(packScript)));
  await pack.write('verify-checkpoint.mjs', singleChunk(await readFile(checkpointScript)));
  const gone = packed.filter(({ path }) => path === null).length;
  return { entries: profile.version, files: packed.length - gone, gone, isProven: inclusion !== null };
};

/** Records that the operator has exported a profile. It has an id where a request has its own. */
const recordExport = ({ accessLog }: PackDeps, { id, tenant }: Profile, at: string): TaskEither<Unavailable, void> => {
  const line: AccessLine = {
    at,
    request_id: randomUUID(),
    operation: 'ledger_export',
    caller: { kind: 'operator', id: 'operator' },
    partner_id: tenant.partnerId,
    team_id: tenant.teamId,
    profile_id: id,
    status: 200,
  };
  const batch = { id: deterministicId(`access/${line.request_id}`), at, tenant, lines: [line] };
  return accessLog.append([batch]);
};

/**
 * Writes an evidence pack of a profile into a new folder. A line of the access log says so before anything is written,
 * with the present time, so that there is no part of a pack without it, and no reader of the log is past it; it is also
 * there when the export fails afterwards. Then no folder is left behind. It throws if the folder cannot be written.
 */
export const exportPack =
  (deps: PackDeps, args: PackOptions, signer: Signer, now: () => string): TaskEither<PackFailure, Packed> =>
  async () => {
    const profile = await deps.profiles.getAny(args.profile)();
    if (E.isLeft(profile)) return profile;
    const madeAt = now();
    const recorded = await recordExport(deps, profile.right, madeAt)();
    if (E.isLeft(recorded)) return recorded;
    const pack = await createPackFolder(args.out);
    try {
      const packed = await writeDocuments(deps, args, profile.right, pack);
      const { id, ledgerHead, version: seq } = profile.right;
      const about = {
        format: 'portcullis-evidence-pack/1',
        made_at: madeAt,
        made_by: `portcullis ${version}`,
        profile_id: id,
        head: { seq, hash: ledgerHead },
      };
      await pack.sign(about, signer);
      return E.right(packed);
    } catch (thrown) {
      await pack.discard();
      if (isPackAbort(thrown)) return E.left(thrown.failure);
      throw thrown;
    }
  };
