import { E, type ProfileStore } from '@portcullis/domain';
import type { ProfileChange } from '@portcullis/domain/ports';
import { partnerEvents } from '@portcullis/events/ports';

const hasEvents = ({ entries, profile }: ProfileChange): boolean =>
  partnerEvents(entries, profile.status).some((event) => event !== null);

/** Returns the same store, which calls `onEvents` once it has stored entries for partners. */
export const notifyingStore = (store: ProfileStore, onEvents: () => void): ProfileStore => ({
  ...store,
  commit: (change) => async () => {
    const result = await store.commit(change)();
    if (E.isRight(result) && hasEvents(change)) onEvents();
    return result;
  },
  insert: (added, replaced) => async () => {
    const result = await store.insert(added, replaced)();
    if (E.isRight(result)) onEvents();
    return result;
  },
});
