import type { Deadline } from '@portcullis/record-store/driver';
import type { PocketbaseClient } from '../client/client.ts';

/** How long a read of a command or a job may take. */
const maintenanceDeadlineMs = 60_000;

/** The options of a call with a deadline. A request has the one with which the client was opened. */
export const callOptionsFor = (
  { fileDeadlineMs }: PocketbaseClient,
  deadline: Deadline = 'request',
): { readonly deadlineMs?: number } => {
  switch (deadline) {
    case 'request':
      return {};
    case 'transfer':
      return { deadlineMs: fileDeadlineMs };
    case 'maintenance':
      return { deadlineMs: maintenanceDeadlineMs };
  }
};
