import { createHash } from 'node:crypto';
import { clients } from './clients.ts';
import { ledger } from './ledger.ts';
import { lists } from './lists.ts';
import type { Migration, MigrationStatement } from './migration.ts';
import { policyDrafts } from './policy-drafts.ts';
import { records } from './records.ts';
import { reviews } from './reviews.ts';
import { staff } from './staff.ts';

/** All migrations, in their order. */
const migrations: readonly Migration[] = [records, ledger, staff, reviews, clients, lists, policyDrafts];

/** A statement of a migration by its own id, which sorts by the order of execution. */
export type MigrationStep = {
  readonly id: string;
  readonly text: string;
  readonly isOptional: boolean;
  /** SHA-256 of the text, in hexadecimal. */
  readonly digest: string;
};

const stepOf = (name: string, statement: MigrationStatement, at: number): MigrationStep => {
  const text = typeof statement === 'string' ? statement : statement.text;
  const id = `${name}/${String(at + 1).padStart(3, '0')}`;
  return {
    id,
    text,
    isOptional: typeof statement !== 'string',
    digest: createHash('sha256').update(text).digest('hex'),
  };
};

/** Every statement of every migration, in their order. */
export const allSteps: readonly MigrationStep[] = migrations.flatMap(({ name, statements }) =>
  statements.map((statement, at) => stepOf(name, statement, at)),
);
