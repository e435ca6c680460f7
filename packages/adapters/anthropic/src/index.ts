export { anthropicReader } from './anthropic-reader.ts';
export { anthropicOrigins } from './client.ts';
