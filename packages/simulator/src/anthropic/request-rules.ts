import { readImageHeader } from '../core/image.ts';
import { isObject, type JsonObject, valueAt } from '../core/json.ts';
import { schemaFault } from './schema-rules.ts';

/** Every parameter that the service sends. The simulator does not support other parameters of the vendor. */
const supportedParameters = ['model', 'max_tokens', 'messages', 'system', 'output_config', 'metadata', 'thinking'];
const maxTokens = 128_000;
const maxBase64 = 5_242_880;
const maxSide = 8000;

/** The first fault, as a sentence that begins with its position; `null` when there is none. */
type Fault = string | null;

const firstFault = <Item>(items: readonly Item[], faultOf: (item: Item, index: number) => Fault): Fault => {
  for (const [index, item] of items.entries()) {
    const fault = faultOf(item, index);
    if (fault !== null) return fault;
  }
  return null;
};

const unknownMemberFault = (path: string, value: JsonObject, names: readonly string[]): Fault => {
  const name = Object.keys(value).find((one) => !names.includes(one));
  return name === undefined ? null : `${path === '' ? '' : `${path}.`}${name}: Extra inputs are not permitted`;
};

const textFault = (path: string, block: JsonObject): Fault => {
  const { text } = block;
  if (typeof text !== 'string') return `${path}.text.text: Field required`;
  if (text === '') return 'messages: text content blocks must be non-empty';
  return unknownMemberFault(path, block, ['type', 'text', 'cache_control']);
};

const base64Form = /^[A-Za-z0-9+/]+={0,2}$/;

const imageFault = (path: string, block: JsonObject): Fault => {
  const sourcePath = `${path}.image.source`;
  if (valueAt(block, 'source', 'type') !== 'base64') return `${sourcePath}: only base64 sources are played here`;
  const source = valueAt(block, 'source');
  const strange = isObject(source) ? unknownMemberFault(sourcePath, source, ['type', 'media_type', 'data']) : null;
  if (strange !== null) return strange;
  const type = valueAt(source, 'media_type');
  const data = valueAt(source, 'data');
  if (type !== 'image/jpeg' && type !== 'image/png')
    return `${sourcePath}.base64.media_type: only JPEG and PNG are played here`;
  if (typeof data !== 'string' || data === '') return `${sourcePath}.base64.data: Field required`;
  if (data.length > maxBase64) {
    return `${sourcePath}.base64: image exceeds 5 MB maximum: ${data.length} bytes > ${maxBase64} bytes`;
  }
  if (data.length % 4 !== 0 || !base64Form.test(data)) return `${sourcePath}.base64.data: Invalid base64 data`;
  const head = readImageHeader(Buffer.from(data, 'base64'));
  if (head === null) return `${sourcePath}.base64.data: Could not process image`;
  if (head.mediaType !== type) return `${sourcePath}.base64.data: Image does not match the provided media type ${type}`;
  if (head.size === null) return `${sourcePath}.base64.data: Could not process image`;
  if (Math.max(head.size.width, head.size.height) <= maxSide) return null;
  return `${sourcePath}.base64.data: At least one of the image dimensions exceed max allowed size: ${maxSide} pixels`;
};

const blockFault = (path: string, block: unknown): Fault => {
  const type = valueAt(block, 'type');
  if (!isObject(block)) return `${path}: Input should be an object`;
  if (type === 'text') return textFault(path, block);
  if (type === 'image')
    return imageFault(path, block) ?? unknownMemberFault(path, block, ['type', 'source', 'cache_control']);
  return `${path}: only text and image blocks are played here`;
};

const blocksOf = (message: unknown): readonly unknown[] => {
  const content = valueAt(message, 'content');
  return Array.isArray(content) ? content : [];
};

/** The base64 data of every image, in order. */
export const imagesOf = (body: unknown): readonly string[] => {
  const messages = valueAt(body, 'messages');
  const blocks = Array.isArray(messages) ? messages.flatMap(blocksOf) : [];
  return blocks.flatMap((block) => {
    const data = valueAt(block, 'source', 'data');
    return valueAt(block, 'type') === 'image' && typeof data === 'string' ? [data] : [];
  });
};

/** The service sends one message of the user, with blocks. */
const messagesFault = ({ messages }: JsonObject): Fault => {
  if (!Array.isArray(messages) || messages.length === 0) return 'messages: Field required';
  const [message]: readonly unknown[] = messages;
  if (messages.length > 1 || !isObject(message) || message['role'] !== 'user')
    return 'messages: only one message of the user is played here';
  const content = blocksOf(message);
  if (content.length === 0) return 'messages.0.content: Field required';
  return (
    firstFault(content, (block, i) => blockFault(`messages.0.content.${i}`, block)) ??
    unknownMemberFault('messages.0', message, ['role', 'content'])
  );
};

const systemFault = ({ system }: JsonObject): Fault => {
  if (system === undefined) return null;
  if (!Array.isArray(system)) return 'system: Input should be a list';
  return firstFault(system, (block, i) =>
    isObject(block) ? textFault(`system.${i}`, block) : `system.${i}: Input should be an object`,
  );
};

const outputFault = ({ output_config: output }: JsonObject): Fault => {
  if (output === undefined) return null;
  if (!isObject(output)) return 'output_config: Input should be an object';
  const strange = unknownMemberFault('output_config', output, ['format']);
  if (strange !== null) return strange;
  const { format } = output;
  if (valueAt(format, 'type') !== 'json_schema') return "output_config.format.type: Input should be 'json_schema'";
  const fault = schemaFault(valueAt(format, 'schema'));
  return fault === null ? null : `output_config.format.schema: ${fault}`;
};

const thinkingFault = ({ thinking }: JsonObject): Fault => {
  const isOff = thinking === undefined || valueAt(thinking, 'type') === 'disabled';
  return isOff ? null : "thinking.type: Input should be 'disabled'";
};

const metadataFault = ({ metadata }: JsonObject): Fault => {
  if (metadata === undefined) return null;
  if (!isObject(metadata)) return 'metadata: Input should be an object';
  const user = metadata['user_id'] ?? '';
  if (typeof user !== 'string' || user.length > 256)
    return 'metadata.user_id: String should have at most 256 characters';
  return unknownMemberFault('metadata', metadata, ['user_id']);
};

/** Why the vendor refuses a body; `null` when it is accepted. */
export const requestFault = (body: JsonObject): Fault => {
  const { max_tokens: tokens } = body;
  if (typeof body['model'] !== 'string') return 'model: Field required';
  if (tokens === undefined) return 'max_tokens: Field required';
  if (typeof tokens !== 'number' || !Number.isInteger(tokens) || tokens < 1) {
    return 'max_tokens: Input should be greater than or equal to 1';
  }
  if (tokens > maxTokens)
    return `max_tokens: ${tokens} > ${maxTokens}, which is the maximum allowed number of output tokens`;
  const rules = [messagesFault, systemFault, outputFault, thinkingFault, metadataFault];
  return unknownMemberFault('', body, supportedParameters) ?? firstFault(rules, (rule) => rule(body));
};
