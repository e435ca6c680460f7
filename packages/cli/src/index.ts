export { findPostgres } from './sandbox/postgres-programs.ts';
export { startPostgres } from './sandbox/postgres-server.ts';
export { startSandbox } from './sandbox/sandbox.ts';
