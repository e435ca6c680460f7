import { loadModule, parseSync } from 'libpg-query';

await loadModule();

/** Kinds of statements and of their parts that some engine lacks which speaks PostgreSQL's protocol. */
const neverNodes: Readonly<Record<string, string>> = {
  ListenStmt: 'LISTEN',
  NotifyStmt: 'NOTIFY',
  CreateSeqStmt: 'sequence',
  CreateTrigStmt: 'trigger',
  CreateEnumStmt: 'enum',
  CreateFunctionStmt: 'function',
  CreateExtensionStmt: 'extension',
  LockStmt: 'LOCK',
  TruncateStmt: 'TRUNCATE',
  partspec: 'partition',
  DeclareCursorStmt: 'cursor',
};
const neverFunctions = /advisory|nextval|setval|pg_notify|pg_sleep/;
const neverTypes = /^(serial|bigserial|smallserial|jsonb?|money|oid)$/;
const writes = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt']);

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((found, key) => {
    if (Array.isArray(found)) return found.at(Number(key));
    return isNode(found) ? found[key] : undefined;
  }, value);
const lastName = (names: unknown): string => String(at(names, -1, 'String', 'sval') ?? '');

/** The findings for one part of a statement. */
const findingsAt = (kind: string, value: unknown): readonly string[] => {
  const found: string[] = [];
  const never = neverNodes[kind];
  if (never !== undefined) found.push(never);
  if (kind === 'FuncCall' && neverFunctions.test(lastName(at(value, 'funcname')))) found.push('function of a session');
  if (kind === 'typeName' && neverTypes.test(lastName(at(value, 'names'))))
    found.push(`type ${lastName(at(value, 'names'))}`);
  if (kind === 'Constraint' && at(value, 'contype') === 'CONSTR_FOREIGN') found.push('foreign key');
  if (kind === 'IndexStmt' && at(value, 'whereClause') !== undefined) found.push('partial index');
  if (kind === 'IndexElem' && at(value, 'ordering') === 'SORTBY_DESC') found.push('descending index');
  if (kind === 'LockingClause' && at(value, 'waitPolicy') === 'LockWaitSkip') found.push('SKIP LOCKED');
  if (kind === 'relpersistence' && value === 't') found.push('temporary table');
  return found;
};

/** The findings of a statement outside the dialect of the record store. A statement may write to a table once. */
export const dialectFindings = (sql: string): readonly string[] => {
  const found = new Set<string>();
  for (const { stmt } of parseSync(sql).stmts ?? []) {
    const written = new Map<string, number>();
    const walk = (value: unknown): void => {
      if (Array.isArray(value)) for (const one of value) walk(one);
      if (!isNode(value)) return;
      for (const [kind, part] of Object.entries(value)) {
        for (const finding of findingsAt(kind, part)) found.add(finding);
        const table = writes.has(kind) ? String(at(part, 'relation', 'relname')) : null;
        if (table !== null) written.set(table, (written.get(table) ?? 0) + 1);
        walk(part);
      }
    };
    walk(stmt);
    for (const [table, count] of written) if (count > 1) found.add(`${table} is written to twice`);
  }
  return [...found];
};
