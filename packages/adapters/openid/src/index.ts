export { type OpenidStaffProvider, openidStaffProvider } from './openid-staff-provider.ts';
