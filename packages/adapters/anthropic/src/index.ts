export { type AnthropicOptions, type AnthropicReader, anthropicReader } from './anthropic-reader.ts';
export type { Capabilities } from './capabilities.ts';
export { anthropicOrigins } from './client.ts';
export { type DocumentOutput, DocumentOutputCodec, documentSchema, promptVersion } from './document-output.ts';
export { anthropicErrors, operatorErrorCodes } from './errors.ts';
export { instructions } from './instructions.ts';
