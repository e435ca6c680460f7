export { type ErrorMeanings, failureIn, notConfigured, notFoundAsRejected } from './errors.ts';
export { requestHandler, type SendOptions, sendOptions } from './request-handler.ts';
export { commandSender, decodeResponse } from './send-command.ts';
