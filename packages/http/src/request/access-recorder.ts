import type { Principal, ProfileId } from '@portcullis/domain';
import type { FileId } from '@portcullis/domain/kernel';

/** The data that an answer has shown, and its reader. It holds ids and no personal data. */
export type AccessEvent = {
  readonly requestId: string;
  /** The id of the operation in the API description. */
  readonly operation: string;
  readonly caller: Principal;
  readonly profileId: ProfileId | null;
  readonly fileId: FileId | null;
  /** The profiles of a list; `null` where the answer is none. */
  readonly profileIds: readonly ProfileId[] | null;
  /** The member of staff whom the request named. */
  readonly reviewerId: string | null;
  readonly status: number;
};

/** Where looks at personal data are recorded. */
export type AccessRecorder = {
  /** Whether another look can be recorded. While it cannot, nothing is shown. */
  readonly hasRoom: () => boolean;
  /** Records a look whose answer is about to be sent. It must not throw. */
  readonly record: (event: AccessEvent) => void;
};

/** For servers of tests, and for embedders who record elsewhere what their service shows. */
export const noopAccessRecorder: AccessRecorder = { hasRoom: () => true, record: () => undefined };
