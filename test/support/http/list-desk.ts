import type { StaffRole } from '@portcullis/domain/kernel';
import type { AccessRecorder } from '@portcullis/http';
import { aReviewDesk } from '../services/review-desk.ts';
import { openServer } from './server.ts';
import { stubServices } from './stub-services.ts';
import { staffInMemory, staffMember } from './the-staff.ts';

type AccessEvent = Parameters<AccessRecorder['record']>[0];

/**
 * The API over the use cases of lists and of what profiles share, and somebody with these roles who sends requests to
 * it.
 */
export const openListDesk = async (roles: readonly StaffRole[], teamId: string | null = null) => {
  const staff = staffInMemory();
  const desk = aReviewDesk();
  const looks: AccessEvent[] = [];
  const access = { hasRoom: () => true, record: (look: AccessEvent) => looks.push(look) };
  const { addToList, duplicates, get, readLists, removeFromList } = desk;
  const services = { addToList, readLists, removeFromList, findDuplicates: duplicates, getReview: get };
  const server = await openServer({ access, services: stubServices({ ...staff.services, ...services }) });
  const secret = await staff.signIn(staffMember(roles, teamId));
  const send = (method: string, path: string, json?: unknown) =>
    server.send({
      method,
      path,
      headers: {
        cookie: `__Host-portcullis-staff=${secret}`,
        origin: 'https://id.example',
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
  return { desk, looks, send, server };
};
