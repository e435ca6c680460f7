import type { SettingsChange } from '@portcullis/domain/profile';
import { expect } from 'chai';
import {
  changeSettings,
  type PartnerSettings,
  settingsChange,
  settingsEventData,
} from '#domain/profile/partner-settings';

const before: PartnerSettings = { language: 'en', metadata: {}, redirectUrl: null };

/** A change of everything that can be changed. A new setting does not compile without its value here. */
const change: Required<SettingsChange> = { language: 'pt-BR', metadata: { plan: 'basic' } };

const each = Object.entries(change).map(([name, value]): [string, SettingsChange] => [name, { [name]: value }]);

describe('a change of the settings of a partner', () => {
  for (const [name, one] of each) {
    it(`of ${name} is selected, made and recorded, and changes nothing else`, () => {
      expect(settingsChange(one)).to.deep.equal(one);
      expect(changeSettings(before, one)).to.deep.equal({ ...before, ...one });
      expect(Object.keys(settingsEventData(one) ?? {}).join()).to.match(new RegExp(`^${name}(_keys)?$`));
    });
  }

  it('is recorded as nothing when it changes no setting', () => {
    expect(settingsEventData({})).to.equal(null);
  });
});
