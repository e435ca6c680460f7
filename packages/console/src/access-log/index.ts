export { AccessLogScreen } from './access-log-screen.tsx';
