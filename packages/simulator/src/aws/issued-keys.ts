import { randomBytes } from 'node:crypto';
import { isObject, type JsonObject } from '../core/json.ts';
import { type SimulatorState, storeBounded } from '../core/state.ts';
import type { IssuedKeys } from './authorize.ts';

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Makes an id of `ASIA` and 16 more characters. */
const newAccessKeyId = (): string => `ASIA${[...randomBytes(16)].map((byte) => base32Alphabet[byte % 32]).join('')}`;

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Whether one of the actions of a statement matches this one; `*` matches any characters. */
const matchesAction = (actions: unknown, action: string): boolean =>
  asList(actions).some((one) => {
    const pattern = String(one)
      .split('*')
      .map((part) => part.replace(/[^A-Za-z0-9:]/g, '\\$&'));
    return new RegExp(`^${pattern.join('.*')}$`, 'i').test(action);
  });

/** The actions that a session policy allows. Conditions and resources are ignored. */
const allowedBy =
  (policy: JsonObject) =>
  (action: string): boolean => {
    const effects = asList(policy['Statement'])
      .filter(isObject)
      .filter(({ Action }) => matchesAction(Action, action))
      .map(({ Effect }) => Effect);
    return effects.includes('Allow') && !effects.includes('Deny');
  };

/** Whether a value is a policy: a version, and statements with an effect and actions. */
export const isPolicy = (policy: unknown): policy is JsonObject =>
  isObject(policy) &&
  policy['Version'] === '2012-10-17' &&
  asList(policy['Statement']).every(
    (statement) =>
      isObject(statement) &&
      (statement['Effect'] === 'Allow' || statement['Effect'] === 'Deny') &&
      asList(statement['Action'] ?? statement['NotAction']).every((action) => typeof action === 'string'),
  );

/** Formats `2026-05-01T00:15:00Z`, because the vendor's times have whole seconds. */
const timestampOf = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');

export type KeysToIssue = { readonly arn: string; readonly seconds: number; readonly policy: JsonObject };

/** Issues new temporary keys and stores them. */
export const issueKeys = (
  issued: Map<string, IssuedKeys>,
  { clock }: SimulatorState,
  request: KeysToIssue,
): JsonObject => {
  const { arn, seconds, policy } = request;
  const accessKeyId = newAccessKeyId();
  const expiresAt = clock.now() + seconds * 1000;
  const secretAccessKey = randomBytes(30).toString('base64');
  const sessionToken = `FwoGZXIvYXdz${randomBytes(240).toString('base64')}`;
  storeBounded(issued, accessKeyId, { secretAccessKey, sessionToken, expiresAt, arn, allows: allowedBy(policy) });
  return {
    AccessKeyId: accessKeyId,
    SecretAccessKey: secretAccessKey,
    SessionToken: sessionToken,
    Expiration: timestampOf(expiresAt),
  };
};
