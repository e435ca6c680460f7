import { createHash } from 'node:crypto';
import { ledger } from './ledger.ts';
import { records } from './records.ts';
import { webhooksAndStaff } from './webhooks-and-staff.ts';

/**
 * The migrations by their names, in their order. Their statements are executed one by one, each in a transaction of its
 * own, and each so that it can be executed again. Until there is a release the first one is changed in place, and a
 * database of another build is refused by the digests of its statements.
 */
const migrations = { '0001-schema': [...records, ...ledger, ...webhooksAndStaff] };

/** A statement of a migration by its own id, which sorts by the order of execution. */
export type MigrationStep = {
  readonly id: string;
  readonly text: string;
  /** SHA-256 of the text, in hexadecimal. */
  readonly digest: string;
};

/** Every statement of every migration, in their order. */
export const allSteps: readonly MigrationStep[] = Object.entries(migrations).flatMap(([name, statements]) =>
  statements.map((text, at) => ({
    id: `${name}/${String(at + 1).padStart(3, '0')}`,
    text,
    digest: createHash('sha256').update(text).digest('hex'),
  })),
);
