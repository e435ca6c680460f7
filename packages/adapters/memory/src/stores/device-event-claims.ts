import { type DeviceEventClaims, E } from '@portcullis/domain';
import type { MemoryRecords } from './records.ts';

/** Records the first use of every device event. Services over the same records share it. */
export const memoryDeviceEventClaims = ({ deviceEvents }: MemoryRecords): DeviceEventClaims => ({
  claim: (use) => async () => {
    const first = deviceEvents.get(use.eventId) ?? use;
    deviceEvents.set(use.eventId, first);
    return E.right(first.profileId === use.profileId && first.attempt === use.attempt ? 'ours' : 'taken');
  },
});
