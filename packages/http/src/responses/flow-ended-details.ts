import type { Status } from '@portcullis/domain';

const flowFinished = 'The verification is finished; nothing more can be supplied through this link.';
const requestNewLink = 'This verification was ended. Ask the one who sent the link for a new one.';
const newerLink = 'There is a newer link for this verification. Use that one, or ask the one who sent it for another.';

/** Why a link has ended, by the status of its profile, for the person. */
export const flowEndedDetails: Readonly<Record<Status, string>> = {
  created: newerLink,
  in_progress: newerLink,
  requires_input: newerLink,
  processing: 'Everything was supplied and is being checked; there is nothing more to do through this link.',
  in_review: 'Everything was supplied and is being reviewed; there is nothing more to do through this link.',
  approved: flowFinished,
  declined: flowFinished,
  lapsed: requestNewLink,
  expired: requestNewLink,
  canceled: requestNewLink,
};
