/** The pool of connections without the rest of the vendor client; the database client uses it, too. */
export {
  type Admission,
  type ConnectionPool,
  newConnectionPool,
  type PendingRequest,
  type RequestHead,
  type Target,
} from './connection-pool.ts';
export { isCertificateCode } from './exchange.ts';
