export { CallError, codeOf, type Failure, failureOf, isRefusal } from './call.ts';
export { type ConsoleClient, createConsoleClient } from './console-client.ts';
export { packAddress } from './retention-calls.ts';
