import {
  administration,
  Count,
  callerOf,
  form,
  Limit,
  nullable,
  own,
  ownInput,
  request,
} from '@portcullis/domain/input';
import { closedObject, oneOf, t } from '@portcullis/domain/kernel';
import { EndpointDescription, EndpointTypes, EndpointUrlText } from './endpoint-codecs.ts';

/** Some types of events; `null` means all. */
const EventTypesInput = nullable(EndpointTypes);

const eventQuery = { caller: callerOf('machine'), after: nullable(Count), types: EventTypesInput, limit: Limit };

const EventQueryInput = form(eventQuery);

const FollowEventsInput = form({ ...eventQuery, waitMs: Count, onGone: t.Function });

const EndpointSettingsInput = closedObject(
  {},
  {
    url: EndpointUrlText,
    description: nullable(EndpointDescription),
    types: EventTypesInput,
    status: oneOf(['enabled', 'disabled']),
  },
);

const ReplayTargetInput = t.union([
  form({ kind: oneOf(['event']), eventId: t.string }),
  form({ kind: oneOf(['range']), after: Count, until: nullable(Count) }),
  form({ kind: oneOf(['dead_letters']) }),
]);

/** The form of the input of every use case, by its name. */
export const inputs = {
  createEndpoint: closedObject(
    {
      caller: administration,
      url: EndpointUrlText,
      description: nullable(EndpointDescription),
      types: EventTypesInput,
    },
    request,
  ),
  listEndpoints: administration,
  getEndpoint: own('machine', 'staff'),
  updateEndpoint: form({ ...ownInput('machine', 'staff'), settings: EndpointSettingsInput }),
  rotateSecret: own('machine', 'staff'),
  deleteEndpoint: own('machine', 'staff'),
  pingEndpoint: own('machine', 'staff'),
  readTries: form({ ...ownInput('machine', 'staff'), before: nullable(t.string) }),
  readDeadLetters: form({ ...ownInput('machine', 'staff'), after: Count, limit: Count }),
  replayDeliveries: form({ ...ownInput('machine', 'staff'), target: ReplayTargetInput }),
  followEvents: FollowEventsInput,
  readEvents: EventQueryInput,
} as const;
