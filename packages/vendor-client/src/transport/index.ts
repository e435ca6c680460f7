/**
 * The pool of connections, and what its errors and answers say, without the rest of the vendor client; the sender of
 * webhooks uses them, too, and the database client what its errors say. Beside them: how the text of a URL is read.
 */
export { retryAfterOf } from '../call/retry-after.ts';
export { type Admission, type ConnectionPool, newConnectionPool, type PendingRequest } from './connection-pool.ts';
export { exchangeOutageCause } from './exchange-errors.ts';
export { parseUrl } from './parse-url.ts';
