import type { ExplainedCheck, Explanation, SeenComparison, SeenValue } from '../model/index.ts';
import { Panel, ResultTag } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { type Language, type NameTerm, numberIn, reasonIn, type Say } from '../texts/index.ts';
import { useReasonTexts } from './use-reason-texts.ts';

type Words = { readonly say: Say; readonly term: NameTerm; readonly language: Language };

const valueText = ({ language, say }: Words, value: SeenValue['value']): string => {
  if (value === undefined || value === null) return say('hidden');
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
  return typeof value === 'number' ? numberIn(language, value) : value;
};

const seenText = (words: Words, seen: SeenValue | SeenComparison): string => {
  const { language, say, term } = words;
  if (seen.kind === 'value') {
    const said = say('checks_saw_value', { name: seen.name.replaceAll('_', ' '), value: valueText(words, seen.value) });
    const hasLimit = seen.limit !== undefined && seen.limit !== null;
    return hasLimit ? `${said} (${say('checks_saw_limit', { limit: valueText(words, seen.limit) })})` : said;
  }
  const side = ({ source, value }: SeenComparison['one']) => `${term('source', source)} ${value ?? say('hidden')}`;
  return say('checks_saw_comparison', {
    field: term('field', seen.field),
    one: side(seen.one),
    other: side(seen.other),
    score: numberIn(language, seen.score),
  });
};

const Check = ({ check }: { readonly check: ExplainedCheck }) => {
  const words = useConsole();
  const { language, say, term } = words;
  const saw = check.saw ?? [];
  const number = (value: number | undefined) => (value === undefined ? say('none') : numberIn(language, value));
  return (
    <li data-check={check.name}>
      <div className="line">
        <strong>{term('check', check.name)}</strong>
        <ResultTag result={check.status} />
        <span className="quiet">{say(check.requirement === 'required' ? 'checks_required' : 'checks_optional')}</span>
        {check.score !== undefined && (
          <span>{say('checks_score', { score: number(check.score), threshold: number(check.threshold) })}</span>
        )}
      </div>
      {check.reasons.length > 0 && <div className="codes">{check.reasons.join(', ')}</div>}
      {saw.length > 0 && (
        <details open={check.status === 'failed'}>
          <summary>{say('checks_saw')}</summary>
          <ul>
            {saw.map((one) => {
              const text = seenText(words, one);
              return <li key={text}>{text}</li>;
            })}
          </ul>
        </details>
      )}
    </li>
  );
};

const weights: { readonly [status: string]: number } = { failed: 0, unavailable: 1, passed: 2 };

/** Failed checks come first; the others keep their order. */
const byWeight = (checks: readonly ExplainedCheck[]): readonly ExplainedCheck[] =>
  [...checks].sort((a, b) => (weights[a.status] ?? 3) - (weights[b.status] ?? 3));

/** The path that was decided on, and why others were not, where the policy has several. */
const DecidedPath = ({ explanation: { passed_over: passedOver, path } }: { readonly explanation: Explanation }) => {
  const { say } = useConsole();
  const texts = useReasonTexts();
  if (passedOver.length === 0) return null;
  return (
    <>
      <h3>{say('decided_path_title', { path })}</h3>
      <ul className="reasons">
        {passedOver.map((other) => (
          <li key={other.path} data-passed-over={other.path}>
            {say('decided_path_passed_over')} <code>{other.path}</code>{' '}
            {other.reasons.map(({ code, staff }) => {
              const translated = reasonIn(texts, code);
              return (
                <span key={code} lang={translated === null ? 'en' : undefined}>
                  {translated ?? staff}{' '}
                </span>
              );
            })}
          </li>
        ))}
      </ul>
    </>
  );
};

const NearestChange = ({ explanation }: { readonly explanation: Explanation }) => {
  const { say, term } = useConsole();
  const { nearest_change: nearest } = explanation;
  if (nearest === null) return <p className="quiet">{say('nearest_none')}</p>;
  return (
    <>
      <ul lang="en">
        {nearest.changes.map(({ sentence, what }) => (
          <li key={what}>{sentence ?? what}</li>
        ))}
      </ul>
      <p>{say('nearest_text', { outcome: term('outcome', nearest.outcome) })}</p>
    </>
  );
};

/**
 * The reasons in words. The service says them in English, and more exactly than a table can: which field is missing,
 * which check digit is wrong. In another language its sentence stands below the translated one.
 */
const Reasons = ({ reasons }: Pick<Explanation, 'reasons'>) => {
  const { say } = useConsole();
  const texts = useReasonTexts();
  if (reasons.length === 0) return null;
  return (
    <>
      <h3>{say('reasons_title')}</h3>
      <ul className="reasons">
        {reasons.map(({ code, staff }) => {
          const translated = reasonIn(texts, code);
          return (
            <li key={code} data-reason={code}>
              <code>{code}</code> {translated !== null && <span>{translated}</span>}{' '}
              <span lang="en" className={translated === null ? undefined : 'quiet original'}>
                {staff}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
};

/** The checks with what they saw and their thresholds, the reasons, and the nearest change. */
export const ChecksPanel = ({ explanation }: { readonly explanation: Explanation | null }) => {
  const { say } = useConsole();
  if (explanation === null)
    return (
      <Panel title={say('checks_title')}>
        <p className="quiet">{say('decision_none')}</p>
      </Panel>
    );
  return (
    <Panel title={say('checks_title')}>
      <Reasons reasons={explanation.reasons} />
      <DecidedPath explanation={explanation} />
      <ul className="checks">
        {byWeight(explanation.checks).map((check) => (
          <Check key={check.name} check={check} />
        ))}
      </ul>
      <h3>{say('nearest_title')}</h3>
      <NearestChange explanation={explanation} />
    </Panel>
  );
};
