import type { ReactNode } from 'react';
import type { Operations, ServiceHealth } from '../model/index.ts';
import { Facts, Panel, useCountText } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { timeIn } from '../texts/index.ts';

/** A time, or a dash where there is none. */
export const useTimeText = (): ((at: string | null) => string) => {
  const { language } = useConsole();
  return (at) => (at === null ? '–' : timeIn(language, at));
};

/** A card; where its part could not be read it says so, and the others stay. */
export const Card = <Part,>({
  children,
  name,
  part,
  title,
}: {
  readonly name: string;
  readonly title: string;
  readonly part: Part | null;
  readonly children: (part: Part) => ReactNode;
}) => {
  const { say } = useConsole();
  return (
    <div data-part={name} data-missing={part === null}>
      <Panel title={title}>{part === null ? <p role="alert">{say('operations_missing')}</p> : children(part)}</Panel>
    </div>
  );
};

const providers = ['liveness', 'document_ai', 'fingerprint', 'cloud_credentials'] as const;

export const ReadinessCard = ({ readiness }: { readonly readiness: ServiceHealth | null }) => {
  const { say, term } = useConsole();
  return (
    <Card name="readiness" title={say('operations_readiness')} part={readiness}>
      {({ checks, status }) => (
        <Facts
          facts={[
            [say('column_status'), term('health', status)],
            [
              say('operations_database'),
              say('operations_latency', {
                state: term('health', checks.database.status),
                time: String(checks.database.latency_ms ?? '–'),
              }),
            ],
            ...providers.map(
              (name) => [say(`part_${name}`), checks[name].name ?? term('health', checks[name].status)] as const,
            ),
          ]}
        />
      )}
    </Card>
  );
};

export const QueueCard = ({ queue }: Pick<Operations, 'queue'>) => {
  const { say } = useConsole();
  const count = useCountText();
  const time = useTimeText();
  return (
    <Card name="queue" title={say('operations_queue')} part={queue}>
      {(part) => (
        <Facts
          facts={[
            [say('queue_waiting'), count(part.waiting)],
            [say('queue_overdue'), count(part.overdue)],
            [say('queue_oldest'), time(part.oldest_waiting_since)],
          ]}
        />
      )}
    </Card>
  );
};

export const ProcessingCard = ({ processing }: Pick<Operations, 'processing'>) => {
  const { say } = useConsole();
  const count = useCountText();
  const time = useTimeText();
  return (
    <Card name="processing" title={say('operations_processing')} part={processing}>
      {(part) => (
        <Facts
          facts={[
            [say('operations_processing_profiles'), count(part.profiles)],
            [say('operations_processing_oldest'), time(part.oldest_created_at)],
          ]}
        />
      )}
    </Card>
  );
};
