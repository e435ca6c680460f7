import { E } from '@portcullis/domain';
import type { StaffSession, StaffSessions } from '@portcullis/domain/ports';

/** Keeps the sessions of staff in this process. */
export const memoryStaffSessions = (): StaffSessions => {
  const sessions = new Map<string, StaffSession>();
  const remove = (ended: (session: StaffSession) => boolean, limit = sessions.size): number => {
    const removed = [...sessions.values()].filter(ended).slice(0, limit);
    for (const { id } of removed) sessions.delete(id);
    return removed.length;
  };
  return {
    insert: (session) => async () => {
      sessions.set(session.id, session);
      return E.right(undefined);
    },
    find: (id) => async () => E.right(sessions.get(id) ?? null),
    touch: (id, usedAt) => async () => {
      const session = sessions.get(id);
      if (session !== undefined) sessions.set(id, { ...session, usedAt });
      return E.right(undefined);
    },
    end: (id) => async () => {
      sessions.delete(id);
      return E.right(undefined);
    },
    endAll: (staffId) => async () => E.right(remove(({ member }) => member.staffId === staffId)),
    prune: (endedBefore, limit) => async () => E.right(remove(({ endsAt }) => endsAt < endedBefore, limit)),
  };
};
