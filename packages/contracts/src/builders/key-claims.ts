import type { KeyClaim } from '@portcullis/domain/ports';
import { freshId } from './profiles.ts';

/** A claim of one key for ten seconds, each time by another attempt. */
export const aKeyClaim = (changes: Partial<KeyClaim> = {}): KeyClaim => ({
  key: 'a1'.repeat(32),
  request: 'b2'.repeat(32),
  owner: freshId('try'),
  operation: 'c3'.repeat(32),
  now: '2026-05-01T10:00:00.000Z',
  heldUntil: '2026-05-01T10:00:10.000Z',
  keptUntil: '2026-05-04T10:00:00.000Z',
  ...changes,
});
