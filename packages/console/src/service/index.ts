export { CallError, codeOf, type Failure, failureOf, isRefusal } from './call.ts';
export { type ConsoleClient, createConsoleClient, type QueueFilters, type SearchTerm } from './console-client.ts';
export type { ListFilters } from './list-calls.ts';
export { packAddress } from './retention-calls.ts';
