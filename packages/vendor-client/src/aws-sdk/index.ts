export {
  type ErrorMeaning,
  type ErrorMeanings,
  failureIn,
  notConfigured,
  notFoundAsRejected,
  type SdkErrorSummary,
} from './errors.ts';
export { type RequestHandler, requestHandler, type SendOptions, sendOptions } from './request-handler.ts';
export { commandSender, decodeResponse } from './send-command.ts';
