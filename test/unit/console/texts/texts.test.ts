import { partnerScopes } from '@portcullis/backoffice';
import { fieldNames } from '@portcullis/documents';
import { checkNames } from '@portcullis/domain/checks';
import { fileKinds } from '@portcullis/domain/evidence';
import { statuses, steps } from '@portcullis/domain/kernel';
import { webhookDisabledReasons, webhookFailures, webhookStatuses } from '@portcullis/events/ports';
import { expect } from 'chai';
import { english } from '#console/texts/english';
import { spanIn, timeIn } from '#console/texts/formats';
import { languageOf, loadTexts, sayIn, termsIn } from '#console/texts/languages';
import { routesFor } from '#http/server';
import { httpConfig } from '../../../support/http/server.ts';

const minute = 60_000;
const placesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort();

describe('the texts of the console', () => {
  it('have in both languages the same values, and none is empty or left in English', async () => {
    const { language, texts } = await loadTexts('de');
    expect(language).to.equal('de');
    expect(Object.keys(texts).sort()).to.deep.equal(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english)) {
      const german = Object.entries(texts).find(([name]) => name === key)?.[1] ?? '';
      expect(placesIn(german), key).to.deep.equal(placesIn(text));
      expect(german.trim(), key).to.not.equal('');
    }
  });

  it('name every word of the API that the console shows', () => {
    const known = new Set(Object.keys(english));
    const words = [
      ...statuses.map((word) => `status_${word}`),
      ...checkNames.map((word) => `check_${word}`),
      ...fieldNames.map((word) => `field_${word}`),
      ...steps.map((word) => `step_${word}`),
      ...fileKinds.map((word) => `file_${word}`),
      ...webhookStatuses.map((word) => `endpoint_${word}`),
      ...webhookDisabledReasons.map((word) => `disabled_${word}`),
      ...webhookFailures.map((word) => `failure_${word}`),
      ...partnerScopes.map((word) => `scope_${word}`),
      ...routesFor(httpConfig).flatMap(({ id, showsRecords }) => (showsRecords ? [`operation_${id}`] : [])),
    ];
    expect(words.filter((word) => !known.has(word))).to.deep.equal([]);
  });

  it('show a word that they do not know as it is', () => {
    expect(termsIn(english)('status', 'in_review')).to.equal('in review');
    expect(termsIn(english)('check', 'iris_scan')).to.equal('iris scan');
    expect(termsIn(english)('check', 'toString')).to.equal('toString');
  });

  it('are those in English where a language cannot be loaded', async () => {
    expect(await loadTexts('de', async () => Promise.reject(new Error('gone')))).to.deep.equal({
      language: 'en',
      texts: english,
    });
    expect(languageOf(['fr-FR', 'de-AT', 'en'])).to.equal('de');
    expect(languageOf(['fr'])).to.equal('en');
  });

  it('fill in values, and leave out none that is missing without a trace', () => {
    expect(sayIn(english)('case_title', { reference: 'customer-1' })).to.equal('Case customer-1');
    expect(sayIn(english)('case_title')).to.equal('Case {reference}');
  });

  it('say spans in at most two units, without a unit that is 0', () => {
    const spans = [0, 59_999, 15 * minute, 60 * minute, 150 * minute, 30 * 60 * minute, 48 * 60 * minute];
    expect(spans.map((span) => spanIn('en', span))).to.deep.equal([
      '0 sec',
      '59 sec',
      '15 min',
      '1 hr',
      '2 hr 30 min',
      '1 day 6 hr',
      '2 days',
    ]);
    expect(spanIn('de', 150 * minute)).to.equal('2 Std. 30 Min.');
    expect(spanIn('en', -5)).to.equal('0 sec');
  });

  it('say times in the language of the reader', () => {
    expect(timeIn('de', '2026-05-04T10:00:00.000Z')).to.match(/^0?4\.0?5\.2026, \d\d:\d\d$/);
    expect(timeIn('en', '2026-05-04T10:00:00.000Z')).to.match(/^May 4, 2026, \d{1,2}:\d\d/);
  });
});
