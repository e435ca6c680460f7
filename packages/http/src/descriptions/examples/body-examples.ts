import { checkpointBodies } from './checkpoint-examples.ts';
import { decisionBodies } from './decision-example.ts';
import { evidenceBodies } from './evidence-examples.ts';
import { historyBodies } from './history-examples.ts';
import { profileBodies } from './profile-examples.ts';
import { serviceBodies } from './service-examples.ts';
import { webhookBodies } from './webhook-examples.ts';

/**
 * The example of each body in the API description, by the name of its schema. A response whose example differs has it
 * beside its body. A test decodes all of them with their codecs.
 */
export const bodyExamples: { readonly [schema: string]: unknown } = {
  ...checkpointBodies,
  ...decisionBodies,
  ...evidenceBodies,
  ...historyBodies,
  ...profileBodies,
  ...serviceBodies,
  ...webhookBodies,
};
