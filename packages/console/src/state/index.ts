export { createQueries } from './connection.ts';
export {
  ConsoleContext,
  MemberContext,
  useConsole,
  useMember,
} from './console-context.ts';
export { createDrafts, newForm } from './drafts.ts';
export { createKeyBus, KeyBusContext, useKeyActions } from './key-bus.ts';
export { type SessionControl, type SessionEnd, useSession } from './session.ts';
export { useCursorPages } from './use-cursor-pages.ts';
export { useKeys } from './use-keys.ts';
export { useNow } from './use-now.ts';
export { type LoadedPicture, usePictures } from './use-pictures.ts';
export { QueueContext, useQueue } from './use-queue.ts';
export { goTo, useRoute, useSignInFailed } from './use-route.ts';
export { useTypedForm } from './use-typed-form.ts';
