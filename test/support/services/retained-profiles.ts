import { aNew } from '@portcullis/contracts/builders';
import type { Profile } from '@portcullis/domain';
import { mustSucceed } from '../run.ts';
import type { Service } from './memory-service.ts';

const day = 86_400_000;

/** The time in so many milliseconds by the clock of a service. */
export const inTime = ({ clock }: Service, ms: number): string => new Date(clock.now() + ms).toISOString();

export const sweep = (service: Service) => mustSucceed(service.sweep());

/**
 * Stores a profile whose policy has it erased after some days, or had it some days ago while no instance ran to
 * announce it.
 */
export const storeUnannounced = async (
  service: Service,
  days: number,
  over: Partial<Profile> = {},
): Promise<string> => {
  const change = aNew({
    status: 'declined',
    erasesAt: inTime(service, days * day),
    updatedAt: inTime(service, Math.min(days, -1) * day),
    policy: { id: 'standard', version: '1' },
    ...over,
  });
  await mustSucceed(service.profiles.insert(change, null));
  return change.profile.id;
};
