export { CallError, codeOf, createCall, type Failure, type Fetch, failureOf } from './call.ts';
export {
  type ConsoleClient,
  createConsoleClient,
  pageSize,
  type QueueFilters,
  type SearchTerm,
} from './console-client.ts';
