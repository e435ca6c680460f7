import { useConsole } from '../state/index.ts';
import { numberIn, type TextKey } from '../texts/index.ts';

type Props = { readonly count: number | undefined; readonly text: TextKey };

/** Says how many a list leaves out because they do not open; nothing where there are none. */
export const DamagedNote = ({ count = 0, text }: Props) => {
  const { language, say } = useConsole();
  return count > 0 && <p role="alert">{say(text, { count: numberIn(language, count) })}</p>;
};
