export { CaseScreen } from './case-screen.tsx';
