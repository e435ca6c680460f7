import { useQuery } from '@tanstack/react-query';
import { useCountText } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { timeIn } from '../texts/index.ts';

/** The counts of the queue. */
export const Summary = () => {
  const { client, language, say } = useConsole();
  const { data } = useQuery({ queryKey: ['summary'], queryFn: ({ signal }) => client.summary(signal) });
  const text = useCountText();
  if (data === undefined) return null;
  const oldest = data.oldest_waiting_since;
  const facts = [
    ['waiting', say('queue_waiting'), text(data.waiting)],
    ['claimed', say('queue_claimed'), text(data.claimed)],
    ['mine', say('queue_mine'), text(data.mine)],
    ['overdue', say('queue_overdue'), text(data.overdue)],
    ['oldest', say('queue_oldest'), oldest === null ? '–' : timeIn(language, oldest)],
  ] as const;
  return (
    <dl className="facts counts">
      {facts.map(([key, name, value]) => (
        <div key={key} data-count={key}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
