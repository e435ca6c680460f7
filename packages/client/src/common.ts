/** The common promise of the client of a partner's server and that of a person's browser. */
export type * from './api/openapi.ts';
export type { Answer, Arguments, CallOptions, OperationId } from './api/operation.ts';
export {
  type Failure,
  isProblemError,
  type LocalCode,
  type Problem,
  type ProblemError,
  type Result,
  type Success,
  unwrap,
} from './api/result.ts';
