import type { StaffRole } from '@portcullis/domain/kernel';
import type { AccessRecorder, Services } from '@portcullis/http';
import { aReviewDesk, type ReviewDesk } from '../services/review-desk.ts';
import { openServer, type TestServer } from './server.ts';
import { stubServices } from './stub-services.ts';
import { staffInMemory, staffMember } from './the-staff.ts';

const origin = 'https://id.example';

type AccessEvent = Parameters<AccessRecorder['record']>[0];

const servicesOf = (desk: ReviewDesk): Partial<Services> => ({
  listReviews: desk.list,
  reviewSummary: desk.summary,
  getReview: desk.get,
  claimReview: desk.claim,
  claimNext: desk.next,
  releaseReview: desk.release,
  decideReview: desk.decide,
  searchReviews: desk.search,
  searchByName: desk.searchByName,
  holdReview: desk.hold,
});

/**
 * The API over the use cases of reviews, and somebody with these roles who sends requests to it. `more` are further use
 * cases over the same stores.
 */
export const openDeskWith = async (more: (desk: ReviewDesk) => Partial<Services>, ...roles: readonly StaffRole[]) => {
  const staff = staffInMemory();
  const desk = aReviewDesk();
  const looks: AccessEvent[] = [];
  const access = { hasRoom: () => true, record: (look: AccessEvent) => looks.push(look) };
  const server = await openServer({
    access,
    services: stubServices({ ...staff.services, ...servicesOf(desk), ...more(desk) }),
  });
  const secret = await staff.signIn(staffMember(roles));
  const send = (method: string, path: string, json?: unknown) =>
    server.send({
      method,
      path,
      headers: {
        cookie: `__Host-portcullis-staff=${secret}`,
        origin,
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
  return { desk, looks, send, server };
};

/** The same over the use cases of reviews alone. */
export const openDesk = (...roles: readonly StaffRole[]) => openDeskWith(() => ({}), ...roles);

/** The status of a response, and the code of its problem. */
export const codeOf = ({ json, status }: Awaited<ReturnType<TestServer['send']>>) => [status, Object(json).code];
