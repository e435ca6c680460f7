/** The action of a key. */
export type KeyAction = 'next' | 'previous' | 'claim' | 'approve' | 'decline' | 'request_input' | 'zoom' | 'help';

/** The keys of the console, in the order of the help. */
export const keyActions: readonly { readonly key: string; readonly action: KeyAction }[] = [
  { key: 'j', action: 'next' },
  { key: 'k', action: 'previous' },
  { key: 'c', action: 'claim' },
  { key: 'a', action: 'approve' },
  { key: 'd', action: 'decline' },
  { key: 'r', action: 'request_input' },
  { key: 'z', action: 'zoom' },
  { key: '?', action: 'help' },
];

/** A key as the browser reports it, with where it was pressed. */
export type Pressed = {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly repeat: boolean;
  readonly isComposing: boolean;
  /** Whether the key is typed into a field, or chooses in a list. */
  readonly isInField: boolean;
};

type KeyContext = {
  /** Whether a dialog is open, which has keys of its own. */
  readonly isDialogOpen: boolean;
  /** Whether single keys are switched on: who dictates, or slips, can do without them (WCAG 2.1.4). */
  readonly areShortcutsOn: boolean;
};

/** The action of a key here, or `null`. A key that is held down acts once. */
export const actionOfKey = (pressed: Pressed, { areShortcutsOn, isDialogOpen }: KeyContext): KeyAction | null => {
  if (!areShortcutsOn || isDialogOpen || pressed.isInField || pressed.repeat || pressed.isComposing) return null;
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  return keyActions.find(({ key }) => key === pressed.key)?.action ?? null;
};

/** The id beside the current one in a list, or `null` at its end. Without a current one it is the first. */
export const neighbourOf = (ids: readonly string[], current: string | null, by: 1 | -1): string | null => {
  const index = current === null ? -1 : ids.indexOf(current);
  if (index === -1) return ids[0] ?? null;
  return ids[index + by] ?? null;
};
