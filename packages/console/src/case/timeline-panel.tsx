import {
  type History,
  type LedgerEntry,
  mergeHistories,
  noteOf,
  reviewerOf,
  type TimelineItem,
} from '../model/index.ts';
import { Panel, StatusTag } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { timeIn } from '../texts/index.ts';

const Entry = ({ entry }: { readonly entry: LedgerEntry }) => {
  const { language, say, term } = useConsole();
  const note = noteOf(entry);
  const actor =
    reviewerOf(entry) ?? (entry.actor.type === 'reviewer' ? entry.actor.id : term('actor', entry.actor.type));
  return (
    <li data-seq={entry.seq}>
      <div className="line">
        <span className="quiet">{entry.seq}</span>
        <strong>{say('timeline_by', { type: term('entry', entry.type), actor })}</strong>
        {entry.to !== undefined && <StatusTag status={entry.to} />}
        <time dateTime={entry.occurred_at} className="quiet">
          {timeIn(language, entry.occurred_at)}
        </time>
      </div>
      {entry.reasons.length > 0 && <div className="codes">{entry.reasons.join(', ')}</div>}
      {note !== null && <p className="note">{say('timeline_note', { note })}</p>}
    </li>
  );
};

const keyOf = (item: TimelineItem): string => (item.kind === 'gap' ? `gap-${item.from}` : `entry-${item.seq}`);

/** Both histories of a profile in one list. */
export const TimelinePanel = ({ histories }: { readonly histories: readonly History[] }) => {
  const { say } = useConsole();
  const items = mergeHistories(...histories);
  return (
    <Panel title={say('timeline_title')}>
      {items.length === 0 ? (
        <p className="quiet">{say('timeline_none')}</p>
      ) : (
        <ol className="timeline">
          {items.map((item) =>
            item.kind === 'entry' ? (
              <Entry key={keyOf(item)} entry={item.entry} />
            ) : (
              <li key={keyOf(item)} className="quiet">
                {item.kind === 'gap'
                  ? say('timeline_gap', { from: String(item.from), to: String(item.to) })
                  : say('timeline_damaged', { seq: String(item.seq) })}
              </li>
            ),
          )}
        </ol>
      )}
    </Panel>
  );
};
