import { E } from '@portcullis/domain';
import type { RecordDatabase } from '../adapters/open-record-database.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Readiness } from '../telemetry/readiness.ts';

/**
 * How long a look at the schema counts while no new connection was begun, and at least. Connections to a PostgreSQL
 * last for as long as they are used, so that a table may go while there is none that is new.
 */
const lookAgainMs = 10_000;
const atLeastMs = 5000;

type SchemaWatchDeps = {
  readonly records: Pick<RecordDatabase, 'connections'> & {
    readonly schema: Pick<RecordDatabase['schema'], 'check'>;
  };
  readonly readiness: Pick<Readiness, 'markSchemaValid' | 'markSchemaInvalid'>;
  readonly logger: Logger;
  /** Milliseconds since some fixed moment. */
  readonly monotonic: () => number;
};

/**
 * Checks the schema again after each new connection, which may lead to another database, and every ten seconds; every
 * five while it is wrong. The result counts for the readiness until the next check. A database that does not answer
 * changes nothing.
 */
export const schemaWatch = ({ records, readiness, logger, monotonic }: SchemaWatchDeps): (() => Promise<void>) => {
  let lookedAt = monotonic();
  let connections = records.connections();
  let isWrong = false;
  return async () => {
    const since = monotonic() - lookedAt;
    const isSuspect = isWrong || records.connections() !== connections;
    if (since < (isSuspect ? atLeastMs : lookAgainMs)) return;
    lookedAt = monotonic();
    const checked = await records.schema.check({ waitMs: 0 })();
    connections = records.connections();
    if (E.isLeft(checked)) return;
    isWrong = checked.right.length > 0;
    if (!isWrong) return readiness.markSchemaValid();
    const isMissing = checked.right.some(({ isMissingCollection }) => isMissingCollection);
    readiness.markSchemaInvalid(isMissing ? 'missing_collection' : 'schema_differs');
    for (const { what } of checked.right) logger.error('schema_differs', { rule: what });
  };
};
