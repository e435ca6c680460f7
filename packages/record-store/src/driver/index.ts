export { allOf, anyOf, type Condition, compare, equal, hasMember, lacksMember, lacksPrefix } from './condition.ts';
export { believeMissing, serviceOf } from './confirmed-absence.ts';
export { indexes } from './indexes.ts';
export { anotherBuild, recordsFormat } from './installation.ts';
export { markFaults } from './installation-mark.ts';
export type { ObjectStore, StoredObject } from './object-store.ts';
export {
  type Blob,
  type ConditionalUpdate,
  type Deadline,
  maxNumbered,
  maxWrites,
  type PageQuery,
  type ReadOptions,
  type RecordDriver,
  type Row,
  type Write,
  type WriteRejection,
} from './record-driver.ts';
export { isRowId } from './row-id.ts';
export { type TableName, tableNames, tableOf, tables } from './tables.ts';
export { type WaitOptions, waitForAnswer } from './wait-for-answer.ts';
