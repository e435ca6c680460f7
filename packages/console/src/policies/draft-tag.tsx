import type { ListedDraft } from '../model/index.ts';
import { Tag } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';

const tones = { draft: 'warn', published: 'good', discarded: 'plain' } as const;

/** The state of a draft. */
export const DraftTag = ({ draft: { status } }: { readonly draft: ListedDraft }) => {
  const { say } = useConsole();
  return <Tag tone={tones[status]}>{say(`draft_status_${status}`)}</Tag>;
};
