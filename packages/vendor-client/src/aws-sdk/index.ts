export type { ErrorMeaning, ErrorMeanings, SdkErrorSummary } from './errors.ts';
export { failureIn, notConfigured, notFoundAsRejected } from './errors.ts';
export { type RequestHandler, requestHandler, type SendOptions, sendOptions } from './request-handler.ts';
export { commandSender, decodeResponse } from './send-command.ts';
