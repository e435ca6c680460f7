export { type OpenidOptions, type OpenidStaffProvider, openidStaffProvider } from './openid-staff-provider.ts';
