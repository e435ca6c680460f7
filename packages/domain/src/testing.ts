export * from './checks/check-module.ts';
export * from './documents/fields.ts';
export * from './documents/mrz/parse-mrz.ts';
export * from './documents/text-compare/names.ts';
export * from './policy/reasons/reason-table.ts';
export * from './profile/changes/execute.ts';
export * from './profile/open-profile.ts';
export * from './profile/requirements.ts';
